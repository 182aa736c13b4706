import type { Execution } from './run-job.ts'

/** Whose job there is room for: everybody's, or that of any other organisation. */
export type Room = { butFor?: string }

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

/**
 * What runs at once. A handler that goes on although its job was settled without it keeps its slot, because it still
 * uses the machine. Where one organisation has all slots, there is one more for the others: jobs may take hours.
 */
export function createSlots({ count, onFree, onStuck }: SlotsOptions): Slots {
  const running = new Map<string, Execution>()
  const taken = new Set<Execution>()
  return {
    running,
    room: () => {
      if (taken.size < count) return {}
      const owners = new Set([...taken].map(({ job }) => job.organizationId))
      const [owner] = owners
      return taken.size === count && owners.size === 1 && owner ? { butFor: owner } : undefined
    },
    take: (execution) => {
      const { id } = execution.job
      running.set(id, execution)
      taken.add(execution)
      execution.settled.then(async () => {
        // The same job may be back here for another attempt.
        if (running.get(id) === execution) running.delete(id)
        if (running.size === 0 && taken.size >= count) setImmediate(tellIfStuck)
        await execution.released
        taken.delete(execution)
        onFree()
      })
    },
  }

  function tellIfStuck(): void {
    if (running.size === 0 && taken.size >= count) onStuck()
  }
}
