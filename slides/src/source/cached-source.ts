import { SlideError } from '../errors.ts'
import { abortable } from './abortable.ts'
import { blockCache } from './block-cache.ts'
import { checkRange, closedError } from './check-range.ts'
import type { Source } from './source.ts'

const KB = 1024
const MB = 1024 * KB

export interface CacheOptions {
  /** Bytes of a block, which is what is kept and fetched at least. */
  readonly blockBytes?: number
  /** Bytes that are kept in all. */
  readonly maxBytes?: number
  /** Bytes of the largest request that neighbouring blocks are joined to. */
  readonly maxRequestBytes?: number
}

export interface CacheStats {
  /** Reads of the source behind the cache, and their bytes. */
  readonly requests: number
  readonly bytes: number
  /** Blocks that were there or on their way. */
  readonly hits: number
  /** Blocks that had to be asked for. */
  readonly misses: number
}

export interface CachedSource extends Source {
  stats(): CacheStats
}

/** A block that somebody waits for. */
interface PendingBlock {
  readonly index: number
  readonly promise: Promise<Uint8Array>
  resolve(bytes: Uint8Array): void
  reject(error: unknown): void
  readers: number
  /** Undefined until the end of the tick in which it was first wanted. */
  request?: Request
}

/** One read of the source: neighbouring blocks. */
interface Request {
  readonly blocks: readonly PendingBlock[]
  readonly controller: AbortController
}

/**
 * Keeps blocks of a source in memory. A block is fetched once however many readers want it; neighbouring blocks that
 * are wanted in one tick are fetched by one request; a request is aborted when its last reader has gone.
 */
export function cachedSource(source: Source, options: CacheOptions = {}): CachedSource {
  const { blockBytes = 256 * KB, maxBytes = 64 * MB, maxRequestBytes = 4 * MB } = options
  const { name, size } = source
  const kept = blockCache(maxBytes)
  const pending = new Map<number, PendingBlock>()
  let wanted: PendingBlock[] = []
  let closing: Promise<void> | undefined
  const stats = { requests: 0, bytes: 0, hits: 0, misses: 0 }

  async function read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    signal?.throwIfAborted()
    if (closing) throw closedError(name)
    checkRange(name, size, offset, length)
    if (length === 0) return new Uint8Array(0)
    if (length > maxBytes / 2) return readAll(offset, length, signal)
    const first = Math.floor(offset / blockBytes)
    const last = Math.floor((offset + length - 1) / blockBytes)
    const from = offset - first * blockBytes
    if (first === last) {
      const there = kept.get(first)
      if (there) {
        stats.hits += 1
        return there.subarray(from, from + length)
      }
    }
    const blocks = await readBlocks(first, last, signal)
    return cut(blocks, from, length)
  }

  async function readBlocks(first: number, last: number, signal?: AbortSignal): Promise<Uint8Array[]> {
    const joined: PendingBlock[] = []
    const blocks: (Uint8Array | Promise<Uint8Array>)[] = []
    for (let index = first; index <= last; index += 1) {
      const there = kept.get(index)
      if (there) {
        stats.hits += 1
        blocks.push(there)
      } else {
        const block = join(index)
        joined.push(block)
        blocks.push(block.promise)
      }
    }
    try {
      return await abortable(Promise.all(blocks), signal)
    } finally {
      for (const block of joined) leave(block)
    }
  }

  function join(index: number): PendingBlock {
    const under = pending.get(index)
    if (under) {
      stats.hits += 1
      under.readers += 1
      return under
    }
    stats.misses += 1
    const block: PendingBlock = { index, readers: 1, ...Promise.withResolvers<Uint8Array>() }
    // Its readers may all have gone when it fails.
    block.promise.catch(() => {})
    pending.set(index, block)
    if (wanted.length === 0) setImmediate(requestWanted)
    wanted.push(block)
    return block
  }

  function leave(block: PendingBlock): void {
    block.readers -= 1
    if (block.readers > 0 || pending.get(block.index) !== block) return
    if (!block.request) pending.delete(block.index)
    else if (block.request.blocks.every(({ readers }) => readers === 0)) abandon(block.request)
  }

  function abandon({ blocks, controller }: Request): void {
    for (const block of blocks) forget(block)
    controller.abort()
  }

  function forget(block: PendingBlock): void {
    if (pending.get(block.index) === block) pending.delete(block.index)
  }

  function requestWanted(): void {
    const still = wanted.filter(({ readers }) => readers > 0).sort((a, b) => a.index - b.index)
    wanted = []
    const most = Math.max(1, Math.floor(maxRequestBytes / blockBytes))
    let run: PendingBlock[] = []
    for (const block of still) {
      const previous = run.at(-1)
      if (previous && (block.index !== previous.index + 1 || run.length === most)) {
        void request(run)
        run = []
      }
      run.push(block)
    }
    if (run.length > 0) void request(run)
  }

  async function request(blocks: readonly PendingBlock[]): Promise<void> {
    const sent: Request = { blocks, controller: new AbortController() }
    for (const block of blocks) block.request = sent
    const start = (blocks[0]?.index ?? 0) * blockBytes
    const length = Math.min(blocks.length * blockBytes, size - start)
    try {
      const bytes = await fetchRange(start, length, sent.controller.signal)
      for (const [position, block] of blocks.entries()) {
        const from = position * blockBytes
        const part = bytes.subarray(from, Math.min(from + blockBytes, length))
        // A view would keep the whole request in memory for as long as any of its blocks.
        const own = blocks.length > 1 ? part.slice() : part
        if (pending.get(block.index) === block && !closing) kept.set(block.index, own)
        forget(block)
        block.resolve(own)
      }
    } catch (error) {
      for (const block of blocks) {
        forget(block)
        block.reject(error)
      }
    }
  }

  async function fetchRange(offset: number, length: number, signal: AbortSignal | undefined) {
    if (closing) throw closedError(name)
    stats.requests += 1
    stats.bytes += length
    const bytes = await source.read(offset, length, signal)
    if (bytes.byteLength === length) return bytes
    throw new SlideError('unreadable', name, `gave ${bytes.byteLength} bytes instead of ${length}`)
  }

  /** Keeping so much would drive out everything else. */
  const readAll = (offset: number, length: number, signal: AbortSignal | undefined) =>
    abortable(fetchRange(offset, length, signal), signal)

  function close(): Promise<void> {
    if (closing) return closing
    closing = source.close()
    kept.clear()
    const reason = closedError(name)
    for (const block of pending.values()) {
      block.reject(reason)
      block.request?.controller.abort(reason)
    }
    pending.clear()
    return closing
  }

  return { name, size, read, close, stats: () => ({ ...stats }) }
}

/** `length` bytes of consecutive blocks, from the offset in the first of them. */
function cut(blocks: readonly Uint8Array[], from: number, length: number): Uint8Array {
  const [first] = blocks
  if (blocks.length === 1 && first) return first.subarray(from, from + length)
  const result = new Uint8Array(length)
  let filled = 0
  for (const block of blocks) {
    const start = filled === 0 ? from : 0
    const part = block.subarray(start, start + length - filled)
    result.set(part, filled)
    filled += part.byteLength
  }
  return result
}
