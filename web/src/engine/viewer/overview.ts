import type { Point } from '@cresyl/contract/slides/affine'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { SlideView } from './slide-view.ts'
import { placementIn, planeLike } from './stack/stack-image.ts'
import type { TileLayer } from './tiles/tile-layer.ts'
import { fitViewCanvas } from './view-canvas.ts'
import { fitted, type Size, toImage, toScreen, type Viewport } from './viewport.ts'

/** The whole image in a small box, turned and mirrored as in the view. */
export const overviewport = ({ image, viewport }: SlideView, box: Size): Viewport =>
  fitted(image.pyramid, box, viewport(), 1)

/** What the view shows, in CSS pixels of the box: upright, since the whole is turned as the view is. */
export function seenBox(view: SlideView, box: Size): Box {
  const { width, height } = view.size()
  const { resolution, center } = view.viewport()
  const overview = overviewport(view, box)
  const middle = toScreen(overview, box, center)
  const scale = resolution / overview.resolution
  return {
    x: middle.x - (width * scale) / 2,
    y: middle.y - (height * scale) / 2,
    width: width * scale,
    height: height * scale,
  }
}

/** The place of the image that lies at a place of the box, or the nearest: the middle of a view stays on the image. */
export function imagePlace(view: SlideView, box: Size, place: Point): Point {
  const { width, height } = view.image.pyramid
  const { x, y } = toImage(overviewport(view, box), box, place)
  return { x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) }
}

/**
 * Draws the whole image into an element as the view draws it: its channels, colours, plane and turn.
 * `shown` is the view as it is about the image that is seen, and `tiles` are of that one; they end with it.
 */
export function drawOverview(
  element: HTMLElement,
  view: SlideView,
  { shown, tiles, box }: { shown: SlideView; tiles: TileLayer; box: Size },
): () => void {
  const isOwn = shown.image === view.image
  const placed = isOwn ? undefined : placementIn(view.image, shown.image)
  // A copy: one drawn by WebGL that lies over another makes Chromium leave out a part of that one, where no graphics
  // card draws the page.
  const canvas = document.createElement('canvas')
  canvas.style.display = 'block'
  element.replaceChildren(canvas)
  let asked: number | null = null
  let isDrawing = false
  const draw = () => {
    asked = null
    isDrawing = true
    const screen = { size: box, pixelRatio: globalThis.devicePixelRatio }
    tiles.render({
      ...screen,
      viewport: overviewport(view, box),
      // 8 bits of depth are enough for a picture of this size, and nothing is fetched ahead.
      moving: true,
      placed,
    })
    isDrawing = false
    fitViewCanvas(canvas, screen)
    canvas.getContext('2d')?.drawImage(tiles.canvas, 0, 0)
  }
  const ask = () => {
    if (!isDrawing) asked ??= requestAnimationFrame(draw)
  }
  const take = () => {
    tiles.setDisplay(shown.display())
    tiles.setPlane(isOwn ? view.plane() : planeLike(shown.image, view.image, view.plane()))
  }
  let { rotation, flipped } = view.viewport()
  const turn = () => {
    const next = view.viewport()
    if (next.rotation === rotation && next.flipped === flipped) return
    ;({ rotation, flipped } = next)
    ask()
  }
  const ends = [
    tiles.subscribe(ask),
    shown.subscribe('display', take),
    view.subscribe('plane', take),
    view.subscribe('viewport', turn),
  ]
  take()
  ask()
  return () => {
    for (const end of ends) end()
    if (asked !== null) cancelAnimationFrame(asked)
    tiles.destroy()
  }
}
