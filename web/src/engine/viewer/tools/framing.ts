import { applyAffine, type Point } from '@cresyl/contract/slides/affine'
import type { Box, ImageSpace } from '@cresyl/contract/slides/image-space'
import type { SlideView } from '../slide-view.ts'
import { panned, screenToImage, toScreen, type Viewport } from '../viewport.ts'
import { circleOutline } from './arithmetic.ts'
import type { Measurement } from './measurement.ts'

/** The smallest upright box around a measurement, to show it. */
function boxAround(measurement: Measurement, { space }: { readonly space: ImageSpace }): Box {
  const points =
    measurement.kind === 'field'
      ? circleOutline(space, measurement.center, measurement.diameter)
      : measurement.points
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Room around what is shown, in times of its size. */
const air = 1.6
/** Nobody wants to look closer than it was scanned, however short a line is. */
const closest = 1

/** So that it is seen as a whole, however the picture is turned. */
export function framed(view: SlideView, measurement: Measurement) {
  return framedBox(view, boxAround(measurement, view.image))
}

export function framedBox(view: Pick<SlideView, 'size'>, box: Box): Pick<Viewport, 'center' | 'resolution'> {
  const { width, height } = view.size()
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const diagonal = Math.hypot(box.width, box.height)
  const needed = (diagonal * air) / Math.min(width, height)
  return { center, resolution: Math.max(needed, closest) }
}

/** Steps of the screen in pixels of the image, as the picture is turned and mirrored. */
export function lengthInImage(viewport: Viewport, by: Point): Point {
  const [a, b, , d, e] = screenToImage(viewport, { width: 0, height: 0 })
  return applyAffine([a, b, 0, d, e, 0], by)
}

/** CSS pixels between what is aimed at and the edge of the view. */
const margin = 40

/** Moves the picture just so far that a place is seen. */
export function keepInView(view: SlideView, point: Point | null): void {
  if (point === null) return
  const size = view.size()
  const { x, y } = toScreen(view.viewport(), size, point)
  const by = { x: within(x, size.width) - x, y: within(y, size.height) - y }
  if (by.x !== 0 || by.y !== 0) view.show(panned(view.viewport(), size, by))
}

const within = (value: number, length: number) =>
  Math.min(Math.max(value, margin), Math.max(length - margin, margin))
