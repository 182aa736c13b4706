import { firstFocusPlane } from '@cresyl/contract/slides/viewers'
import { browserClock, type Clock } from '../../clock.ts'
import type { ColorDisplay, Display } from '../display/display.ts'
import { initialDisplay } from '../display/initial-display.ts'
import { hasChannels, type Plane, type ViewedImage } from '../viewed-image.ts'
import { type Addresses, productAddresses } from './addresses.ts'
import { createArrivals } from './arrivals.ts'
import { cacheBytesFor, thisDevice } from './cache-size.ts'
import { composeScene } from './compose-scene.ts'
import { type Connections, connectionsAtOnce, createConnections } from './connections.ts'
import type { TokenSource } from './fetch-tile.ts'
import { drawnResolution, focusOf, seenFrom, seenShape } from './frame-geometry.ts'
import { createLevelPace } from './level-pace.ts'
import { loadPicture, type PictureOrder } from './load-picture.ts'
import { pixelOrder } from './orders.ts'
import { createPainter } from './paint/create-painter.ts'
import type { Painter } from './paint/scene.ts'
import { planFrame } from './plan-frame.ts'
import { createPlaneDecoder, startPlaneWorker } from './plane-decoder.ts'
import { fits, isComposed, neighboursOf, stacksFor } from './stacks.ts'
import { type TileGrid, type TilePlace, tileGrid } from './tile-grid.ts'
import { type Frame, isSameStatus, type TileLayer, type TileStatus } from './tile-layer.ts'
import type { TilePicture } from './tile-picture.ts'
import { createTileStore } from './tile-store.ts'
import { levelFor, nearestFirst, tilesMeeting } from './visible-tiles.ts'

export interface TileLayerOptions {
  readonly token: TokenSource
  readonly fetch?: typeof fetch
  readonly addresses?: Addresses
  /** Shared by layers that are seen together: browsers open few to one host. */
  readonly connections?: Connections
  /** Bytes to keep at most of what is not seen; as suits the device when left out. */
  readonly cacheBytes?: number
  readonly clock?: Clock
}

const nothingWanted: TileStatus = { wanted: 0, loaded: 0, failed: 0 }

/** The picture of an image, tile by tile, in the browser. */
export function createTileLayer(image: ViewedImage, options: TileLayerOptions): TileLayer {
  const clock = options.clock ?? browserClock
  const limit = options.cacheBytes ?? cacheBytesFor(thisDevice())
  const listeners = new Set<() => void>()
  const leaving = new AbortController()
  const grid = tileGrid(image.pyramid)
  const decoder = createPlaneDecoder(startPlaneWorker)
  const begun = new Set<string>()
  let display = initialDisplay(image.pyramid)
  let plane: Plane = { z: firstFocusPlane(image.pyramid.size_z), t: 0 }
  let earlier: { color: ColorDisplay; plane: Plane } | null = null
  let status = nothingWanted

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const arrivals = createArrivals(clock, tell)
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
    changed: arrivals.one,
    limit,
    connections: options.connections ?? createConnections(connectionsAtOnce(protocolOfPage())),
    clock,
  })
  const pace = createLevelPace(clock, tell)
  let made: Painter | null = null
  // Not before something is drawn: it takes a while, and by then the first tiles are on their way.
  const painter = () => {
    made ??= createPainter({
      clock,
      // Colours are drawn sooner on a plain canvas than by a processor in the place of a graphics card, as on many
      // remote desktops; channels are still composed sooner by it than on the server.
      onlyIfFast: !hasChannels(image),
      onLost: () => store.clear(),
      onReady: tell,
    })
    return made
  }
  // Only channels depend on how they are drawn.
  const canCompose = () => hasChannels(image) && painter().canCompose
  window.addEventListener('online', () => store.online(), { signal: leaving.signal })

  const stacksOf = (wish: { display: Display; plane: Plane }, moving: boolean) =>
    stacksFor(image, { ...wish, moving }, canCompose())

  /** Of the planes beside this one, what comes soonest; nothing where that would not fit. */
  const beside = (places: readonly TilePlace[]) => {
    const planes = [plane, ...neighboursOf(plane, image)]
    const stacks = planes.map((each) => stacksOf({ display, plane: each }, true))
    return fits(grid, places, stacks.flat().length, limit) ? stacks.slice(1) : []
  }

  /** In the order of those that are shown now. */
  const earlierStacks = () => {
    if (earlier === null) return []
    return stacksOf({ plane: earlier.plane, display: { ...display, color: earlier.color } }, false)
  }

  return {
    get canvas() {
      return painter().canvas
    },
    get composes() {
      return isComposed(image, canCompose())
    },
    render: (frame) => {
      if (leaving.signal.aborted) return
      const { aim = frame.viewport } = frame
      const shown = seenIn(grid, frame)
      const needed = aim === frame.viewport ? shown : seenIn(grid, seenFrom(frame, aim))
      const stacks = stacksOf({ display, plane }, frame.moving)
      const before = status
      const { moving } = frame
      const isPassing = pace.isPassing(needed.level, moving)
      const wish = { stacks, places: needed.places, shown: shown.places, moving, isPassing }
      const plan = planFrame({ ...wish, beside: () => beside(needed.places) }, store)
      store.want(plan.orders, plan.seen)
      status = plan.status
      arrivals.expect(status.wanted - status.loaded - status.failed)
      if (status.loaded + status.failed === status.wanted) earlier = null
      const size = fitCanvas(painter().canvas, frame)
      const scene = composeScene(frame, size, {
        grid,
        places: shown.places,
        stacks,
        earlier: earlierStacks(),
        pictures: {
          find: (place, kind) => store.find(pixelOrder(place, kind).key),
          hasFailed: store.hasFailed,
          thumbnail: store.find(plan.thumbnail.key),
        },
        isComposed: isComposed(image, canCompose()),
        background: hasChannels(image) ? 'black' : 'white',
        begun,
      })
      painter().paint(scene)
      if (!isSameStatus(before, status)) tell()
    },
    rest: () => {
      store.want([], new Set())
      arrivals.expect(0)
      status = nothingWanted
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
      arrivals.destroy()
      store.destroy()
      decoder.destroy()
      made?.destroy()
    },
  }
}

/** The tiles that a frame needs, the most urgent first. */
function seenIn(grid: TileGrid, frame: Frame) {
  const level = levelFor(grid, drawnResolution(frame), frame.pixelRatio)
  const places = tilesMeeting(grid, level, seenShape(frame))
  return { level, places: nearestFirst(grid, places, focusOf(frame)) }
}

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
