import { applyAffine } from '@cresyl/contract/slides/affine'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { PaintContext } from './picture.ts'
import type { Frame } from './tiles/tile-layer.ts'
import { screenToImage, visibleBox } from './viewport.ts'

/** The frame, and where there is a lens what is seen through it: things lie elsewhere there. */
export const sightsOf = (frame: Frame): readonly Frame[] => (frame.lens ? [frame, frame.lens.frame] : [frame])

/** Empties the canvas of a layer and paints each sight where it is seen, so that a lens shows what lies over images too. */
export function paintSights(context: PaintContext, frame: Frame, paint: (sight: Frame) => void): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  for (const sight of sightsOf(frame)) {
    context.save()
    if (frame.lens) cut(context, frame, sight === frame)
    paint(sight)
    context.restore()
  }
}

function cut(context: PaintContext, { lens, size, pixelRatio }: Frame, isAround: boolean): void {
  if (!lens) return
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.beginPath()
  if (isAround) context.rect(0, 0, size.width, size.height)
  // A line of its own: otherwise the rectangle's corner is joined to it.
  context.moveTo(lens.middle.x + lens.radius, lens.middle.y)
  context.arc(lens.middle.x, lens.middle.y, lens.radius, 0, 2 * Math.PI)
  context.clip('evenodd')
}

/** What of the image is seen, in pixels of its full resolution: the box around it. */
export function seenBox({ viewport, size, within }: Pick<Frame, 'viewport' | 'size' | 'within'>): Box {
  if (!within) return visibleBox(viewport, size)
  const corners = within.map((corner) => applyAffine(screenToImage(viewport, size), corner))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
