import Layer from 'ol/layer/Layer.js'
import type { SlideView } from '../slide-view.ts'
import { imageToScreen } from '../viewport.ts'
import { paintTools } from './paint-tools.ts'
import type { ToolsState } from './tools-state.ts'

/** Above the picture and what is laid over it. */
const above = 1000

/** A layer of the map, drawn in the same frame as the picture, so that lines never lag behind the tissue. */
export function createToolLayer(view: SlideView, state: () => ToolsState, locale: () => string): Layer {
  const canvas = document.createElement('canvas')
  Object.assign(canvas.style, { position: 'absolute', inset: '0', pointerEvents: 'none' })
  canvas.className = 'tool-layer'
  return new Layer({
    zIndex: above,
    render: (frame) => {
      const viewport = view.viewport()
      const [width = 0, height = 0] = frame?.size ?? []
      const ratio = frame?.pixelRatio ?? 1
      fit(canvas, width, height, ratio)
      // The map is mirrored where the picture is: mirrored once more, text can be read.
      canvas.style.transform = viewport.flipped ? 'scaleX(-1)' : ''
      const context = canvas.getContext('2d')
      if (context !== null) {
        const size = { width, height }
        context.setTransform(ratio, 0, 0, ratio, 0, 0)
        context.clearRect(0, 0, width, height)
        const toScreen = imageToScreen(viewport, size)
        paintTools(context, { state: state(), space: view.image.space, toScreen, size, locale: locale() })
      }
      return canvas
    },
  })
}

function fit(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const wanted = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
  // Setting a size clears the canvas and costs, even if it is the same.
  if (canvas.width !== wanted.width) canvas.width = wanted.width
  if (canvas.height !== wanted.height) canvas.height = wanted.height
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}
