/** How long a cloud of points is along its main direction, and the root mean square of their distance from that line. */
export function fitLine(points: readonly (readonly [number, number])[]): {
  length: number
  deviation: number
} {
  const count = Math.max(1, points.length)
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count
  let [xx, xy, yy] = [0, 0, 0]
  for (const [x, y] of points) {
    xx += (x - meanX) ** 2
    xy += (x - meanX) * (y - meanY)
    yy += (y - meanY) ** 2
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  let [least, most, squares] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const [x, y] of points) {
    const along = (x - meanX) * dx + (y - meanY) * dy
    least = Math.min(least, along)
    most = Math.max(most, along)
    squares += ((y - meanY) * dx - (x - meanX) * dy) ** 2
  }
  return { length: points.length === 0 ? 0 : most - least, deviation: Math.sqrt(squares / count) }
}
