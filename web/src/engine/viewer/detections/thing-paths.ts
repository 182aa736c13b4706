import type { ThingTile } from './detection-tile.ts'

/** Pixels of the grid: of a thing that has no outline. */
const dot = 3

/** The outlines of each class as one path, made once: drawing thousands of them is then a single call. */
export function thingPaths(tile: ThingTile, classes: number): Path2D[] {
  const paths = Array.from({ length: classes }, () => new Path2D())
  for (let thing = 0; thing < tile.count; thing += 1) {
    const path = paths[tile.classes[thing] ?? 0]
    if (path) trace(path, tile, thing)
  }
  return paths
}

function trace(path: Path2D, { x, y, starts, points }: ThingTile, thing: number): void {
  const from = starts[thing] ?? 0
  const to = starts[thing + 1] ?? from
  if (to - from < 3) {
    const [left, top] = [x[thing] ?? 0, y[thing] ?? 0]
    path.moveTo(left + dot, top)
    path.arc(left, top, dot, 0, 2 * Math.PI)
    return
  }
  path.moveTo(points[2 * from] ?? 0, points[2 * from + 1] ?? 0)
  for (let point = from + 1; point < to; point += 1) {
    path.lineTo(points[2 * point] ?? 0, points[2 * point + 1] ?? 0)
  }
  path.closePath()
}
