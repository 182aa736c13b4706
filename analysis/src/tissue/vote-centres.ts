import type { Lines } from './line-map.ts'

export interface Centre {
  readonly x: number
  readonly y: number
  readonly votes: number
}

/** Votes that a centre needs, as a share of the pixels around its circle. */
const leastVotes = 0.3
/** Centres that are looked at, the most voted first. */
const mostCentres = 16

/**
 * Middles of circles of lines with radii from one to another, in pixels (Hough's transform with the direction of lines):
 * each pixel of a line votes for what lies across it.
 */
export function voteCentres(lines: Lines, from: number, to: number): Centre[] {
  const votes = vote(lines, from, to)
  const across = Math.ceil(lines.width / 2)
  const down = Math.ceil(lines.height / 2)
  const sums = sumAround(votes, across, down)
  const isHighest = (x: number, y: number, here: number) => {
    for (let v = Math.max(0, y - 2); v <= Math.min(down - 1, y + 2); v += 1)
      for (let u = Math.max(0, x - 2); u <= Math.min(across - 1, x + 2); u += 1)
        if ((sums[v * across + u] as number) > here) return false
    return true
  }
  const least = leastVotes * 2 * Math.PI * from
  const centres: Centre[] = []
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1) {
      const here = sums[y * across + x] as number
      if (here >= least && isHighest(x, y, here)) centres.push({ x: 2 * x + 1, y: 2 * y + 1, votes: here })
    }
  return centres
    .sort((one, other) => other.votes - one.votes || one.y - other.y || one.x - other.x)
    .slice(0, mostCentres)
}

/** Votes are counted in squares of 2 × 2 pixels. */
function vote({ width, height, pixels, dx, dy }: Lines, from: number, to: number): Uint16Array {
  const across = Math.ceil(width / 2)
  const votes = new Uint16Array(across * Math.ceil(height / 2))
  for (const pixel of pixels) {
    const y = Math.floor(pixel / width)
    const x = pixel - y * width
    for (let side = -1; side <= 1; side += 2)
      for (let distance = from; distance <= to; distance += 2) {
        const centreX = x + side * distance * (dx[pixel] as number)
        const centreY = y + side * distance * (dy[pixel] as number)
        if (centreX < 0 || centreY < 0 || centreX >= width || centreY >= height) continue
        const square = (centreY >> 1) * across + (centreX >> 1)
        votes[square] = (votes[square] as number) + 1
      }
  }
  return votes
}

/** Each square with its neighbours. */
function sumAround(votes: Uint16Array, across: number, down: number): Uint16Array {
  const sums = new Uint16Array(votes.length)
  for (let y = 1; y < down - 1; y += 1) {
    const row = y * across
    const columnAt = (x: number) =>
      (votes[row - across + x] as number) + (votes[row + x] as number) + (votes[row + across + x] as number)
    let [before, here] = [columnAt(0), columnAt(1)]
    for (let x = 1; x < across - 1; x += 1) {
      const after = columnAt(x + 1)
      sums[row + x] = before + here + after
      before = here
      here = after
    }
  }
  return sums
}
