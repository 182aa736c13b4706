import type { Lines } from './line-map.ts'

/** A straight line from one point to another, in pixels. */
export interface Segment {
  readonly fromX: number
  readonly fromY: number
  readonly toX: number
  readonly toY: number
}

/** How far a place is from the line that a segment is part of. */
export function distanceFrom({ fromX, fromY, toX, toY }: Segment, x: number, y: number): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  return Math.abs((x - fromX) * dy - (y - fromY) * dx) / Math.hypot(dx, dy)
}

const angleBins = 120
/** Directions of pixels are known to so many of these. */
const spread = 3
/** Pixels that lines are told apart by at first. */
const distanceBin = 4
/** Votes that a line needs, as a share of its pixels, and how many lines are looked at, the most voted first. */
const leastVotes = 0.3
const mostLines = 8
/** How far from the line, in pixels, what belongs to it lies: the better it is known the less. */
const reaches = [10, 5, 3, 2]
/** Cosine of the largest angle between the line and its pixels. */
const alongCosine = 0.92
/** Share of a line along which its pixels must be seen, and how much more than beside it, so many pixels to each side. */
const leastShare = 0.65
const leastMore = 0.3
const beside = 7

/**
 * Straight lines of so many pixels at least: each pixel votes for the line through it (Hough's transform with the
 * direction of lines), those with many votes are laid through all that is near them, and cut to where it is seen.
 */
export function findStraightLines(lines: Lines, shortest: number): Segment[] {
  const found: Segment[] = []
  for (const { angle, distance } of mostVoted(lines, leastVotes * shortest)) {
    const line = layThrough(lines, angle, distance)
    const segment = line && seenPart(lines, line, shortest)
    if (segment) found.push(segment)
  }
  return found
}

/** All points whose way along (cos, sin), which is across the line, is `distance`. */
interface Straight {
  readonly cos: number
  readonly sin: number
  readonly distance: number
}

function mostVoted({ width, height, pixels, dx, dy }: Lines, least: number) {
  const reach = Math.hypot(width, height)
  const distances = Math.ceil((2 * reach) / distanceBin) + 1
  const votes = new Uint32Array(angleBins * distances)
  for (const pixel of pixels) {
    const y = Math.floor(pixel / width)
    const x = pixel - y * width
    const middle = Math.round(
      (Math.atan2(dy[pixel] as number, dx[pixel] as number) / Math.PI + 1) * angleBins,
    )
    for (let each = middle - spread; each <= middle + spread; each += 1) {
      const bin = each % angleBins
      const angle = (bin * Math.PI) / angleBins
      const distance = x * Math.cos(angle) + y * Math.sin(angle)
      const at = bin * distances + Math.round((distance + reach) / distanceBin)
      votes[at] = (votes[at] as number) + 1
    }
  }
  const lines: { angle: number; distance: number; votes: number }[] = []
  for (let at = 0; at < votes.length; at += 1) {
    const here = votes[at] as number
    if (here < least) continue
    const angle = (Math.floor(at / distances) * Math.PI) / angleBins
    lines.push({ angle, distance: (at % distances) * distanceBin - reach, votes: here })
  }
  lines.sort((one, other) => other.votes - one.votes || one.angle - other.angle)
  const kept: typeof lines = []
  for (const line of lines)
    if (kept.length < mostLines && kept.every((other) => !isNear(line, other))) kept.push(line)
  return kept
}

function isNear(
  one: { angle: number; distance: number },
  other: { angle: number; distance: number },
): boolean {
  const turn = Math.abs(one.angle - other.angle)
  return Math.min(turn, Math.PI - turn) < 0.12 && Math.abs(one.distance - other.distance) < 30
}

/** The line through the pixels near another, by the least squares of their distances. */
function layThrough({ width, pixels, dx, dy }: Lines, angle: number, distance: number): Straight | undefined {
  let straight: Straight = { cos: Math.cos(angle), sin: Math.sin(angle), distance }
  for (const reach of reaches) {
    const { cos, sin, distance } = straight
    let [count, sumX, sumY, xx, xy, yy] = [0, 0, 0, 0, 0, 0]
    for (const pixel of pixels) {
      const y = Math.floor(pixel / width)
      const x = pixel - y * width
      if (Math.abs(x * cos + y * sin - distance) > reach) continue
      if (Math.abs(cos * (dx[pixel] as number) + sin * (dy[pixel] as number)) < alongCosine) continue
      count += 1
      sumX += x
      sumY += y
      xx += x * x
      xy += x * y
      yy += y * y
    }
    if (count < 8) return undefined
    const [meanX, meanY] = [sumX / count, sumY / count]
    const spreadX = xx / count - meanX ** 2
    const spreadY = yy / count - meanY ** 2
    const along = Math.atan2(2 * (xy / count - meanX * meanY), spreadX - spreadY) / 2
    const [nextCos, nextSin] = [-Math.sin(along), Math.cos(along)]
    straight = { cos: nextCos, sin: nextSin, distance: meanX * nextCos + meanY * nextSin }
  }
  return straight
}

/** The part of a line along which its pixels are seen; undefined where it is too short or looks like what lies beside it. */
function seenPart(lines: Lines, { cos, sin, distance }: Straight, shortest: number): Segment | undefined {
  const { width, height } = lines
  const [startX, startY] = [distance * cos, distance * sin]
  const reach = Math.ceil(Math.hypot(width, height))
  // The stretch with most pixels beyond the share that it needs.
  let best = { from: 0, to: 0, gain: 0 }
  let [from, gain] = [-reach, 0]
  for (let along = -reach; along <= reach; along += 1) {
    const [x, y] = [startX - along * sin, startY + along * cos]
    if (x < 3 || y < 3 || x >= width - 3 || y >= height - 3) {
      ;[from, gain] = [along + 1, 0]
      continue
    }
    gain += (isOnLine(lines, x, y, cos, sin) ? 1 : 0) - leastShare
    if (gain < 0) [from, gain] = [along + 1, 0]
    if (gain > best.gain) best = { from, to: along, gain }
  }
  if (best.to - best.from + 7 < shortest) return undefined
  let asWell = 0
  for (let along = best.from; along <= best.to; along += 1)
    for (const aside of [-beside, beside]) {
      const [x, y] = [startX - along * sin + aside * cos, startY + along * cos + aside * sin]
      const isInside = x >= 3 && y >= 3 && x < width - 3 && y < height - 3
      if (isInside && isOnLine(lines, x, y, cos, sin)) asWell += 0.5
    }
  const length = best.to - best.from + 1
  if (leastShare + (best.gain - asWell) / length < leastMore) return undefined
  return {
    fromX: startX - best.from * sin,
    fromY: startY + best.from * cos,
    toX: startX - best.to * sin,
    toY: startY + best.to * cos,
  }
}

/** Whether a pixel of a line that goes the same way lies here, or one aside. */
function isOnLine({ width, dx, dy }: Lines, x: number, y: number, cos: number, sin: number): boolean {
  for (let aside = -1; aside <= 1; aside += 1) {
    const pixel = Math.round(y + aside * sin) * width + Math.round(x + aside * cos)
    if (Math.abs(cos * (dx[pixel] as number) + sin * (dy[pixel] as number)) >= alongCosine) return true
  }
  return false
}
