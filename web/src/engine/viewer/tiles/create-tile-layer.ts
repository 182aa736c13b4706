import { firstFocusPlane } from '@cresyl/contract/viewers'
import { browserClock, type Clock } from '../../clock.ts'
import type { ColorDisplay, Display } from '../display/display.ts'
import { initialDisplay } from '../display/initial-display.ts'
import type { Plane, ViewedImage } from '../viewed-image.ts'
import { type Addresses, productAddresses } from './addresses.ts'
import { composeScene, focusOf } from './compose-scene.ts'
import { type Connections, connectionsAtOnce, createConnections } from './connections.ts'
import type { TokenSource } from './fetch-tile.ts'
import { createLevelPace } from './level-pace.ts'
import { loadPicture, type PictureOrder, thumbnailOrder } from './load-picture.ts'
import { pixelOrder, planOrders } from './orders.ts'
import { createCanvasPainter } from './paint/canvas-painter.ts'
import { createGlPainter } from './paint/gl-painter.ts'
import { createPlaneDecoder, startPlaneWorker } from './plane-decoder.ts'
import { fits, isComposed, neighboursOf, type Stack, stacksFor } from './stacks.ts'
import { type TilePlace, tileGrid } from './tile-grid.ts'
import type { Frame, TileLayer, TileStatus } from './tile-layer.ts'
import type { TilePicture } from './tile-picture.ts'
import { createTileStore } from './tile-store.ts'
import { levelFor, nearestFirst, visibleTiles } from './visible-tiles.ts'

export interface TileLayerOptions {
  readonly token: TokenSource
  readonly fetch?: typeof fetch
  readonly addresses?: Addresses
  /** Shared by layers that are seen together: browsers open few to one host. */
  readonly connections?: Connections
  /** Bytes to keep at most of what is not seen, decoded and on the graphics card. */
  readonly cacheBytes?: number
  readonly clock?: Clock
  /** Off: as in browsers that have none. */
  readonly webgl?: boolean
}

interface Pace {
  readonly moving: boolean
  readonly isPassing: boolean
}

const desktopCache = 256 * 1024 * 1024

/** The picture of an image, tile by tile, in the browser. */
export function createTileLayer(image: ViewedImage, options: TileLayerOptions): TileLayer {
  const canvas = document.createElement('canvas')
  canvas.style.display = 'block'
  const clock = options.clock ?? browserClock
  const limit = options.cacheBytes ?? desktopCache
  const listeners = new Set<() => void>()
  const leaving = new AbortController()
  const grid = tileGrid(image.pyramid)
  const decoder = createPlaneDecoder(startPlaneWorker)
  const begun = new Set<string>()
  let display = initialDisplay(image.pyramid)
  let plane: Plane = { z: firstFocusPlane(image.pyramid.size_z), t: 0 }
  let earlier: { color: ColorDisplay; plane: Plane } | null = null
  let status: TileStatus = { wanted: 0, loaded: 0, failed: 0 }

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const tools = {
    image,
    grid,
    decoder,
    token: options.token,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    addresses: options.addresses ?? productAddresses,
  }
  const store = createTileStore<PictureOrder, TilePicture>({
    load: (order, loading) => loadPicture(tools, order, loading),
    changed: tell,
    limit,
    connections: options.connections ?? createConnections(connectionsAtOnce(protocolOfPage())),
    clock,
  })
  const pace = createLevelPace(clock, tell)
  const events = { lost: () => store.clear(), restored: tell }
  const painter =
    (options.webgl === false ? null : createGlPainter(canvas, events)) ?? createCanvasPainter(canvas)
  const composed = isComposed(image, painter.canCompose)
  window.addEventListener('online', () => store.online(), { signal: leaving.signal })

  const stacksOf = (wish: { display: Display; plane: Plane }, moving: boolean) =>
    stacksFor(image, { ...wish, moving }, painter.canCompose)

  const want = (stacks: readonly Stack[], places: readonly TilePlace[], { moving, isPassing }: Pace) => {
    const { orders, status: next } = planOrders(stacks, places, store)
    const thumbnail = thumbnailOrder(stacks.some(({ goal }) => goal.icc))
    const isComplete = next.loaded === next.wanted
    const ahead = isComplete && !moving ? prefetched(places) : []
    const tiles = isPassing ? [] : [...orders, ...ahead]
    const all: PictureOrder[] = isComplete ? tiles : [thumbnail, ...tiles]
    const seen = new Set([thumbnail.key])
    for (const place of places) {
      for (const { kinds } of stacks) for (const kind of kinds) seen.add(pixelOrder(place, kind).key)
    }
    store.want(all, seen)
    status = next
    return thumbnail
  }
  /** Of the planes beside this one, what comes soonest. */
  const prefetched = (places: readonly TilePlace[]) => {
    const planes = [plane, ...neighboursOf(plane, image)]
    const stacks = planes.map((each) => stacksOf({ display, plane: each }, true))
    if (!fits(grid, places, stacks.flat().length, limit)) return []
    return stacks.slice(1).flatMap((beside) => planOrders(beside, places, store).orders)
  }

  /** In the order of those that are shown now. */
  const earlierStacks = () => {
    if (earlier === null) return []
    return stacksOf({ plane: earlier.plane, display: { ...display, color: earlier.color } }, false)
  }

  return {
    canvas,
    render: (frame) => {
      if (leaving.signal.aborted) return
      const size = fitCanvas(canvas, frame)
      const level = levelFor(grid, frame.viewport.resolution, frame.pixelRatio)
      const visible = visibleTiles(grid, level, frame.viewport, frame.size)
      const places = nearestFirst(grid, visible, focusOf(frame))
      const stacks = stacksOf({ display, plane }, frame.moving)
      const before = status
      const { moving } = frame
      const thumbnail = want(stacks, places, { moving, isPassing: pace.isPassing(level, moving) })
      if (status.loaded + status.failed === status.wanted) earlier = null
      const scene = composeScene(frame, size, {
        grid,
        places,
        stacks,
        earlier: earlierStacks(),
        pictures: {
          find: (place, kind) => store.find(pixelOrder(place, kind).key),
          hasFailed: store.hasFailed,
          thumbnail: store.find(thumbnail.key),
        },
        isComposed: composed,
        begun,
      })
      painter.paint(scene)
      if (!isSame(before, status)) tell()
    },
    setDisplay: (next) => {
      if (next.color.icc !== display.color.icc) earlier ??= { color: display.color, plane }
      display = next
      tell()
    },
    setPlane: (next) => {
      if (next.z === plane.z && next.t === plane.t) return
      // Until all of it is there, what was whole stays: not what passed by meanwhile.
      earlier ??= { color: display.color, plane }
      plane = next
      tell()
    },
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry: () => {
      store.retry()
      tell()
    },
    destroy: () => {
      leaving.abort()
      listeners.clear()
      pace.destroy()
      store.destroy()
      decoder.destroy()
      painter.destroy()
    },
  }
}

const isSame = (one: TileStatus, other: TileStatus) =>
  one.wanted === other.wanted && one.loaded === other.loaded && one.failed === other.failed

/** As many pixels as the screen has; only what has changed is set, since setting empties it. */
function fitCanvas(canvas: HTMLCanvasElement, { size, pixelRatio }: Frame) {
  const width = Math.max(1, Math.round(size.width * pixelRatio))
  const height = Math.max(1, Math.round(size.height * pixelRatio))
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  canvas.style.width = `${size.width}px`
  canvas.style.height = `${size.height}px`
  return { width, height }
}

/** Such as `http/1.1` or `h2`. */
function protocolOfPage(): string {
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming ? page.nextHopProtocol : ''
}
