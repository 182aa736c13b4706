import type { Point } from '@cresyl/contract/slides/affine'
import type { Frame } from '../tiles/tile-layer.ts'
import { type Size, zoomedAt } from '../viewport.ts'
import type { Lens } from './stack-state.ts'

/** Where its middle is, in CSS pixels of the view. */
export const lensMiddle = ({ x, y }: Lens, { width, height }: Size): Point => ({
  x: x * width,
  y: y * height,
})

/** The lens with its middle there, in CSS pixels of the view. */
export const lensAt = (lens: Lens, { width, height }: Size, { x, y }: Point): Lens => ({
  ...lens,
  x: x / width,
  y: y / height,
})

/** What is seen through it: as large as the view, with what is in the middle of the lens where it is. */
export function lensFrame(frame: Frame, lens: Lens): Frame {
  const middle = lensMiddle(lens, frame.size)
  const zoomed = (viewport: Frame['viewport']) =>
    lens.zoom === 1 ? viewport : zoomedAt(viewport, frame.size, middle, viewport.resolution / lens.zoom)
  return {
    ...frame,
    viewport: zoomed(frame.viewport),
    aim: frame.aim && zoomed(frame.aim),
    within: around(middle, lens.radius),
  }
}

const corners = 12

/** The smallest regular shape around the circle: for the choice of tiles a few corners do. */
function around({ x, y }: Point, radius: number): Point[] {
  const reach = radius / Math.cos(Math.PI / corners)
  return Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * index) / corners
    return { x: x + reach * Math.cos(angle), y: y + reach * Math.sin(angle) }
  })
}
