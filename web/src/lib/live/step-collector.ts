import type { ChangeEvent, LiveResource } from '@cresyl/contract/events'

export interface StepCollector {
  add(change: ChangeEvent): void
  stop(): void
}

interface StepCollectorParts {
  after(milliseconds: number, act: () => void): () => void
  /** Whether what changed of this one is likely a mere step, which need not be shown at once. */
  canWait(resource: LiveResource, id: string): boolean
  pass(change: ChangeEvent): void
}

/** What works tells of its steps more often than this: of one that falls silent the last change may be its end. */
const silence = 1500
const longest = 4000

/** Passes changes on, and holds back those that can wait until one of them falls silent or it has been long enough. */
export function createStepCollector({ after, canWait, pass }: StepCollectorParts): StepCollector {
  const held = new Map<string, { change: ChangeEvent; cancel: () => void }>()
  let cancelFlush: (() => void) | undefined

  function hold(id: string, change: ChangeEvent): void {
    held.get(id)?.cancel()
    held.set(id, { change, cancel: after(silence, flush) })
    cancelFlush ??= after(longest, flush)
  }

  function flush(): void {
    const changes = [...held.values()].map(({ change }) => change)
    stop()
    for (const change of changes) pass(change)
  }

  function stop(): void {
    for (const { cancel } of held.values()) cancel()
    held.clear()
    cancelFlush?.()
    cancelFlush = undefined
  }

  return {
    add: (change) => {
      const { resource, id } = change
      if (id !== undefined && canWait(resource, id)) hold(id, change)
      else pass(change)
    },
    stop,
  }
}
