import type { Source } from '../source/source.ts'
import type { CopyPlan } from './plan-copy.ts'

/** What is read and written at once, and so all the memory that a copy takes. */
const windowBytes = 4 * 1024 * 1024

export interface CopyOptions {
  readonly signal?: AbortSignal | undefined
  /** Bytes written so far, and of the whole copy. */
  readonly progress?: ((done: number, total: number) => void) | undefined
}

/** Writes the copy from its beginning to its end. Parts of the file that don't stay aren't even read. */
export async function copyBytes(
  source: Source,
  { size, kept, patches }: Pick<CopyPlan, 'size' | 'kept' | 'patches'>,
  write: (bytes: Uint8Array, position: number) => Promise<void>,
  { signal, progress }: CopyOptions,
): Promise<void> {
  const buffer = new Uint8Array(Math.min(windowBytes, size))
  let range = 0
  let patch = 0
  for (let start = 0; start < size; start += windowBytes) {
    signal?.throwIfAborted()
    const end = Math.min(size, start + windowBytes)
    const window = buffer.subarray(0, end - start)
    window.fill(0)
    while (range < kept.count && kept.end(range) <= start) range++
    await copyKept(source, kept, range, window, start, signal)
    while (patch < patches.length && endOf(patches[patch]) <= start) patch++
    for (let next = patch; next < patches.length; next++) {
      const { offset, bytes } = patches[next] as CopyPlan['patches'][number]
      if (offset >= end) break
      const from = Math.max(0, start - offset)
      window.set(bytes.subarray(from, end - offset), offset + from - start)
    }
    await write(window, start)
    progress?.(end, size)
  }
}

const endOf = (patch: CopyPlan['patches'][number] | undefined): number =>
  patch ? patch.offset + patch.bytes.length : 0

/** One read from the first byte of the window that stays to the last; what lies between the ranges isn't taken over. */
async function copyKept(
  source: Source,
  kept: CopyPlan['kept'],
  first: number,
  window: Uint8Array,
  start: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const end = start + window.length
  let last = first
  while (last < kept.count && kept.start(last) < end) last++
  if (last === first) return
  const from = Math.max(start, kept.start(first))
  const bytes = await source.read(from, Math.min(end, kept.end(last - 1)) - from, signal)
  for (let range = first; range < last; range++) {
    const begin = Math.max(start, kept.start(range))
    const stop = Math.min(end, kept.end(range))
    window.set(bytes.subarray(begin - from, stop - from), begin - start)
  }
}
