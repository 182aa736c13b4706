/** The name most like the given one; undefined where none is like it. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => ({ name, distance: editDistance(given, name) }))
  const best = distances.toSorted((a, b) => a.distance - b.distance)[0]
  if (!best || given.length < 2) return undefined
  const begins = names.find((name) => name.startsWith(given))
  const most = given.length < 4 ? 1 : Math.max(2, Math.floor(given.length / 3))
  return best.distance <= most ? best.name : begins
}

/** How many letters must be put in, left out or changed to make one of the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const changed = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
