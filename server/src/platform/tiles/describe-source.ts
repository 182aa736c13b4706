import type { AnyStorage } from '../storage/open-storage.ts'
import type { SourceDescriptor } from './image-location.ts'

/** Bytes of a slide: an object in storage, or a file that is read where it lies. */
export interface SlideBytes {
  readonly organizationId: string
  readonly origin: 'upload' | 'import'
  readonly path: string
  readonly size: number
  /** An object with what opening it reads. */
  readonly headerPath?: string | null
}

export type DescribeSource = (bytes: SlideBytes) => Promise<SourceDescriptor>

/** How processes that know nothing of storage reach its bytes. */
export function createSourceDescriber(storage: AnyStorage): DescribeSource {
  return async (bytes) => {
    if (bytes.origin === 'import') return { kind: 'file', path: bytes.path }
    if (storage.kind === 'disk') return { kind: 'file', path: storage.fileOf(bytes) }
    return { kind: 'http', url: await storage.downloadUrl(bytes, { fileName: 'slide' }) }
  }
}
