import type { LiveResource } from '@cresyl/contract/events'
import { QueryClient, type QueryMeta, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refreshAll, refreshChanged } from './refresh-queries.ts'
import type { ResourceChanges } from './refresh-queue.ts'

let client: QueryClient
let asked: string[]
let stops: (() => void)[]

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  asked = []
  stops = []
})

afterEach(() => {
  for (const stop of stops) stop()
  client.clear()
})

/** A query with something to show, on the screen or not. */
function show(name: string, queryKey: unknown[], data: unknown, visible = true, meta: QueryMeta = {}): void {
  client.setQueryData(queryKey, data)
  const queryFn = () => {
    asked.push(name)
    return data
  }
  if (visible) stops.push(new QueryObserver(client, { queryKey, queryFn, meta }).subscribe(() => {}))
}

const row = (id: string, version?: number) => ({ id, ...(version !== undefined && { version }) })
const all = () => true
const refresh = (changed: ResourceChanges, followed: (resource: LiveResource) => boolean = all) =>
  refreshChanged(client, new Map([['projects', changed]]), followed)

beforeEach(() => {
  show('list', ['projects', 'list', {}], { count: 2, results: [row('a', 2), row('b', 1)] })
  show('one', ['projects', 'one', 'a'], row('a', 2))
  show('other', ['projects', 'one', 'b'], row('b', 1))
  show('elsewhere', ['tissues', 'list'], { count: 0, results: [] })
})

test('what shows the one that changed is asked for again, and nothing else', async () => {
  await refresh(new Map([['a', 3]]))
  expect(asked).toEqual(['list', 'one'])
})

test('what is shown in that version already is left alone: this tab wrote it itself', async () => {
  await refresh(new Map([['a', 2]]))
  expect(asked).toEqual([])
})

test('a change without a version, as of one that is gone, is always one', async () => {
  await refresh(new Map([['a', undefined]]))
  expect(asked).toEqual(['list', 'one'])
})

test('a new one may belong into a list', async () => {
  await refresh(new Map([['new', 1]]))
  expect(asked).toEqual(['list'])
})

test('many changes concern everything of the resource', async () => {
  await refresh('all')
  expect(asked).toEqual(['list', 'one', 'other'])
})

test('what nobody follows, or is not on the screen, is only marked: it is asked for when it is looked at', async () => {
  show('hidden', ['projects', 'list', { page: 1 }], { count: 2, results: [] }, false)
  await refresh('all', () => false)
  expect(asked).toEqual([])
  await refresh('all')
  expect(asked).not.toContain('hidden')
  expect(client.getQueryState(['projects', 'list', { page: 1 }])?.isInvalidated).toBe(true)
})

test('what counts them is asked for again as well', async () => {
  show('counting', ['tissues', 'counted'], { results: [row('t', 1)] }, true, { counts: 'projects' })
  await refresh(new Map([['a', 2]]))
  expect(asked).toEqual(['counting'])
})

test('pages that are shown one below the other are looked through', async () => {
  client.clear()
  show('endless', ['projects', 'endless'], {
    pages: [{ results: [row('a', 2)] }, { results: [row('c', 5)] }],
  })
  await refresh(new Map([['c', 5]]))
  expect(asked).toEqual([])
  await refresh(new Map([['c', 6]]))
  expect(asked).toEqual(['endless'])
})

test('when changes may have been missed, everything on the screen is asked for once', async () => {
  await refreshAll(client, all)
  expect(asked.toSorted()).toEqual(['elsewhere', 'list', 'one', 'other'])
})
