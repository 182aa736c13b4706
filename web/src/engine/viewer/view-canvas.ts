import type { Frame } from './tiles/tile-layer.ts'

/** A canvas that lies over all of a view and lets the pointer through. */
export function createViewCanvas(className: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas.style, { position: 'absolute', inset: '0', pointerEvents: 'none' })
  canvas.className = className
  return canvas
}

/** As large as the view, with a pixel for each of the screen. */
export function fitViewCanvas(
  canvas: HTMLCanvasElement,
  { size, pixelRatio }: Pick<Frame, 'size' | 'pixelRatio'>,
): void {
  const width = Math.round(size.width * pixelRatio)
  const height = Math.round(size.height * pixelRatio)
  // Setting a size clears the canvas and costs, even if it is the same.
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  canvas.style.width = `${size.width}px`
  canvas.style.height = `${size.height}px`
}
