import type { Point } from '@cresyl/contract/slides/affine'
import { createChanges } from './changes.ts'
import type { Display } from './display/display.ts'
import { addInput } from './input/add-input.ts'
import { createMapMotion } from './map-motion.ts'
import { motionOf } from './motion.ts'
import { type Picture, pictureOf } from './picture.ts'
import { createRest } from './rest.ts'
import { createMapView, SlideMap } from './slide-map.ts'
import type { SlideView, ViewChange } from './slide-view.ts'
import { type Frame, isSameStatus, type TileLayer } from './tiles/tile-layer.ts'
import { createViewHistory, isAlmost, stayLength } from './view-history.ts'
import { createViewLayers } from './view-layer.ts'
import { limited } from './view-limits.ts'
import type { Plane, ViewedImage } from './viewed-image.ts'
import { fitted, type Size, toImage, type Viewport } from './viewport.ts'
import { createWatch } from './watch.ts'

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
  let pointer: Point | null = null
  let isDrawing = false
  /** Whether the last move was a zoom: then what lies under the pointer is looked at, otherwise the middle. */
  let hasZoomed = false
  const alone = pictureOf(tiles)
  let picture = alone
  tiles.setDisplay(display)
  tiles.setPlane(plane)

  const whole = (like: Viewport) => fitted(extent, size, like)
  const start = limited({ ...whole({ ...upright, ...initial }), ...initial }, extent, size)
  const view = createMapView(extent, () => size, start)
  /** What the whole image looks like, as long as that is what is seen: it stays so when the size changes. */
  let fit: Viewport | null = initial.center || initial.resolution ? null : start

  const settled = createRest(settleLength, () => map.render())
  const stayed = createRest(stayLength, () => {
    history.stayed(viewport())
    ways.look()
  })

  function frame(pixelRatio: number): Frame {
    const plain: Frame = {
      viewport: viewport(),
      aim: aim(),
      size,
      pixelRatio,
      moving: view.getAnimating() || view.getInteracting() || settled.isPending(),
      focus: (hasZoomed && cursor.value()) || undefined,
    }
    return { ...plain, lens: picture.lens?.(plain) }
  }
  const map = new SlideMap({
    controls: [],
    interactions: [],
    view,
    moveTolerance: 3,
    pixelRatio: globalThis.devicePixelRatio,
  })
  map.mirrored = start.flipped
  const layers = createViewLayers(map, frame)
  layers.add({ kind: 'picture', draw })

  let resolution = start.resolution
  const motion = createMapMotion(map, view, start, () => {
    settled.begin()
    stayed.begin()
    hasZoomed = viewport().resolution !== resolution
    resolution = viewport().resolution
    changes.tell('viewport')
    ways.look()
    cursor.look()
  })
  const { viewport, aim, move } = motion

  const cursor = createWatch<Point | null>(
    () => pointer && toImage(viewport(), size, pointer),
    (one, other) => one?.x === other?.x && one?.y === other?.y,
    () => changes.tell('cursor'),
  )
  const status = createWatch(
    () => picture.status(),
    isSameStatus,
    () => changes.tell('status'),
  )
  const ways = createWatch(
    () => ({ back: history.canGoBack(aim()), forward: history.canGoForward() }),
    (one, other) => one.back === other.back && one.forward === other.forward,
    () => changes.tell('history'),
  )
  const composing = createWatch(
    () => tiles.composes,
    (one, other) => one === other,
    () => changes.tell('display'),
  )
  const isFitted = () => fit !== null && isAlmost(aim(), fit)

  function draw(now: Frame): HTMLElement {
    isDrawing = true
    try {
      return picture.draw(now)
    } finally {
      isDrawing = false
      queueMicrotask(lookAtTiles)
    }
  }

  function lookAtTiles() {
    status.look()
    composing.look()
  }

  const slideView: SlideView = {
    image,
    map,
    get composes() {
      return composing.value()
    },
    viewport,
    aim,
    size: () => size,
    display: () => display,
    plane: () => plane,
    status: status.value,
    cursor: cursor.value,
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
    isFitted,
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
      // From where it is going: pressed twice, it goes back twice.
      const before = history.back(aim())
      if (before) slideView.show(before, { animated: true })
      ways.look()
    },
    forward() {
      const after = history.forward()
      if (after) slideView.show(after, { animated: true })
      ways.look()
    },
    canGoBack: () => ways.value().back,
    canGoForward: () => ways.value().forward,
    retry: () => picture.retry(),
    subscribe: changes.subscribe,
    addLayer: layers.add,
    drawn: layers.drawn,
    setPicture(next) {
      leavePicture()
      picture = next ?? alone
      leavePicture = follow(picture)
      map.render()
    },
    copyPicture: (context, area) => picture.copy(context, area),
    destroy,
  }

  function resize() {
    const next = sizeOf(element)
    map.setPixelRatio(globalThis.devicePixelRatio)
    if (!next || (next.width === size.width && next.height === size.height)) return
    const wasFitted = isFitted()
    const isFirst = size === unknownSize
    size = next
    if (wasFitted) slideView.fit()
    else if (isFirst && initial.resolution === undefined) slideView.show({ ...whole(viewport()), ...initial })
    changes.tell('size')
    cursor.look()
  }

  function follow({ subscribe }: Picture): () => void {
    return subscribe(() => {
      // What it tells while it draws is on the screen already.
      if (!isDrawing) map.render()
      queueMicrotask(lookAtTiles)
    })
  }
  let leavePicture = follow(picture)
  map.on('change:size', resize)
  globalThis.addEventListener('resize', resize)
  map.setTarget(element)
  const removeInput = addInput(slideView, map, element, (place) => {
    pointer = place
    cursor.look()
  })
  stayed.begin()

  function destroy() {
    removeInput()
    leavePicture()
    globalThis.removeEventListener('resize', resize)
    settled.end()
    stayed.end()
    motion.end()
    changes.clear()
    map.dispose()
    tiles.destroy()
  }

  return slideView
}

function sizeOf({ clientWidth: width, clientHeight: height }: HTMLElement): Size | null {
  return width > 0 && height > 0 ? { width, height } : null
}

const isSound = ({ center, resolution, rotation }: Viewport) =>
  [center.x, center.y, resolution, rotation].every(Number.isFinite) && resolution > 0
