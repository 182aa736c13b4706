import type { SlideView } from '../slide-view.ts'
import { createViewCanvas, fitViewCanvas } from '../view-canvas.ts'
import type { PlacedLayer } from '../view-layer.ts'
import { imageToScreen } from '../viewport.ts'
import { paintTools } from './paint-tools.ts'
import type { ToolsState } from './tools-state.ts'

/** Draws the tools over everything else. */
export function addToolLayer(view: SlideView, state: () => ToolsState, locale: () => string): PlacedLayer {
  const canvas = createViewCanvas('tool-layer')
  return view.addLayer({
    kind: 'tools',
    draw: (frame) => {
      const { viewport, size, pixelRatio } = frame
      fitViewCanvas(canvas, frame)
      const context = canvas.getContext('2d')
      if (context !== null) {
        context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
        context.clearRect(0, 0, size.width, size.height)
        const toScreen = imageToScreen(viewport, size)
        paintTools(context, { state: state(), space: view.image.space, toScreen, size, locale: locale() })
      }
      return canvas
    },
  })
}
