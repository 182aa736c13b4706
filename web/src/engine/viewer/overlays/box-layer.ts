import { applyAffine } from '@cresyl/contract/slides/affine'
import type { Box } from '@cresyl/contract/slides/image-space'
import { paintSights } from '../sights.ts'
import type { SlideView } from '../slide-view.ts'
import { ink, stroke, tracePoints } from '../tools/ink.ts'
import { createViewCanvas, fitViewCanvas } from '../view-canvas.ts'
import type { PlacedLayer } from '../view-layer.ts'
import { imageToScreen } from '../viewport.ts'

const edge = { color: ink.selected, halo: ink.halo, width: 2, dash: [8, 5] }

/** The outline of a part of the image, in pixels of full resolution. */
export function addBoxLayer(view: SlideView, box: Box): PlacedLayer {
  const canvas = createViewCanvas('box-layer')
  const corners = [
    { x: box.x, y: box.y },
    { x: box.x + box.width, y: box.y },
    { x: box.x + box.width, y: box.y + box.height },
    { x: box.x, y: box.y + box.height },
  ]
  return view.addLayer({
    kind: 'overlays',
    draw: (frame) => {
      fitViewCanvas(canvas, frame)
      const context = canvas.getContext('2d')
      if (context === null) return canvas
      paintSights(context, frame, ({ viewport, size, pixelRatio }) => {
        context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
        const toScreen = imageToScreen(viewport, size)
        const points = corners.map((corner) => applyAffine(toScreen, corner))
        stroke(context, edge, () => tracePoints(context, points, true))
      })
      return canvas
    },
  })
}
