import type { SlideView } from '../slide-view.ts'
import type { PlacedLayer } from '../view-layer.ts'
import { imageToScreen, type Size } from '../viewport.ts'
import { paintTools } from './paint-tools.ts'
import type { ToolsState } from './tools-state.ts'

/** Draws the tools over everything else. */
export function addToolLayer(view: SlideView, state: () => ToolsState, locale: () => string): PlacedLayer {
  const canvas = document.createElement('canvas')
  Object.assign(canvas.style, { position: 'absolute', inset: '0', pointerEvents: 'none' })
  canvas.className = 'tool-layer'
  return view.addLayer({
    kind: 'tools',
    draw: ({ viewport, size, pixelRatio }) => {
      fit(canvas, size, pixelRatio)
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

function fit(canvas: HTMLCanvasElement, { width, height }: Size, ratio: number): void {
  const wanted = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
  // Setting a size clears the canvas and costs, even if it is the same.
  if (canvas.width !== wanted.width) canvas.width = wanted.width
  if (canvas.height !== wanted.height) canvas.height = wanted.height
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}
