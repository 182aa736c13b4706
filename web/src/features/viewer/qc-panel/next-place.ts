/** After the last comes the first; without one, the worst or the least of them. */
export function nextPlace(index: number | null, by: 1 | -1, count: number): number {
  if (index === null) return by === 1 ? 0 : count - 1
  return (index + by + count) % count
}
