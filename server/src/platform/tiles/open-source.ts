import { stat } from 'node:fs/promises'
import {
  cachedSource,
  openFileSource,
  openHttpSource,
  SlideError,
  type Source,
  type TakeBytes,
} from '@cresyl/slides'
import { type BlockStore, createBlockStore } from '../sources/block-store.ts'
import type { BlockEvents } from '../sources/disk-cached-source.ts'
import { openForeignFile } from '../sources/foreign-file.ts'
import { type ObjectSource, type ObjectSourceOptions, openObjectSource } from '../sources/object-source.ts'
import type {
  BlockFolder,
  FileDescriptor,
  ObjectDescriptor,
  RemoteObject,
  SourceDescriptor,
} from '../sources/source-descriptor.ts'
import { mostSidecarBytes, withSidecar } from './header-sidecar.ts'

export interface OpenedSource extends Source {
  /** Memory that it holds, besides a little. */
  readonly heldBytes?: number | undefined
  /** Told of the same bytes again, whose address may be newer. */
  learn?(descriptor: SourceDescriptor): void
  /** Whether something else lies by now where it was opened: what is read of it may be of neither. */
  isStale?(): Promise<boolean>
}

export type OpenSource = (descriptor: SourceDescriptor, signal?: AbortSignal) => Promise<OpenedSource>

export interface SourceOpenerOptions {
  readonly events?: BlockEvents | undefined
  /** Told why blocks can't be kept on disk. */
  readonly onTrouble?: ((sentence: string, error: unknown) => void) | undefined
  readonly http?: ObjectSourceOptions['http']
  /** Whether parts of our own files are read in the thread that asks, where they lie on a disk of this machine. */
  readonly readsAtOnce?: boolean | TakeBytes | undefined
}

const MB = 1024 * 1024
/** Blocks kept in memory of each remote file: few where they are on disk too. */
const keptInMemory = { alone: 8 * MB, beforeDisk: 2 * MB }

/** Opens what descriptors tell; sources that it opened share the blocks on disk. */
export function createSourceOpener(options: SourceOpenerOptions = {}): OpenSource {
  const { events, onTrouble, http, readsAtOnce } = options
  const stores = new Map<string, BlockStore>()
  const storeOf = ({ folder, maxBytes }: BlockFolder) => {
    const key = `${maxBytes} ${folder}`
    const store = stores.get(key) ?? createBlockStore({ folder, maxBytes, onTrouble })
    stores.set(key, store)
    return store
  }
  return async (descriptor, signal) => {
    if (descriptor.kind === 'file') return openFile(descriptor, readsAtOnce)
    if (descriptor.kind === 'object') {
      const store = descriptor.cache && storeOf(descriptor.cache)
      return openObject(descriptor, { store, events, http }, signal)
    }
    const { url, headers = {} } = descriptor
    const source = await openHttpSource(url, { headers, signal })
    const heldBytes = keptInMemory.alone
    return { ...cachedSource(source, { maxBytes: heldBytes }), heldBytes }
  }
}

async function openFile(
  { path, foreign }: FileDescriptor,
  readsAtOnce: boolean | TakeBytes | undefined,
): Promise<OpenedSource> {
  // Before it is opened: what is replaced meanwhile is taken for stale, never the other way round.
  const before = await identify(path)
  const source = await (foreign ? openForeignFile(path, foreign) : openFileSource(path, { readsAtOnce }))
  return { ...source, isStale: async () => (await identify(path)) !== before }
}

/** Says which file lies at a path and what was last done to it. */
async function identify(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeMs } = await stat(path)
    return `${dev} ${ino} ${size} ${mtimeMs}`
  } catch {
    return undefined
  }
}

/** Opens one source, for those who open no others. */
export const openDescribed: OpenSource = (descriptor, signal) => createSourceOpener()(descriptor, signal)

/** The sidecar, then memory, then disk, then the bucket. */
async function openObject(
  descriptor: ObjectDescriptor,
  options: ObjectSourceOptions,
  signal: AbortSignal | undefined,
): Promise<OpenedSource> {
  const object = await openObjectSource(descriptor, options)
  const maxBytes = options.store ? keptInMemory.beforeDisk : keptInMemory.alone
  const cached = cachedSource(object, { maxBytes })
  const learn = (told: SourceDescriptor) => {
    if (told.kind === 'object') object.learn(told)
  }
  const header = descriptor.header && (await readHeader(descriptor.header, options, signal))
  const source = header && withSidecar(cached, header)
  if (!source) return { ...cached, heldBytes: maxBytes, learn }
  return { ...source, heldBytes: maxBytes + header.byteLength, learn }
}

/** Without it the slide is opened by more requests. */
async function readHeader(
  header: RemoteObject,
  options: ObjectSourceOptions,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  if (header.size > mostSidecarBytes) return
  let source: ObjectSource | undefined
  try {
    source = await openObjectSource(header, options)
    const bytes = await source.read(0, header.size, signal)
    // Whoever opens the slide next, in another process, finds it on disk.
    await options.store?.settled()
    return bytes
  } catch (error) {
    if (!(error instanceof SlideError)) throw error
    return
  } finally {
    await source?.close()
  }
}
