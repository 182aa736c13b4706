import { ChangedError, type HttpSource, rangeSource, type Source } from '@cresyl/slides'
import type { Block } from './block-file.ts'
import { type BlockStore, blockBytes } from './block-store.ts'

/** What is counted. */
export interface BlockEvents {
  /** Blocks that were on disk. */
  found?(blocks: number): void
  /** A request for blocks that were not. */
  fetched?(blocks: number, bytes: number): void
}

export interface DiskCachedOptions {
  readonly store: BlockStore
  readonly events?: BlockEvents | undefined
  /** The object's key: the same bytes for good. */
  readonly key: string
  readonly name: string
  readonly size: number
  /** The object itself, of this version where one is known. */
  open(etag: string | undefined): Promise<HttpSource>
}

/** Reading more than this at once would only drive out everything else. */
const mostKept = 32 * 1024 * 1024

/**
 * Blocks of an object from disk, and from the object those that aren't there: neighbours by one request. All blocks
 * are of one version, whatever lies on disk: the first that comes decides.
 */
export function diskCachedSource(options: DiskCachedOptions): Source {
  const { store, events, key, name, size } = options
  let version: string | undefined
  let opening: Promise<HttpSource> | undefined

  const openOnce = () => {
    opening ??= options.open(version || undefined)
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }

  const fetchBytes = async (offset: number, length: number, signal: AbortSignal | undefined) => {
    const object = await openOnce()
    try {
      const bytes = await object.read(offset, length, signal)
      const given = object.etag ?? ''
      version ??= given
      // A block from disk may have come first.
      if (version !== given) throw new ChangedError(name)
      return bytes
    } catch (error) {
      if (error instanceof ChangedError && version !== undefined) store.outdate(key, version)
      throw error
    }
  }

  const lengthOf = (index: number) => Math.min(blockBytes, size - index * blockBytes)

  const fetchBlocks = async (first: number, last: number, signal: AbortSignal | undefined) => {
    const start = first * blockBytes
    const bytes = await fetchBytes(start, Math.min((last + 1) * blockBytes, size) - start, signal)
    events?.fetched?.(last - first + 1, bytes.byteLength)
    return range(first, last).map((index) => {
      const from = (index - first) * blockBytes
      const part = bytes.subarray(from, from + lengthOf(index))
      store.keep(key, index, { etag: version ?? '', bytes: part })
      return part
    })
  }

  const fetchRange = async (offset: number, length: number, signal: AbortSignal | undefined) => {
    if (length > mostKept) return fetchBytes(offset, length, signal)
    const first = Math.floor(offset / blockBytes)
    const last = Math.floor((offset + length - 1) / blockBytes)
    const found = await Promise.all(
      range(first, last).map((index) => store.read(key, index, lengthOf(index))),
    )
    signal?.throwIfAborted()
    const blocks = found.map((block) => accept(block))
    const there = blocks.filter((block) => block !== undefined).length
    if (there > 0) events?.found?.(there)
    const missing = missingRuns(blocks).map(async ({ from, to }) => {
      const fetched = await fetchBlocks(first + from, first + to, signal)
      for (const [position, bytes] of fetched.entries()) blocks[from + position] = bytes
    })
    await Promise.all(missing)
    return cut(blocks as Uint8Array[], offset - first * blockBytes, length)
  }

  const accept = (block: Block | undefined): Uint8Array | undefined => {
    if (!block) return
    version ??= block.etag
    return block.etag === version ? block.bytes : undefined
  }

  const close = async () => {
    // Whoever opens it next, in another process, finds all that was fetched.
    await store.settled()
    await (await opening)?.close()
  }
  return rangeSource({ name, size, fetchRange, close })
}

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, position) => first + position)

function missingRuns(blocks: readonly (Uint8Array | undefined)[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const [position, block] of blocks.entries()) {
    if (block) continue
    const run = runs.at(-1)
    if (run?.to === position - 1) run.to = position
    else runs.push({ from: position, to: position })
  }
  return runs
}

function cut(blocks: readonly Uint8Array[], from: number, length: number): Uint8Array {
  const [only] = blocks
  if (blocks.length === 1 && only) return only.subarray(from, from + length)
  const result = new Uint8Array(length)
  let filled = 0
  for (const block of blocks) {
    const part = block.subarray(filled === 0 ? from : 0).subarray(0, length - filled)
    result.set(part, filled)
    filled += part.byteLength
  }
  return result
}
