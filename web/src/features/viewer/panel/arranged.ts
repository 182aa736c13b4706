/**
 * A list in someone's order: those that were put in order take each other's places, and what has come since stays where
 * it comes. The same list where it is in that order already.
 */
export function arranged<Each extends { readonly id: string }>(
  list: readonly Each[],
  order: readonly string[],
): readonly Each[] {
  const place = new Map(order.map((id, index) => [id, index]))
  const sorted = list
    .filter(({ id }) => place.has(id))
    .toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
  const next = list.map((each) => (place.has(each.id) ? (sorted.shift() ?? each) : each))
  return next.every((each, index) => each === list[index]) ? list : next
}
