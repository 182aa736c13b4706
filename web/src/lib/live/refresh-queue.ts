import type { ChangeEvent, LiveResource } from '@cresyl/contract/events'

/** What changed of one resource: versions by id; undefined where that isn't known. `all`: more than can be told. */
export type ResourceChanges = Map<string, number | undefined> | 'all'
export type Changes = Map<LiveResource, ResourceChanges>

export interface RefreshQueue {
  add(change: ChangeEvent): void
  stop(): void
}

interface RefreshQueueParts {
  /** Milliseconds: never is anything asked for more often, or while the last answers are still awaited. */
  atMostEvery: number
  after(milliseconds: number, act: () => void): () => void
  /** Resolves when everything is up to date. */
  refresh(changes: Changes): Promise<unknown>
}

/** Changes most often come in company: they are waited for so long. */
const collectFor = 300
const mostToldApart = 100

/** Collects changes, so that many of them are one question to the server. */
export function createRefreshQueue({ atMostEvery, after, refresh }: RefreshQueueParts): RefreshQueue {
  let waiting: Changes = new Map()
  let busy = false
  let cancel = () => {}

  function schedule(): void {
    if (busy || waiting.size === 0) return
    busy = true
    cancel = after(collectFor, flush)
  }

  function flush(): void {
    const changes = waiting
    waiting = new Map()
    const rested = new Promise<void>((resolve) => {
      cancel = after(atMostEvery, resolve)
    })
    Promise.allSettled([refresh(changes), rested]).then(() => {
      busy = false
      schedule()
    })
  }

  return {
    add: ({ resource, id, version }) => {
      waiting.set(resource, withChange(waiting.get(resource), id, version))
      schedule()
    },
    stop: () => {
      cancel()
      busy = false
      waiting = new Map()
    },
  }
}

function withChange(
  known: ResourceChanges = new Map(),
  id: string | undefined,
  version: number | undefined,
): ResourceChanges {
  if (known === 'all' || id === undefined || known.size >= mostToldApart) return 'all'
  const before = known.get(id)
  // A change without a version is one that can't be compared: it stays so.
  const isUnknown = version === undefined || (known.has(id) && before === undefined)
  return known.set(id, isUnknown ? undefined : Math.max(version, before ?? version))
}
