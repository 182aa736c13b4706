import { applyAffine, invert, type Point } from '@cresyl/contract/slides/affine'
import type { Edges } from '../tile-grid.ts'
import { colorTones, type Tones } from '../tones.ts'
import { createCanvas, cutPiece, isSameScene, type Painter, type Piece, type Scene } from './scene.ts'
import { createTonedPictures, type TonedPictures } from './toned-pictures.ts'

/** How far tiles reach under their neighbours, in pixels of the screen: canvases soften edges, and seams would show. */
const overlap = 1.5
const stripe = 12

/** Draws without WebGL: colours, or channels that come composed. */
export function createCanvasPainter(): Painter {
  const canvas = createCanvas()
  const pictures = createTonedPictures()
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('The browser draws neither with WebGL2 nor on a 2D canvas.')
  let painted: Scene | null = null
  return {
    canvas,
    canCompose: false,
    paint: (scene) => {
      // While something is drawn over it, or the pointer moves, it stays as it is.
      if (painted && isSameScene(painted, scene)) return
      painted = scene
      paintScene(context, scene, pictures)
      pictures.endFrame()
    },
    destroy: () => {
      // Gives back its memory at once.
      canvas.width = 0
      canvas.height = 0
    },
  }
}

function paintScene(context: CanvasRenderingContext2D, scene: Scene, pictures: TonedPictures): void {
  const { size, background, image, stacks, failed, magnification } = scene
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = background
  context.fillRect(0, 0, size.width, size.height)
  const [a, b, c, d, e, f] = scene.toCanvas
  context.setTransform(a, d, b, e, c, f)
  context.imageSmoothingEnabled = magnification < 2
  context.imageSmoothingQuality = 'high'
  context.save()
  context.beginPath()
  context.rect(image.left, image.top, image.right - image.left, image.bottom - image.top)
  context.clip()
  for (const { pieces, look } of stacks) {
    if (look.type !== 'colors') continue
    const tones = colorTones(look.display)
    for (const place of placing(scene)) {
      const draw = drawing(context, tones, pictures, place)
      for (const piece of pieces.toReversed()) draw(piece)
    }
  }
  context.restore()
  for (const edges of failed) hatch(context, edges, magnification)
}

/**
 * Where a tile is drawn, each time anew: on whole pixels of the screen where it lies straight, else first a little under
 * the next one, so that no seam shows, and then where it is.
 */
function placing({ toCanvas, magnification }: Scene): ((edges: Edges) => Edges)[] {
  const [a, b, , d, e] = toCanvas
  const isStraight = Math.min(Math.abs(a) + Math.abs(e), Math.abs(b) + Math.abs(d)) < 1e-9 * magnification
  const margin = overlap / magnification
  if (!isStraight) {
    const widened = (edges: Edges) => ({
      ...edges,
      right: edges.right + margin,
      bottom: edges.bottom + margin,
    })
    return [widened, (edges) => edges]
  }
  const back = invert(toCanvas)
  const snapped = (point: Point) => {
    const { x, y } = applyAffine(toCanvas, point)
    return applyAffine(back, { x: Math.round(x), y: Math.round(y) })
  }
  const straight = ({ left, top, right, bottom }: Edges) => {
    const [first, last] = [snapped({ x: left, y: top }), snapped({ x: right, y: bottom })]
    return { left: first.x, top: first.y, right: last.x, bottom: last.y }
  }
  return [straight]
}

function drawing(
  context: CanvasRenderingContext2D,
  tones: Tones,
  pictures: TonedPictures,
  place: (edges: Edges) => Edges,
): (piece: Piece) => void {
  return (piece) => {
    const cut = cutPiece(piece)
    const source = pictures.of(piece.picture, tones)
    if (source === null || cut === null) return
    const { part } = cut
    const { left, top, right, bottom } = place(cut.edges)
    const { width, height } = piece.picture
    context.drawImage(
      source,
      part.left * width,
      part.top * height,
      (part.right - part.left) * width,
      (part.bottom - part.top) * height,
      left,
      top,
      right - left,
      bottom - top,
    )
  }
}

function hatch(context: CanvasRenderingContext2D, edges: Edges, magnification: number): void {
  const { left, top } = edges
  const [width, height] = [edges.right - left, edges.bottom - top]
  context.save()
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  context.fillStyle = 'rgb(128 128 128 / 0.12)'
  context.fill()
  context.strokeStyle = 'rgb(128 128 128 / 0.5)'
  context.lineWidth = 1 / magnification
  const step = (stripe * Math.SQRT2) / magnification
  context.beginPath()
  for (let offset = 0; offset < width + height; offset += step) {
    context.moveTo(left + offset, top)
    context.lineTo(left + offset - height, top + height)
  }
  context.stroke()
  context.restore()
}
