/** Slides are asked for in pages of so many: the scenes of as many fit into one address. */
export const pageSize = 50
/** Of a row, in pixels of the page. */
export const rowHeight = 80
/** Rows beyond what is seen, so that scrolling shows no gap. */
const spare = 4

/** From the first row to the one after the last. */
export interface RowRange {
  readonly first: number
  readonly end: number
}

/** What is seen of a column of rows, with a few to spare. */
export function visibleRows(scrollTop: number, height: number, count: number): RowRange {
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - spare)
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + spare)
  return { first, end: Math.max(first, end) }
}

/** The pages that these rows are on. */
export function pagesOf({ first, end }: RowRange): number[] {
  if (end <= first) return []
  const from = Math.floor(first / pageSize)
  const to = Math.floor((end - 1) / pageSize)
  return Array.from({ length: to - from + 1 }, (_, n) => from + n)
}

/** Where to scroll so that the row is seen: nowhere while it is, else as little as can be, or with it in the middle. */
export function scrollFor(
  row: number,
  scrollTop: number,
  height: number,
  how: 'nearest' | 'centre' = 'nearest',
): number {
  const top = row * rowHeight
  const isSeen = top >= scrollTop && top + rowHeight <= scrollTop + height
  if (isSeen) return scrollTop
  if (how === 'centre') return Math.max(0, top - (height - rowHeight) / 2)
  return top < scrollTop ? top : Math.max(0, top + rowHeight - height)
}

export interface Neighbours {
  /** The rows before and after; null at the ends. */
  readonly previous: number | null
  readonly next: number | null
}

/**
 * Around a slide that has so many before it. One that the list doesn't have, since the search leaves it out, stands
 * between two that it has.
 */
export function neighboursOf(place: number, isListed: boolean, count: number): Neighbours {
  const next = isListed ? place + 1 : place
  return { previous: place > 0 ? place - 1 : null, next: next < count ? next : null }
}

/** The row that the keys lead to; undefined for other keys: those for the slides before and after open them. */
export function rowByKey(key: string, row: number, count: number): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowUp':
      return Math.max(0, row - 1)
    case 'ArrowDown':
      return Math.min(last, row + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
