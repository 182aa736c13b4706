import { type Circle, findCircles, type LineMap } from './find-circles.ts'
import type { ColorPicture, GlassColor } from './glass.ts'
import { findGreyRidges, ridgeUnit } from './grey-ridges.ts'
import { halveMap } from './halve-map.ts'

/** Radii in µm: smaller round things are glands and vessels. */
const [smallestRadius, largestRadius] = [90, 7000]
/** Lines wider than about this are no rims. */
const widestRimMicrometres = 64
/** How much denser than its surroundings a rim must be, as optical density. */
const leastDensity = 0.15
/** On half as fine a map a rim is fainter, but what is there at random gets fainter still. */
const fadingByHalf = 0.6
const faintestDensity = 0.05
/** Radii in pixels for which directions of lines are good enough: larger circles are sought on halved maps. */
const largestPixels = 28
const smallestPixels = largestPixels / 2

/** Share of the way around on which the finest map must have a line, and how much more than beside it. */
const leastOnLine = 0.5
const leastMore = 0.3

/** Circles, in pixels of a picture at about 8 µm a pixel, that are rims of round bubbles. */
export function findRoundBubbles(picture: ColorPicture, glass: GlassColor, micrometres: number): Circle[] {
  const { width, height } = picture
  const radius = Math.max(2, Math.round(widestRimMicrometres / micrometres))
  const finest: LineMap = { width, height, values: findGreyRidges(picture, glass, radius) }
  let map = finest
  let least = leastDensity * ridgeUnit
  let smallest = smallestRadius / micrometres
  const found: Circle[] = []
  for (let scale = 1; scale * smallestPixels * micrometres <= largestRadius; scale *= 2) {
    if (Math.min(map.width, map.height) < smallestPixels) break
    for (const { x, y, radius } of findCircles(map, { smallest, largest: largestPixels, least })) {
      const circle = { x: x * scale, y: y * scale, radius: radius * scale }
      if (standsOut(finest, circle, scale)) found.push(circle)
    }
    map = halveMap(map)
    smallest = smallestPixels
    least = Math.max(faintestDensity * ridgeUnit, least * fadingByHalf)
  }
  return found
}

/** Whether the finest map, too, has a line there, and less of it just inside and outside. */
function standsOut(map: LineMap, { x, y, radius }: Circle, scale: number): boolean {
  const reach = Math.max(1, scale)
  const aside = 2 * reach + 3
  const on = onLine(map, { x, y, radius }, reach)
  const beside =
    onLine(map, { x, y, radius: radius - aside }, reach) +
    onLine(map, { x, y, radius: radius + aside }, reach)
  return on >= leastOnLine && on - beside / 2 >= leastMore
}

/** On how much of the way around there is a line within so many pixels. */
function onLine({ values, width, height }: LineMap, { x, y, radius }: Circle, reach: number): number {
  const steps = Math.max(24, Math.round(2 * Math.PI * radius))
  let [visible, found] = [0, 0]
  for (let step = 0; step < steps; step += 1) {
    const angle = (2 * Math.PI * step) / steps
    let most = -1
    for (let distance = radius - reach; distance <= radius + reach; distance += 1) {
      const column = Math.floor(x + distance * Math.cos(angle))
      const row = Math.floor(y + distance * Math.sin(angle))
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      most = Math.max(most, values[row * width + column] as number)
    }
    if (most >= 0) visible += 1
    if (most >= leastDensity * ridgeUnit) found += 1
  }
  return visible === 0 ? 0 : found / visible
}
