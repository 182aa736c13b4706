import { abortable } from '../abortable.ts'
import type { Source } from '../source.ts'

export interface HeldRead {
  readonly offset: number
  readonly length: number
  readonly signal: AbortSignal | undefined
  /** Lets it have its bytes. */
  release(): void
  fail(error: Error): void
}

export interface ControlledSource extends Source {
  /** Reads that arrived and wait to be released, in their order. */
  readonly held: HeldRead[]
}

/** A source whose reads wait until the test lets each of them go. */
export function controlledSource(source: Source): ControlledSource {
  const held: HeldRead[] = []
  return {
    name: source.name,
    size: source.size,
    held,
    async read(offset, length, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      held.push({ offset, length, signal, release: resolve, fail: reject })
      await abortable(promise, signal)
      return source.read(offset, length, signal)
    },
    close: () => source.close(),
  }
}
