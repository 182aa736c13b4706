/** In pixels. */
export interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
}

export interface LineMap {
  readonly width: number
  readonly height: number
  /** How much each pixel looks like a line. */
  readonly values: Uint8Array
}

export interface CircleOptions {
  /** Pixels. */
  readonly smallest: number
  readonly largest: number
  /** Value from which on a pixel counts as part of a line. */
  readonly least: number
}

export interface FoundCircle extends Circle {
  /** Share of the way around, as far as it lies in the picture, on which there is a line. */
  readonly score: number
}

/** Votes that a centre needs, as a share of the pixels around its circle. */
const leastVotes = 0.3
/** Share of the way around on which there must be a line. */
const leastScore = 0.6
/** Share of a circle that must lie in the picture. */
const leastVisible = 0.45
/** Centres that are looked at for each range of radii, the most voted first. */
const mostCandidates = 16
/** Each range of radii reaches so many times further than it begins. */
const rangeFactor = 1.4
/** Cosine of the largest angle between a circle and a line on it. */
const alongCosine = 0.85

/**
 * Circles of lines (Hough's transform with the direction of lines): each pixel of a line votes for the centres that lie
 * across it; centres with many votes are circles if a line follows most of the way around.
 */
export function findCircles(map: LineMap, { smallest, largest, least }: CircleOptions): FoundCircle[] {
  const lines = directionsOf(map, least)
  const found: FoundCircle[] = []
  for (let from = smallest; from < largest; from *= rangeFactor) {
    const to = Math.min(largest, from * rangeFactor)
    for (const centre of mostVoted(vote(lines, from, to), lines, leastVotes * 2 * Math.PI * from)) {
      const circle = refine(lines, centre, from, to)
      if (circle.score >= leastScore) found.push(circle)
    }
  }
  return withoutTwins(found)
}

interface Lines {
  readonly width: number
  readonly height: number
  /** Pixels of lines. */
  readonly pixels: readonly number[]
  /** Across the line at each pixel, of length 1; 0 and 0 where there is none. */
  readonly dx: Float32Array
  readonly dy: Float32Array
}

/** By the structure tensor of 5 × 5 pixels. */
function directionsOf({ values, width, height }: LineMap, least: number): Lines {
  const dx = new Float32Array(values.length)
  const dy = new Float32Array(values.length)
  const pixels: number[] = []
  const at = (x: number, y: number) => values[y * width + x] as number
  for (let y = 3; y < height - 3; y += 1)
    for (let x = 3; x < width - 3; x += 1) {
      if (at(x, y) < least) continue
      let [xx, xy, yy] = [0, 0, 0]
      for (let v = y - 2; v <= y + 2; v += 1)
        for (let u = x - 2; u <= x + 2; u += 1) {
          const gx = at(u + 1, v) - at(u - 1, v)
          const gy = at(u, v + 1) - at(u, v - 1)
          xx += gx * gx
          xy += gx * gy
          yy += gy * gy
        }
      // Where it goes to all sides alike it is no line.
      if (Math.hypot(xx - yy, 2 * xy) < 0.3 * (xx + yy)) continue
      const angle = Math.atan2(2 * xy, xx - yy) / 2
      const pixel = y * width + x
      dx[pixel] = Math.cos(angle)
      dy[pixel] = Math.sin(angle)
      pixels.push(pixel)
    }
  return { width, height, pixels, dx, dy }
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

/** The squares that have, with their neighbours, most votes of all around. */
function mostVoted(votes: Uint16Array, { width, height }: Lines, least: number) {
  const across = Math.ceil(width / 2)
  const down = Math.ceil(height / 2)
  const sums = new Uint16Array(votes.length)
  for (let y = 1; y < down - 1; y += 1)
    for (let x = 1; x < across - 1; x += 1) {
      let sum = 0
      for (let at = (y - 1) * across + x; at <= (y + 1) * across + x; at += across)
        sum += (votes[at - 1] as number) + (votes[at] as number) + (votes[at + 1] as number)
      sums[y * across + x] = sum
    }
  const isHighest = (x: number, y: number, here: number) => {
    for (let v = Math.max(0, y - 2); v <= Math.min(down - 1, y + 2); v += 1)
      for (let u = Math.max(0, x - 2); u <= Math.min(across - 1, x + 2); u += 1)
        if ((sums[v * across + u] as number) > here) return false
    return true
  }
  const centres: { x: number; y: number; votes: number }[] = []
  for (let y = 1; y < down - 1; y += 1)
    for (let x = 1; x < across - 1; x += 1) {
      const here = sums[y * across + x] as number
      if (here >= least && isHighest(x, y, here)) centres.push({ x: 2 * x + 1, y: 2 * y + 1, votes: here })
    }
  return centres
    .sort((one, other) => other.votes - one.votes || one.y - other.y || one.x - other.x)
    .slice(0, mostCandidates)
}

/** The circle near a centre that a line follows most. */
function refine(lines: Lines, centre: { x: number; y: number }, from: number, to: number): FoundCircle {
  let best: FoundCircle = { ...centre, radius: from, score: 0 }
  const improve = (x: number, y: number, radius: number) => {
    const score = scoreOf(lines, { x, y, radius })
    if (score > best.score) best = { x, y, radius, score }
  }
  for (let radius = from; radius <= to; radius += 1) improve(centre.x, centre.y, radius)
  // One direction after the other, in smaller and smaller steps.
  for (let step = Math.max(1, Math.round(0.05 * to)); step >= 1; step = Math.floor(step / 2))
    for (let round = 0; round < 3; round += 1) {
      const { x, y, radius } = best
      for (const by of [-step, step]) {
        improve(x + by, y, radius)
        improve(x, y + by, radius)
        if (radius + by >= from) improve(x, y, radius + by)
      }
      if (best.x === x && best.y === y && best.radius === radius) break
    }
  return best
}

/** On how much of its way a line follows a circle, within a pixel. */
function scoreOf({ width, height, dx, dy }: Lines, { x, y, radius }: Circle): number {
  const steps = Math.max(24, Math.min(200, Math.round(2 * Math.PI * radius)))
  let [visible, onLine] = [0, 0]
  for (let step = 0; step < steps; step += 1) {
    const angle = (2 * Math.PI * step) / steps
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    for (let offset = 0; offset <= 2; offset += 1) {
      // On it first, then inside and outside.
      const distance = radius + (offset === 2 ? -1 : offset)
      const column = Math.floor(x + distance * cos)
      const row = Math.floor(y + distance * sin)
      if (column < 3 || row < 3 || column >= width - 3 || row >= height - 3) break
      if (offset === 0) visible += 1
      const pixel = row * width + column
      if (Math.abs(cos * (dx[pixel] as number) + sin * (dy[pixel] as number)) < alongCosine) continue
      onLine += 1
      break
    }
  }
  return visible < leastVisible * steps ? 0 : onLine / visible
}

/** Of circles that lie nearly on each other the best. */
function withoutTwins(circles: readonly FoundCircle[]): FoundCircle[] {
  const kept: FoundCircle[] = []
  for (const circle of circles.toSorted((one, other) => other.score - one.score)) {
    const isTwin = kept.some(
      ({ x, y, radius }) =>
        Math.hypot(x - circle.x, y - circle.y) < 0.3 * radius &&
        Math.abs(radius - circle.radius) < 0.3 * radius,
    )
    if (!isTwin) kept.push(circle)
  }
  return kept
}
