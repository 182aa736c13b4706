import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { mayRead } from '../processes/child-rights.ts'
import { type DecodeProcess, type DecodeProcessOptions, startDecodeProcess } from './decode-process.ts'

export interface DecodeSlotsOptions extends DecodeProcessOptions {
  count: number
  log?: Log | undefined
  /** A process has become ready, or there is room for another. */
  onChange: () => void
}

/** A fixed number of places for processes, which start when they are wanted and again after they have ended. */
export interface DecodeSlots {
  readonly count: number
  hasIdle(): boolean
  /** An idle process, rather one that has the image open. It is the caller's until `free`, or until it ends. */
  take(imageId: string): DecodeProcess | undefined
  /** It has answered and holds so much memory. */
  free(process: DecodeProcess, memory: number): void
  /** Processes that may not read these files are replaced by ones that may read all that lies beside them. */
  admit(paths: readonly string[]): void
  /** So many could have something to do at once. */
  want(count: number): void
  all(): DecodeProcess[]
  /** Ends all of them. */
  close(): Promise<void>
}

interface Slot {
  state: 'empty' | 'starting' | 'idle' | 'taken'
  process: DecodeProcess | undefined
  /** What it has open for certain. */
  imageId: string | undefined
  /** Which rights it was started with. */
  generation: number
  /** Starts since it last answered anything. */
  starts: number
}

/** None the first time, then 50 ms, 100 ms … half a minute. */
const pauseBefore = (starts: number) => (starts === 0 ? 0 : Math.min(50 * 2 ** (starts - 1), 30_000))

export function createDecodeSlots(options: DecodeSlotsOptions): DecodeSlots {
  const { memoryBytes, log, onChange } = options
  const count = Math.max(1, options.count)
  const slots = Array.from({ length: count }, (): Slot => {
    return { state: 'empty', process: undefined, imageId: undefined, generation: 0, starts: 0 }
  })
  const starts = new Set<Promise<void>>()
  const closing = new AbortController()
  let { rights } = options
  let generation = 0
  const all = () => slots.flatMap(({ process }) => process ?? [])

  const start = async (slot: Slot) => {
    slot.state = 'starting'
    try {
      await sleep(pauseBefore(slot.starts++), undefined, { signal: closing.signal })
      slot.generation = generation
      const process = await startDecodeProcess({ ...options, rights }, closing.signal)
      Object.assign(slot, { process, imageId: undefined, state: 'idle' })
      endOutdated()
      void process.ended.then(() => {
        Object.assign(slot, { process: undefined, state: 'empty' })
        onChange()
      })
    } catch (error) {
      slot.state = 'empty'
      if (!closing.signal.aborted) log?.warn({ err: error }, 'a process for decoding could not be started')
    }
    onChange()
  }

  const endOutdated = () => {
    for (const slot of slots) {
      if (slot.state !== 'idle' || slot.generation === generation) continue
      slot.state = 'taken'
      slot.process?.kill()
    }
  }

  return {
    count,
    hasIdle: () => slots.some(({ state }) => state === 'idle'),
    take: (imageId) => {
      const idle = slots.filter(({ state }) => state === 'idle')
      const slot = idle.find((each) => each.imageId === imageId) ?? idle[0]
      if (slot) Object.assign(slot, { state: 'taken', imageId })
      return slot?.process
    },
    free: (process, memory) => {
      const slot = slots.find((each) => each.process === process)
      if (!slot) return
      slot.starts = 0
      // WebAssembly never gives memory back: better ended now than in the middle of something.
      if (memory > memoryBytes / 2) process.kill()
      else slot.state = 'idle'
      endOutdated()
    },
    admit: (paths) => {
      const given = rights
      const missing = given ? paths.filter((path) => !mayRead(given, path)) : []
      if (given === undefined || missing.length === 0) return
      rights = { ...given, reads: [...given.reads, ...new Set(missing.map((path) => dirname(path)))] }
      generation += 1
      endOutdated()
    },
    want: (wanted) => {
      let missing = wanted - slots.filter(({ state }) => state === 'starting').length
      for (const slot of slots) {
        if (missing <= 0 || closing.signal.aborted) return
        if (slot.state !== 'empty') continue
        missing -= 1
        const starting = start(slot)
        starts.add(starting)
        void starting.finally(() => starts.delete(starting))
      }
    },
    all,
    close: async () => {
      closing.abort()
      const processes = all()
      for (const process of processes) process.kill()
      await Promise.all([...starts, ...processes.map(({ ended }) => ended)])
    },
  }
}
