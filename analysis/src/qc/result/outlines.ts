import type { QcOutlines } from '@cresyl/contract/qc/qc-jobs'
import type { QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import type { Mask } from '../../overview/look.ts'
import { labelComponents } from '../../tissue/components.ts'
import { simplifyRing } from './simplify-ring.ts'

type Position = [number, number]

/** Ways along the borders of pixels: right, down, left, up; and which pixels lie ahead of a corner, from it. */
const ways = [
  { step: [1, 0], left: [0, -1], right: [0, 0] },
  { step: [0, 1], left: [0, 0], right: [-1, 0] },
  { step: [-1, 0], left: [-1, 0], right: [-1, -1] },
  { step: [0, -1], left: [-1, -1], right: [0, -1] },
] as const

/** How far an outline may leave the borders of pixels, in pixels of the mask. */
const tolerance = 0.75

/**
 * The outlines of a mask as polygons in pixels of full resolution, holes after the ring around them. Pixels that only
 * touch at a corner are polygons of their own, so that no ring touches itself.
 */
export function outlineMask(mask: Mask, key: QcMeasureKey): QcOutlines {
  const { width, height, data, box } = mask
  const labelled = labelComponents(data, width, height, 255, false)
  const rings: { outer: Position[]; holes: Position[][] }[] = labelled.components.map(() => ({
    outer: [],
    holes: [],
  }))
  const stepX = box.width / width
  const stepY = box.height / height
  const toFull = ([x, y]: Position): Position => [box.x + x * stepX, box.y + y * stepY]
  for (const { pixel, ring } of traceRings(data, width, height)) {
    const component = rings[labelled.componentAt(pixel) ?? -1]
    const open = simplifyRing(ring, tolerance).map(toFull)
    const full = [...open, open[0] as Position]
    if (areaOf(ring) > 0) component?.outer.push(...full)
    else component?.holes.push(full)
  }
  return {
    type: 'FeatureCollection',
    features: rings.map(({ outer, holes }, index) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [outer, ...holes] },
      properties: { key, area_px: (labelled.components[index]?.area ?? 0) * stepX * stepY },
    })),
  }
}

/** The area inside a ring, positive where it runs clockwise on the screen. */
function areaOf(ring: readonly Position[]): number {
  let sum = 0
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as Position
    sum += x * nextY - nextX * y
  })
  return sum / 2
}

/** Every border of the pixels of 255, each with its pixels to the right of the way, and one of these pixels. */
function* traceRings(data: Uint8Array, width: number, height: number) {
  const isIn = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] === 255
  const seen = new Uint8Array(data.length)
  for (let pixel = data.indexOf(255); pixel >= 0; pixel = data.indexOf(255, pixel)) {
    const y = Math.floor(pixel / width)
    // Pixel by pixel along what is marked.
    for (let x = pixel - y * width; x < width && data[pixel] === 255; x += 1, pixel += 1)
      if (!seen[pixel] && !isIn(x, y - 1)) yield { pixel, ring: followRing(x, y, width, isIn, seen) }
  }
}

/** Starts along the upper border of a pixel; every ring has one. Notes the upper borders that it passes. */
function followRing(
  startX: number,
  startY: number,
  width: number,
  isIn: (x: number, y: number) => boolean,
  seen: Uint8Array,
): Position[] {
  const ring: Position[] = []
  let [x, y, direction] = [startX, startY, 0]
  do {
    if (direction === 0) seen[y * width + x] = 1
    const { step, left, right } = ways[direction] as (typeof ways)[number]
    x += step[0]
    y += step[1]
    const isRight = isIn(x + right[0], y + right[1])
    const isLeft = isIn(x + left[0], y + left[1])
    const turned = !isRight ? (direction + 1) % 4 : isLeft ? (direction + 3) % 4 : direction
    if (turned !== direction) ring.push([x, y])
    direction = turned
  } while (x !== startX || y !== startY || direction !== 0)
  return ring
}
