import { fillHoles, type Labelled } from './components.ts'
import { forEachDensity } from './densities.ts'
import { close } from './distance.ts'
import { measureStrips, type Strip } from './elongated.ts'
import type { Circle } from './find-circles.ts'
import { findRoundBubbles } from './find-round-bubbles.ts'
import { fitLine } from './fit-line.ts'
import type { ColorPicture, GlassColor } from './glass.ts'

/** Rims bend light away, of all colours alike: dark and grey, as optical density. */
const leastDensity = 0.2
const leastGreyness = 0.68
/** Share of a rim's pixels that must be greyer than tissue is, and how grey that is. */
const surelyGreyShare = 0.35
const surelyGrey = 0.8

const widestRimMicrometres = 110
/** Gaps in a rim that are bridged. */
const gapMicrometres = 32
/** Of what a closed rim surrounds, were it round: glands with grey walls are smaller. */
const smallestRadius = 90
/** Half of the width that the rims of round bubbles are taken to have. */
const halfRimMicrometres = 20
/** A closed rim of any shape has so many times its own area inside. */
const leastInside = 4

/** The edge of a cover glass is a straight line of this length, or one through all of a smaller picture. */
const edgeMicrometres = 3000
const edgeShare = 0.9
/** How far its pixels may lie from the line, relative to its length. */
const mostCrooked = 0.03

export interface Bubbles {
  /** 255 in bubbles, with all that lies in them, and on edges of the cover glass. */
  readonly whole: Uint8Array
  /** 255 on their rims only. */
  readonly rims: Uint8Array
}

type Size = Pick<ColorPicture, 'width' | 'height'>
type Points = readonly (readonly [number, number])[]

/**
 * Air bubbles with all that lies in them, and edges of the cover glass, in a picture at about 8 µm a pixel. Both are
 * known by their thin, dark, grey rims.
 * @param micrometres of a pixel.
 */
export function findBubbles(picture: ColorPicture, glass: GlassColor, micrometres: number): Bubbles {
  const { width, height } = picture
  const whole = new Uint8Array(picture.unknown.length)
  const rims = new Uint8Array(picture.unknown.length)
  const grey = new Uint8Array(picture.unknown.length)
  const sure = new Uint8Array(picture.unknown.length)
  forEachDensity(picture, glass, (pixel, red, green, blue) => {
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
    const points = pointsOf(labelled, strip.index, width)
    const isFound =
      isEdge(points, picture, micrometres) || fillClosed(whole, picture, labelled, strip, micrometres)
    if (isFound) labelled.fill(rims, strip.index, 255)
  }
  for (const circle of findRoundBubbles(picture, glass, micrometres))
    fillDisc({ whole, rims }, picture, circle, halfRimMicrometres / micrometres)
  for (let pixel = 0; pixel < rims.length; pixel += 1) if (rims[pixel]) whole[pixel] = 255
  return { whole, rims }
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

function pointsOf(labelled: Labelled, index: number, width: number): Points {
  const points: [number, number][] = []
  labelled.forEachRunOf(index, (from, to) => {
    const row = Math.floor(from / width)
    for (let at = from; at < to; at += 1) points.push([at - row * width + 0.5, row + 0.5])
  })
  return points
}

function isEdge(points: Points, { width, height }: Size, micrometres: number): boolean {
  const { length, deviation } = fitLine(points)
  const isLong = length >= Math.min(edgeMicrometres / micrometres, edgeShare * Math.min(width, height))
  return isLong && deviation <= mostCrooked * length
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

/** Fills a disc, and its rim as wide as rims may be. */
function fillDisc({ whole, rims }: Bubbles, { width, height }: Size, circle: Circle, halfRim: number): void {
  const { x, y, radius } = circle
  const outer = radius + halfRim
  for (let row = Math.max(0, Math.floor(y - outer)); row < Math.min(height, y + outer); row += 1)
    for (let column = Math.max(0, Math.floor(x - outer)); column < Math.min(width, x + outer); column += 1) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y)
      if (distance > outer) continue
      whole[row * width + column] = 255
      if (distance >= radius - halfRim) rims[row * width + column] = 255
    }
}
