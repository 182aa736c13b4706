/** Which of some values lies so far, 0..1, from the lowest to the highest, between two of them in proportion. */
export function quantilesOf(values: Float32Array): (share: number) => number {
  const sorted = values.toSorted()
  return (share) => {
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)] ?? 0
    const above = sorted[Math.ceil(place)] ?? 0
    return below + (above - below) * (place - Math.floor(place))
  }
}
