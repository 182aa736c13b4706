type Position = [number, number]

/** Leaves out points of a closed ring as long as it stays within the tolerance (Douglas and Peucker). At least 3 stay. */
export function simplifyRing(ring: readonly Position[], tolerance: number): Position[] {
  if (ring.length <= 4) return [...ring]
  const far = farthestFrom(ring, ring[0] as Position)
  const half = (from: number, to: number) => keepBetween(ring, from, to, tolerance)
  const kept = [...half(0, far), ...half(far, ring.length)].map(
    (index) => ring[index % ring.length] as Position,
  )
  return kept.length < 3 ? [...ring] : kept
}

function farthestFrom(ring: readonly Position[], [x, y]: Position): number {
  let best = 0
  let most = -1
  ring.forEach(([px, py], index) => {
    const distance = (px - x) ** 2 + (py - y) ** 2
    if (distance > most) {
      most = distance
      best = index
    }
  })
  return best
}

/** Indices of the points to keep from `from` up to, not including, `to`. Not by recursion: rings are long. */
function keepBetween(ring: readonly Position[], from: number, to: number, tolerance: number): number[] {
  const kept = new Set([from])
  const open = [[from, to] as const]
  for (let next = open.pop(); next; next = open.pop()) {
    const [begin, end] = next
    let worst = begin
    let most = tolerance * tolerance
    for (let index = begin + 1; index < end; index += 1) {
      const distance = squaredDistance(at(ring, index), at(ring, begin), at(ring, end))
      if (distance <= most) continue
      most = distance
      worst = index
    }
    if (worst === begin) continue
    kept.add(worst)
    open.push([begin, worst], [worst, end])
  }
  return [...kept].sort((one, other) => one - other)
}

const at = (ring: readonly Position[], index: number) => ring[index % ring.length] as Position

function squaredDistance([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2
}
