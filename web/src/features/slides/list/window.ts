/** Slides are asked for in pages of so many. */
export const pageSize = 100
/** Rows beyond what is seen, so that scrolling shows no gap. */
const spare = 2

/** How slides lie on the page: in rows of the same height, from left to right. In pixels of the page. */
export interface Layout {
  readonly count: number
  readonly columns: number
  /** From the top of a row to the top of the next. */
  readonly rowHeight: number
  /** From the left of a slide to the left of the next. */
  readonly columnWidth: number
  /** What of both is between slides. */
  readonly gap: number
}

/** From the first to the one after the last. */
export interface Range {
  readonly first: number
  readonly end: number
}

const gap = 16
const leastCardWidth = 208
/** On a phone two stand beside each other. */
const leastColumns = 2
/** Under the picture: name in two lines, tissue and stain, size and age, and how it stands. */
export const cardTextHeight = 114
export const cardPadding = 8
const pictureShape = 0.72
export const tableRowHeight = 44

export function galleryLayout(width: number, count: number): Layout {
  const between = width < 600 ? gap / 2 : gap
  const fitting = Math.floor((width + between) / (leastCardWidth + between))
  const columns = Math.max(leastColumns, fitting)
  const columnWidth = (width + between) / columns
  const picture = pictureHeight(columnWidth - between)
  return {
    count,
    columns,
    columnWidth,
    gap: between,
    rowHeight: picture + cardTextHeight + 2 * cardPadding + between,
  }
}

/** Of the picture in a card of this width. */
export function pictureHeight(cardWidth: number): number {
  return Math.round((cardWidth - 2 * cardPadding) * pictureShape)
}

export function tableLayout(width: number, count: number): Layout {
  return { count, columns: 1, columnWidth: width, gap: 0, rowHeight: tableRowHeight }
}

export function rowCount({ count, columns }: Layout): number {
  return Math.ceil(count / columns)
}

export function heightOf(layout: Layout): number {
  return Math.max(0, rowCount(layout) * layout.rowHeight - layout.gap)
}

/** The rows that are seen, with a few to spare. `top` is what has been scrolled past of the list. */
export function visibleRows(top: number, height: number, layout: Layout): Range {
  const rows = rowCount(layout)
  const first = Math.max(0, Math.min(rows, Math.floor(top / layout.rowHeight)) - spare)
  const end = Math.min(rows, Math.ceil((top + height) / layout.rowHeight) + spare)
  return { first, end: Math.max(first, end) }
}

export function slidesIn(rows: Range, { columns, count }: Layout): Range {
  return { first: Math.min(count, rows.first * columns), end: Math.min(count, rows.end * columns) }
}

/** The pages that these slides are on. */
export function pagesOf({ first, end }: Range): number[] {
  if (end <= first) return []
  const from = Math.floor(first / pageSize)
  const to = Math.floor((end - 1) / pageSize)
  return Array.from({ length: to - from + 1 }, (_, n) => from + n)
}

/** Where to scroll so that the row is seen: nowhere while it is, else as little as can be. */
export function scrollFor(row: number, top: number, height: number, { rowHeight }: Layout): number {
  const start = row * rowHeight
  if (start < top) return start
  return start + rowHeight > top + height ? start + rowHeight - height : top
}

/** The slide that a key leads to; undefined for other keys. `rows` is how many fit on the screen. */
export function indexByKey(key: string, index: number, layout: Layout, rows: number): number | undefined {
  const { columns, count } = layout
  const within = (next: number) => Math.max(0, Math.min(count - 1, next))
  const page = Math.max(1, rows) * columns
  switch (key) {
    case 'ArrowLeft':
      return within(index - 1)
    case 'ArrowRight':
      return within(index + 1)
    case 'ArrowUp':
      return index < columns ? index : index - columns
    case 'ArrowDown':
      // Into a last row that is shorter, too.
      return rowOf(index, layout) === rowCount(layout) - 1 ? index : within(index + columns)
    case 'PageUp':
      return index < page ? index % columns : index - page
    case 'PageDown':
      return within(index + page)
    case 'Home':
      return 0
    case 'End':
      return within(count - 1)
    default:
      return undefined
  }
}

export function rowOf(index: number, { columns }: Layout): number {
  return Math.floor(index / columns)
}

/** Of the list, in pixels of the page. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Slides between two corners that someone drew: of these rows, those in these columns. */
export interface Band {
  readonly rows: Range
  readonly columns: Range
}

/** What a rectangle touches; null where it touches nothing but the space between. */
export function bandBetween(from: Point, to: Point, layout: Layout): Band | null {
  const touched = (a: number, b: number, step: number, most: number): Range => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)]
    // The space after a slide belongs to none.
    const first = Math.max(0, Math.floor((low + layout.gap) / step))
    return { first, end: Math.min(most, Math.floor(high / step) + 1) }
  }
  const rows = touched(from.y, to.y, layout.rowHeight, rowCount(layout))
  const columns = touched(from.x, to.x, layout.columnWidth, layout.columns)
  const isEmpty = rows.end <= rows.first || columns.end <= columns.first
  return isEmpty ? null : { rows, columns }
}

export function isInBand(index: number, band: Band, layout: Layout): boolean {
  const [row, column] = [rowOf(index, layout), index % layout.columns]
  return isWithin(row, band.rows) && isWithin(column, band.columns)
}

function isWithin(value: number, { first, end }: Range): boolean {
  return value >= first && value < end
}
