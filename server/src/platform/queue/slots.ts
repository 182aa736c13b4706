import type { Execution } from './run-job.ts'

export interface Slots {
  readonly running: ReadonlyMap<string, Execution>
  free(): boolean
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
 * uses the machine.
 */
export function createSlots({ count, onFree, onStuck }: SlotsOptions): Slots {
  const running = new Map<string, Execution>()
  const taken = new Set<Execution>()
  return {
    running,
    free: () => taken.size < count,
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
