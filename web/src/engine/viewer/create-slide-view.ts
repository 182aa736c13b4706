import type { Point } from '@cresyl/contract/affine'
import Layer from 'ol/layer/Layer.js'
import { createChanges } from './changes.ts'
import type { Display } from './display/display.ts'
import { addInput } from './input/add-input.ts'
import { createMapMotion } from './map-motion.ts'
import { motionOf } from './motion.ts'
import { createRest } from './rest.ts'
import { createMapView, SlideMap } from './slide-map.ts'
import type { SlideView, ViewChange } from './slide-view.ts'
import type { TileLayer, TileStatus } from './tiles/tile-layer.ts'
import { createViewHistory, isAlmost, stayLength } from './view-history.ts'
import { limited } from './view-limits.ts'
import type { Plane, ViewedImage } from './viewed-image.ts'
import { fitted, type Size, toImage, type Viewport } from './viewport.ts'

export interface SlideViewTools {
  /** Its end comes with the view's. */
  readonly tiles: TileLayer
  readonly display: Display
  readonly plane: Plane
  /** Where to begin; what it leaves open shows the whole image. */
  readonly initial?: Partial<Viewport> | undefined
}

/** How long after a step the picture still counts as moving, in ms: other panes that move along take many steps. */
const settleLength = 120
/** Until the element has been laid out. */
const unknownSize: Size = { width: 1, height: 1 }
const upright: Viewport = { center: { x: 0, y: 0 }, resolution: 1, rotation: 0, flipped: false }

/** Puts a view of an image into an element, which it fills and listens to until it is destroyed. */
export function createSlideView(element: HTMLElement, image: ViewedImage, tools: SlideViewTools): SlideView {
  const { tiles, initial = {} } = tools
  const extent: Size = { width: image.pyramid.width, height: image.pyramid.height }
  const changes = createChanges<ViewChange>()
  const history = createViewHistory()

  let { display, plane } = tools
  let size = sizeOf(element) ?? unknownSize
  let status: TileStatus = tiles.status()
  let pointer: Point | null = null
  let cursor: Point | null = null
  let isDrawing = false
  tiles.setDisplay(display)
  tiles.setPlane(plane)

  const whole = (like: Viewport) => fitted(extent, size, like)
  const start = limited({ ...whole({ ...upright, ...initial }), ...initial }, extent, size)
  const view = createMapView(extent, () => size, start)
  /** What the whole image looks like, as long as that is what is seen: it stays so when the size changes. */
  let fit: Viewport | null = initial.center || initial.resolution ? null : start

  const settled = createRest(settleLength, () => map.render())
  const stayed = createRest(stayLength, () => history.stayed(viewport()))

  const layer = new Layer({
    render: ({ pixelRatio }) => {
      const moving = view.getAnimating() || view.getInteracting() || settled.isPending()
      isDrawing = true
      try {
        tiles.render({ viewport: viewport(), size, pixelRatio, moving })
      } finally {
        isDrawing = false
      }
      queueMicrotask(tellStatus)
      // The picture is drawn as it is seen, and must not be mirrored again by the element around it.
      tiles.canvas.style.transform = map.mirrored ? 'scaleX(-1)' : ''
      return tiles.canvas
    },
  })
  const map = new SlideMap({
    controls: [],
    interactions: [],
    layers: [layer],
    view,
    moveTolerance: 3,
    pixelRatio: globalThis.devicePixelRatio,
  })
  map.mirrored = start.flipped

  const motion = createMapMotion(map, view, start, () => {
    settled.begin()
    stayed.begin()
    changes.tell('viewport')
    tellCursor()
  })
  const { viewport, aim, move } = motion

  function tellCursor() {
    const next = pointer && toImage(viewport(), size, pointer)
    if (next?.x === cursor?.x && next?.y === cursor?.y) return
    cursor = next
    changes.tell('cursor')
  }

  function tellStatus() {
    const { wanted, loaded, failed } = tiles.status()
    if (status.wanted === wanted && status.loaded === loaded && status.failed === failed) return
    status = { wanted, loaded, failed }
    changes.tell('status')
  }

  const slideView: SlideView = {
    image,
    map,
    canvas: tiles.canvas,
    viewport,
    aim,
    size: () => size,
    display: () => display,
    plane: () => plane,
    status: () => status,
    cursor: () => cursor,
    show(asked, { animated = false } = {}) {
      const to = { ...aim(), ...asked }
      if (!isSound(to)) return
      fit = null
      move(limited(to, extent, size), motionOf(animated))
    },
    fit({ animated = false } = {}) {
      const to = whole(aim())
      move(to, motionOf(animated))
      fit = to
    },
    setDisplay(next) {
      if (next === display) return
      display = next
      tiles.setDisplay(next)
      map.render()
      changes.tell('display')
    },
    setPlane(next) {
      if (next.z === plane.z && next.t === plane.t) return
      plane = next
      tiles.setPlane(next)
      map.render()
      changes.tell('plane')
    },
    back() {
      const before = history.back(viewport())
      if (before) slideView.show(before, { animated: true })
    },
    forward() {
      const after = history.forward()
      if (after) slideView.show(after, { animated: true })
    },
    retry: () => tiles.retry(),
    subscribe: changes.subscribe,
    destroy,
  }

  function resize() {
    const next = sizeOf(element)
    map.setPixelRatio(globalThis.devicePixelRatio)
    if (!next || (next.width === size.width && next.height === size.height)) return
    const isWhole = fit !== null && isAlmost(viewport(), fit)
    const isFirst = size === unknownSize
    size = next
    if (isWhole) slideView.fit()
    else if (isFirst && initial.resolution === undefined) slideView.show({ ...whole(viewport()), ...initial })
    changes.tell('size')
    tellCursor()
  }

  const leaveTiles = tiles.subscribe(() => {
    // What it tells while it draws is on the screen already.
    if (!isDrawing) map.render()
    queueMicrotask(tellStatus)
  })
  map.on('change:size', resize)
  globalThis.addEventListener('resize', resize)
  map.setTarget(element)
  const removeInput = addInput(slideView, map, element, (place) => {
    pointer = place
    tellCursor()
  })
  stayed.begin()

  function destroy() {
    removeInput()
    leaveTiles()
    globalThis.removeEventListener('resize', resize)
    settled.end()
    stayed.end()
    motion.end()
    changes.clear()
    map.dispose()
    layer.dispose()
    tiles.destroy()
  }

  return slideView
}

function sizeOf({ clientWidth: width, clientHeight: height }: HTMLElement): Size | null {
  return width > 0 && height > 0 ? { width, height } : null
}

const isSound = ({ center, resolution, rotation }: Viewport) =>
  [center.x, center.y, resolution, rotation].every(Number.isFinite) && resolution > 0
