import { type LiveResource, liveResourceNames } from '@cresyl/contract/events'
import { focusManager, type QueryClient } from '@tanstack/react-query'
import { liveKeys } from './live-keys.ts'
import type { Changes, ResourceChanges } from './refresh-queue.ts'

/** What someone looks at is asked for again; the rest when they look at it. */
function refetchOf(resource: LiveResource, followed: (resource: LiveResource) => boolean) {
  return followed(resource) && focusManager.isFocused() ? 'active' : 'none'
}

export function refreshChanged(
  client: QueryClient,
  changes: Changes,
  followed: (resource: LiveResource) => boolean,
): Promise<unknown> {
  return Promise.all(
    [...changes].flatMap(([resource, changed]) => {
      const refetchType = refetchOf(resource, followed)
      return [
        client.invalidateQueries({
          queryKey: liveKeys[resource],
          refetchType,
          predicate: ({ state }) => isOutdated(state.data, changed),
        }),
        client.invalidateQueries({ refetchType, predicate: ({ meta }) => meta?.counts === resource }),
      ]
    }),
  )
}

/** Everything may have changed. What is being fetched is left to arrive: it was asked for at the same moment. */
export function refreshAll(
  client: QueryClient,
  followed: (resource: LiveResource) => boolean,
): Promise<unknown> {
  return Promise.all(
    liveResourceNames.map((resource) =>
      client.invalidateQueries(
        { queryKey: liveKeys[resource], refetchType: refetchOf(resource, followed) },
        { cancelRefetch: false },
      ),
    ),
  )
}

interface Row {
  id: string
  version?: number
}

/**
 * Whether what a query shows may be another than what the server has by now. What this tab wrote itself it already
 * shows in the version that was announced.
 */
function isOutdated(data: unknown, changes: ResourceChanges): boolean {
  if (changes === 'all') return true
  const rows = rowsIn(data)
  const single = rowOf(data)
  if (single) return [...changes].some(([id, version]) => id === single.id && !isReached(single, version))
  if (!rows) return true
  const shown = new Map(rows.map((row) => [row.id, row]))
  // One that a list doesn't show may have come to belong there.
  return [...changes].some(([id, version]) => !isReached(shown.get(id), version))
}

function isReached(row: Row | undefined, version: number | undefined): boolean {
  return row?.version !== undefined && version !== undefined && row.version >= version
}

/** The rows of a page, of several pages, or of a plain list; undefined where it is none of these. */
function rowsIn(data: unknown): Row[] | undefined {
  if (Array.isArray(data)) return data.every(isRow) ? data : undefined
  if (!isObject(data)) return undefined
  if ('pages' in data && Array.isArray(data.pages)) {
    const pages = data.pages.map(rowsIn)
    return pages.every((page) => page !== undefined) ? pages.flat() : undefined
  }
  return 'results' in data ? rowsIn(data.results) : undefined
}

function rowOf(data: unknown): Row | undefined {
  return isRow(data) ? data : undefined
}

function isRow(value: unknown): value is Row {
  return isObject(value) && 'id' in value && typeof value.id === 'string'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
