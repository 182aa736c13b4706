import { useSyncExternalStore } from 'react'

/** In this tab, until it is closed: what was begun here is followed wherever one goes meanwhile. */
const storageKey = 'slide-batches'
const most = 3

type News = Readonly<Record<string, readonly string[]>>

const listeners = new Set<() => void>()
let news: News | null = null

function read(): News {
  news ??= parse(sessionStorage.getItem(storageKey))
  return news
}

function parse(text: string | null): News {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as News) : {}
  } catch {
    return {}
  }
}

function write(next: News): void {
  news = next
  sessionStorage.setItem(storageKey, JSON.stringify(next))
  for (const listener of listeners) listener()
}

/** The newest first; older ones make room. `place` is where it was begun. */
export function noteBatch(place: string, id: string, instead?: string): void {
  const others = (read()[place] ?? none).filter((each) => each !== id && each !== instead)
  write({ ...read(), [place]: [id, ...others].slice(0, most) })
}

export function dismissBatch(place: string, id: string): void {
  write({ ...read(), [place]: (read()[place] ?? none).filter((each) => each !== id) })
}

/** Checks of quality and runs of predictors are jobs, and told apart from changes of slides by these. */
const prefixes = { checks: 'qc ', runs: 'run ' } as const
export type FollowedKind = keyof typeof prefixes
export const newsOf = (kind: FollowedKind, jobId: string): string => `${prefixes[kind]}${jobId}`

export function followedJob(id: string): { kind: FollowedKind; jobId: string } | null {
  for (const kind of ['checks', 'runs'] as const) {
    if (id.startsWith(prefixes[kind])) return { kind, jobId: id.slice(prefixes[kind].length) }
  }
  return null
}

const none: readonly string[] = []

export function useBatchNews(place: string): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => read()[place] ?? none,
  )
}
