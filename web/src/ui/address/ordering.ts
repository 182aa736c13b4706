/** By what a list is sorted: a column, with `-` from the last to the first. */
export type OrderingBy<Column extends string> = Column | `-${Column}`

/** A click on the column in use turns it round; names start at A, sizes and times at the largest and latest. */
export function nextOrdering<Column extends string>(
  current: OrderingBy<Column>,
  column: Column,
): OrderingBy<Column> {
  if (current === column) return `-${column}`
  if (current === `-${column}`) return column
  return column === 'name' ? column : `-${column}`
}
