import { join } from 'node:path'
import { SlideError } from '@cresyl/slides'
import type { BlockFolder, SourceDescriptor } from '../sources/source-descriptor.ts'
import type { AnyStorage } from '../storage/open-storage.ts'

/** Bytes of a slide: an object in storage, or a file that is read where it lies. */
export interface SlideBytes {
  readonly organizationId: string
  readonly origin: 'upload' | 'import'
  readonly path: string
  /** Known to storage too, which is what is believed. */
  readonly size?: number
  /** Of one that is read where it lies. */
  readonly modifiedAt?: Date | null
  /** An object with what opening it reads; there may be none by this name. */
  readonly headerPath?: string | null
}

/** The object with what opening another one reads: it lies beside it. */
export const headerOf = (path: string): string => `${path}.header`

/** What was made of a slide. */
export const madeBytes = (organizationId: string, path: string): SlideBytes => ({
  organizationId,
  origin: 'upload',
  path,
  headerPath: headerOf(path),
})

export type DescribeSource = (bytes: SlideBytes) => Promise<SourceDescriptor>

export interface DescriberOptions {
  /** Where blocks of remote files are kept; left out by those who read each file once. */
  readonly cache?: BlockFolder | undefined
}

/** How processes that know nothing of storage reach its bytes. */
export function createSourceDescriber(storage: AnyStorage, { cache }: DescriberOptions = {}): DescribeSource {
  return async (bytes) => {
    const { origin, organizationId, path, size, modifiedAt, headerPath } = bytes
    if (origin === 'import') {
      return { kind: 'file', path, foreign: { size, modifiedAt: modifiedAt?.getTime() } }
    }
    if (storage.kind === 'disk') return { kind: 'file', path: storage.fileOf(bytes) }
    const objects = await storage.addresses(organizationId, headerPath ? [path, headerPath] : [path])
    const object = objects.get(path)
    if (!object) throw new SlideError('unreadable', path, 'is no longer in storage')
    const header = headerPath ? objects.get(headerPath) : undefined
    // One that is older was made of what the object had before.
    const isOfIt = header !== undefined && header.writtenAt >= object.writtenAt
    return { kind: 'object', ...object, header: isOfIt ? header : undefined, cache }
  }
}

/** The folder for blocks that the settings give. */
export function blockFolderOf(slides: { cacheDir: string; blockCacheBytes: number }): BlockFolder {
  return { folder: join(slides.cacheDir, 'blocks'), maxBytes: slides.blockCacheBytes }
}
