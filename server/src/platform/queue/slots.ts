import { priorities } from '@cresyl/contract/operations/job-kinds'
import type { Turn } from './pick-turn.ts'
import type { Execution } from './run-job.ts'

/** What there is room for; left out: everything. */
export interface Room {
  leastPriority?: number
  isFor?: (turn: Turn) => boolean
}

export interface Slots {
  readonly running: ReadonlyMap<string, Execution>
  /** Undefined if there is none. */
  room(): Room | undefined
  take(execution: Execution): void
}

export interface SlotsOptions {
  count: number
  onFree: () => void
  /** Every slot is held by a handler that doesn't stop. */
  onStuck: () => void
}

/** Where a job runs: in a slot, or beside them while all are held. */
type Place = 'slot' | 'first' | 'newcomer'

/**
 * What runs at once. A handler that goes on although its job was settled without it keeps its slot, because it still
 * uses the machine. Jobs may take hours: while all slots are held, there is room for one more that reads a slide, and
 * for one of an organisation of which nothing runs here.
 */
export function createSlots({ count, onFree, onStuck }: SlotsOptions): Slots {
  const running = new Map<string, Execution>()
  const taken = new Map<Execution, Place>()
  const held = (place: Place) => [...taken.values()].filter((each) => each === place).length
  const isFull = () => held('slot') >= count
  const mayBeFirst = (priority: number) => priority >= priorities.first && held('first') === 0

  return {
    running,
    room: () => {
      if (!isFull()) return {}
      if (held('newcomer') > 0) return held('first') > 0 ? undefined : { leastPriority: priorities.first }
      const owners = new Set([...taken.keys()].map(({ job }) => job.organizationId))
      return { isFor: (turn) => mayBeFirst(turn.priority) || !owners.has(turn.organizationId) }
    },
    take: (execution) => {
      const { id, priority } = execution.job
      running.set(id, execution)
      taken.set(execution, !isFull() ? 'slot' : mayBeFirst(priority) ? 'first' : 'newcomer')
      execution.settled.then(async () => {
        // The same job may be back here for another attempt.
        if (running.get(id) === execution) running.delete(id)
        if (running.size === 0 && isFull()) setImmediate(tellIfStuck)
        await execution.released
        taken.delete(execution)
        onFree()
      })
    },
  }

  function tellIfStuck(): void {
    if (running.size === 0 && isFull()) onStuck()
  }
}
