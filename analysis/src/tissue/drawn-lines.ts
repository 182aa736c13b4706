import { labelComponents } from './components.ts'
import { countMarked } from './count-marked.ts'
import { dilate } from './distance.ts'
import type { RoundRim } from './find-round-bubbles.ts'
import type { Segment } from './find-straight-lines.ts'
import { ridgeUnit } from './grey-ridges.ts'
import type { LineMap } from './line-map.ts'

/** Ink in a picture at about 8 µm a pixel. */
export interface Ink {
  readonly width: number
  readonly height: number
  /** 255 where there is ink. */
  readonly data: Uint8Array
}

/** Share of a line that must be ink for it to be drawn, and of one that is as dense as ink all along it. */
const [leastInk, leastEvenInk] = [0.6, 0.35]
/** Optical density of ink above what lies beside it, and how many times denser it is in some places than in others. */
const [leastInkDensity, mostUneven] = [0.8, 1.65]
/** A way around of which more is ink is closed, whatever touches it; one of which less is has ends. */
const [closedInk, openInk] = [0.9, 0.72]
/** Share of the way around on which a rim goes on after it was as black as ink. */
const leastBeyond = 0.05
/** Share of a stroke that lies elsewhere if it only follows a circle for a while. */
const leastElsewhere = 0.2
/** How far from the middle of a line its ink may lie. */
const besideMicrometres = 24
/** What ends nearer to the border of the picture goes on beyond it. */
const borderMicrometres = 48
/** Cosine of the angle between edges that meet at a corner, at most. */
const mostCornerCosine = 0.5

/** Edges of the cover glass go through all of the picture or meet at corners: black lines that end elsewhere are drawn. */
export function withoutDrawnEdges(edges: readonly Segment[], ink: Ink, micrometres: number): Segment[] {
  if (edges.length === 0 || !ink.data.includes(255)) return [...edges]
  const near = dilate(ink.data, ink.width, ink.height, Math.round(besideMicrometres / micrometres))
  const border = borderMicrometres / micrometres
  return edges.filter((edge) => {
    if (shareOf(near, ink, pointsOf(edge)) < leastInk) return true
    const crossing = edges.filter((other) => cosineBetween(edge, other) <= mostCornerCosine)
    const ends = [
      { x: edge.fromX, y: edge.fromY },
      { x: edge.toX, y: edge.toY },
    ]
    return ends.every(
      ({ x, y }) =>
        Math.min(x, y, ink.width - x, ink.height - y) < border ||
        crossing.some((other) => pointsOf(other).some((at) => Math.hypot(at.x - x, at.y - y) < 2 * border)),
    )
  })
}

/**
 * Rims of bubbles end where they began and take more light on one side than on the other: black lines that follow a
 * circle for a while and end, go on elsewhere or are equally dense all along are drawn.
 * @param near 255 near any of the rims and what else may be black.
 */
export function withoutDrawnRims(
  rims: readonly RoundRim[],
  near: Uint8Array,
  ink: Ink,
  ridges: LineMap,
  micrometres: number,
): RoundRim[] {
  const { width, height, data } = ink
  const passing = new Uint8Array(data.length)
  const labelled = labelComponents(data, width, height, 255)
  labelled.components.forEach(({ area }, index) => {
    let onRims = 0
    labelled.forEachRunOf(index, (from, to) => {
      onRims += countMarked(near, from, to)
    })
    if (area - onRims >= leastElsewhere * area) labelled.fill(passing, index, 255)
  })
  const radius = Math.round(besideMicrometres / micrometres)
  const [black, elsewhere] = [data, passing].map((mask) => dilate(mask, width, height, radius)) as [
    Uint8Array,
    Uint8Array,
  ]
  return rims.filter(({ x, y, radii, onLine }) => {
    const way = Array.from(radii, (radius, step) => {
      const angle = (2 * Math.PI * step) / radii.length
      return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
    })
    const inked = shareOf(black, ink, way)
    if (inked < leastEvenInk || inked > closedInk) return true
    const densities = way
      .filter((at) => shareOf(black, ink, [at]) > 0)
      .map((at) => densityAcross(ridges, { x, y }, at, radius))
    if (isEven(densities)) return false
    if (inked < leastInk) return true
    const ends = inked < openInk && onLine < inked + leastBeyond
    return !ends && shareOf(elsewhere, ink, way) < leastInk
  })
}

/** The most that a line is denser than beside it, on the way from a centre, so many pixels to both sides of a place. */
function densityAcross({ values, width, height }: LineMap, centre: Point, at: Point, reach: number): number {
  const distance = Math.hypot(at.x - centre.x, at.y - centre.y)
  let most = 0
  for (let aside = -reach; aside <= reach; aside += 0.5) {
    const x = Math.floor(centre.x + ((distance + aside) / distance) * (at.x - centre.x))
    const y = Math.floor(centre.y + ((distance + aside) / distance) * (at.y - centre.y))
    if (x >= 0 && y >= 0 && x < width && y < height) most = Math.max(most, values[y * width + x] as number)
  }
  return most
}

/** Whether a line is as dense as ink, and equally all along; places by themselves don't count. */
function isEven(densities: readonly number[]): boolean {
  const middle = (values: readonly number[], share: number) =>
    values.toSorted((one, other) => one - other)[Math.floor(share * values.length)] ?? 0
  const smooth = densities.map((_, at) => middle(densities.slice(Math.max(0, at - 2), at + 3), 0.5))
  return (
    middle(smooth, 0.5) >= leastInkDensity * ridgeUnit &&
    middle(smooth, 0.9) <= mostUneven * middle(smooth, 0.1)
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Both ends of a line and points between them, a pixel apart. */
function pointsOf({ fromX, fromY, toX, toY }: Segment): Point[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(toX - fromX, toY - fromY)))
  return Array.from({ length: steps + 1 }, (_, step) => ({
    x: fromX + ((toX - fromX) * step) / steps,
    y: fromY + ((toY - fromY) * step) / steps,
  }))
}

function cosineBetween(one: Segment, other: Segment): number {
  const [oneX, oneY] = [one.toX - one.fromX, one.toY - one.fromY]
  const [otherX, otherY] = [other.toX - other.fromX, other.toY - other.fromY]
  return Math.abs(oneX * otherX + oneY * otherY) / (Math.hypot(oneX, oneY) * Math.hypot(otherX, otherY))
}

/** Share of the points in the picture that are marked. */
function shareOf(mask: Uint8Array, { width, height }: Ink, points: readonly Point[]): number {
  let [inside, marked] = [0, 0]
  for (const { x, y } of points) {
    if (x < 0 || y < 0 || x >= width || y >= height) continue
    inside += 1
    if (mask[Math.floor(y) * width + Math.floor(x)]) marked += 1
  }
  return marked / Math.max(1, inside)
}
