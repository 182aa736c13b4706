import { fillHoles, type Labelled } from './components.ts'
import { forEachDensity } from './densities.ts'
import { close, dilate } from './distance.ts'
import { withoutDrawnEdges, withoutDrawnRims } from './drawn-lines.ts'
import { measureStrips, type Strip } from './elongated.ts'
import { findGlassEdges } from './find-glass-edges.ts'
import { meanRadius } from './find-rims.ts'
import { findRoundBubbles } from './find-round-bubbles.ts'
import type { Segment } from './find-straight-lines.ts'
import type { ColorPicture, GlassColor } from './glass.ts'
import { findGreyRidges } from './grey-ridges.ts'
import type { LineMap } from './line-map.ts'
import { type Rim, radiusTowards } from './trace-rim.ts'

/** Rims bend light away, of all colours alike: dark and grey, as optical density. */
const leastDensity = 0.2
const leastGreyness = 0.68
/** Share of a rim's pixels that must be greyer than tissue is, and how grey that is. */
const surelyGreyShare = 0.35
const surelyGrey = 0.8

const widestRimMicrometres = 110
/** Lines that are wider than about this don't stand out as such. */
const widestLineMicrometres = 64
/** Gaps in a rim that are bridged. */
const gapMicrometres = 32
/** Of what a closed rim surrounds, were it round: glands with grey walls are smaller. */
const smallestRadius = 90
/** Half of the width that the rims of round bubbles are taken to have. */
const halfRimMicrometres = 20
/** How far from where it is taken to be a rim may lie, and relative to its radius. */
const strayMicrometres = 40
const strayShare = 0.08
/** A closed rim of any shape has so many times its own area inside. */
const leastInside = 4

export interface Bubbles {
  /** 255 in bubbles, with all that lies in them, and on edges of the cover glass. */
  readonly whole: Uint8Array
  /** 255 on their rims only. */
  readonly rims: Uint8Array
}

type Size = Pick<ColorPicture, 'width' | 'height'>

/**
 * Air bubbles with all that lies in them, and edges of the cover glass, in a picture at about 8 µm a pixel. Both are
 * known by their thin, dark, grey rims.
 * @param inked 255 where there may be ink: rims may look like it, and black strokes like rims.
 * @param micrometres of a pixel.
 */
export function findBubbles(
  picture: ColorPicture,
  glass: GlassColor,
  inked: Uint8Array,
  micrometres: number,
): Bubbles {
  const { width, height } = picture
  const whole = new Uint8Array(picture.unknown.length)
  const rims = new Uint8Array(picture.unknown.length)
  const grey = new Uint8Array(picture.unknown.length)
  const sure = new Uint8Array(picture.unknown.length)
  forEachDensity(picture, glass, 2 * leastDensity, (pixel, red, green, blue) => {
    const least = Math.min(red, green, blue)
    const most = Math.max(red, green, blue)
    if (least <= leastDensity || least <= leastGreyness * most) return
    grey[pixel] = 255
    if (least > surelyGrey * most) sure[pixel] = 1
  })
  const joined = close(grey, width, height, Math.round(gapMicrometres / 2 / micrometres))
  const { labelled, strips } = measureStrips(joined, width, height)
  for (const strip of strips) {
    const isThin = strip.width * micrometres <= widestRimMicrometres
    if (!isThin || strip.length * micrometres < smallestRadius) continue
    if (!isGrey(labelled, strip.index, grey, sure)) continue
    if (fillClosed(whole, picture, labelled, strip, micrometres)) labelled.fill(rims, strip.index, 255)
  }
  const halfRim = halfRimMicrometres / micrometres
  const ridges: LineMap = {
    width,
    height,
    values: findGreyRidges(picture, glass, Math.max(2, Math.round(widestLineMicrometres / micrometres))),
  }
  const ink = { width, height, data: inked }
  const edges = withoutDrawnEdges(findGlassEdges(ridges, micrometres), ink, micrometres)
  for (const edge of edges) drawEdge(rims, picture, edge, halfRim)
  const round = findRoundBubbles(ridges, micrometres, edges)
  const isInked = round.length > 0 && inked.includes(255)
  const near = isInked ? findNear(round, rims, picture, strayMicrometres / micrometres) : undefined
  for (const rim of near ? withoutDrawnRims(round, near, ink, ridges, micrometres) : round)
    fillRound({ whole, rims }, picture, rim, halfRim)
  for (let pixel = 0; pixel < rims.length; pixel += 1) if (rims[pixel]) whole[pixel] = 255
  return { whole, rims }
}

