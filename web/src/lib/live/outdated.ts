import type { ResourceChanges } from './refresh-queue.ts'

interface Row {
  id: string
  version?: number
}

/**
 * Whether what a query shows may be another than what the server has by now. What this tab wrote itself it already
 * shows in the version that was announced.
 */
export function isOutdated(data: unknown, changes: ResourceChanges): boolean {
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
