import { type Job, listJobs } from '@cresyl/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../lib/session/session-context.tsx'
import { endedBetween, settledStates } from './job-state.ts'
import { jobKeys, type useActiveJobs } from './queries.ts'
import { words } from './words.ts'

/** The newest of the same kinds; what outlasted so many newer ones goes untold. */
const mostLookedThrough = 20

type ActiveQuery = Pick<ReturnType<typeof useActiveJobs>, 'data' | 'dataUpdatedAt'>

/** What people asked for and has ended, for who can't see the list change: once, not each step. */
export function useEndedNews({ data }: ActiveQuery): string {
  const { call } = useApi()
  const before = useRef<readonly Job[]>([])
  const [news, setNews] = useState('')
  useEffect(() => {
    if (data === undefined) return
    const gone = endedBetween(before.current, data)
    before.current = data.results
    if (gone.length === 0) return
    const ids = new Set(gone.map(({ id }) => id))
    const kind = [...new Set(gone.map((job) => job.kind))]
    call(listJobs, { query: { state: [...settledStates], kind, limit: mostLookedThrough } })
      .then(({ results }) => {
        const ended = results.filter(({ id }) => ids.has(id))
        if (ended.length > 0) setNews(words.indicator.ended(ended))
      })
      .catch(() => {})
  }, [data, call])
  return news
}

/** Asks for what has ended again whenever others are under way than before, or none: one may have come and gone. */
export function useEndedRefresh({ data, dataUpdatedAt }: ActiveQuery): void {
  const client = useQueryClient()
  const before = useRef<string | undefined>(undefined)
  const ids = data?.results.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer, also one that is like the one before
  useEffect(() => {
    const known = before.current
    before.current = ids
    if (known === undefined || (known === ids && ids !== '')) return
    void client.invalidateQueries({ queryKey: jobKeys.ended })
  }, [client, ids, dataUpdatedAt])
}