/** Where rims may lie, or what else is known to be black. */
function findNear(round: readonly Rim[], known: Uint8Array, picture: Size, stray: number): Uint8Array {
  const near = dilate(known, picture.width, picture.height, Math.round(stray))
  const whole = new Uint8Array(near.length)
  for (const rim of round)
    fillRound({ whole, rims: near }, picture, rim, Math.max(stray, strayShare * meanRadius(rim)))
  return near
}

function isGrey(labelled: Labelled, index: number, grey: Uint8Array, sure: Uint8Array): boolean {
  let [pixels, surePixels] = [0, 0]
  labelled.forEachRunOf(index, (from, to) => {
    for (let at = from; at < to; at += 1) {
      if (grey[at]) pixels += 1
      surePixels += sure[at] as number
    }
  })
  return surePixels >= surelyGreyShare * pixels
}

/** Fills a closed rim and what lies inside it; false where it isn't one. */
function fillClosed(
  whole: Uint8Array,
  { width }: Size,
  labelled: Labelled,
  { component, index }: Strip,
  micrometres: number,
): boolean {
  const { left, top, right, bottom, area } = component
  // In a box that is wider by one pixel nothing inside touches the edge.
  const across = right - left + 2
  const down = bottom - top + 2
  const rim = new Uint8Array(across * down)
  labelled.forEachRunOf(index, (from, to) => {
    const row = Math.floor(from / width)
    const start = (row - top + 1) * across + (from - row * width) - left + 1
    rim.fill(255, start, start + to - from)
  })
  fillHoles(rim, across, down, Number.POSITIVE_INFINITY)
  let filled = 0
  for (const value of rim) if (value) filled += 1
  const isLarge = filled * micrometres ** 2 >= Math.PI * smallestRadius ** 2
  if (!isLarge || filled - area < leastInside * area) return false
  for (let at = 0; at < rim.length; at += 1) {
    if (!rim[at]) continue
    const y = top + Math.floor(at / across) - 1
    whole[y * width + left + (at % across) - 1] = 255
  }
  return true
}

/** Fills what a rim goes around, and the rim as wide as it may be. */
function fillRound({ whole, rims }: Bubbles, { width, height }: Size, rim: Rim, halfRim: number): void {
  const { x, y, radii } = rim
  const reach = radii.reduce((one, other) => Math.max(one, other), 0) + halfRim
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row += 1)
    for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(width, x + reach); column += 1) {
      const [placeX, placeY] = [column + 0.5, row + 0.5]
      const outside = Math.hypot(placeX - x, placeY - y) - radiusTowards(rim, placeX, placeY)
      if (outside > halfRim) continue
      whole[row * width + column] = 255
      if (outside >= -halfRim) rims[row * width + column] = 255
    }
}

/** Draws an edge as wide as rims may be. */
function drawEdge(rims: Uint8Array, { width, height }: Size, edge: Segment, halfRim: number): void {
  const { fromX, fromY, toX, toY } = edge
  const length = Math.hypot(toX - fromX, toY - fromY)
  const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length]
  for (let along = 0; along <= length; along += 0.5)
    for (let aside = -halfRim; aside <= halfRim; aside += 0.5) {
      const x = Math.floor(fromX + along * dx - aside * dy)
      const y = Math.floor(fromY + along * dy + aside * dx)
      if (x >= 0 && y >= 0 && x < width && y < height) rims[y * width + x] = 255
    }
}
