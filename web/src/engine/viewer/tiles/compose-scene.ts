import { chain, scaling } from '@cresyl/contract/slides/affine'
import { plainColors } from '../display/display.ts'
import type { Size } from '../viewport.ts'
import type { TileKind } from './addresses.ts'
import { type Cover, type Covered, coverPlaces } from './cover.ts'
import { drawnCenter, drawnResolution, drawnToScreen } from './frame-geometry.ts'
import { pixelOrder } from './orders.ts'
import type { PaintedStack, Piece, Scene } from './paint/scene.ts'
import { alignedToPixels } from './pixel-alignment.ts'
import type { Stack } from './stacks.ts'
import { type Edges, placeKey, type TileGrid, type TilePlace, tileEdges } from './tile-grid.ts'
import type { Frame } from './tile-layer.ts'
import type { TilePicture } from './tile-picture.ts'

/** What can be drawn. */
export interface Pictures {
  find(place: TilePlace, kind: TileKind): TilePicture | undefined
  hasFailed(key: string): boolean
  readonly thumbnail: TilePicture | undefined
}

export interface Composition {
  readonly grid: TileGrid
  readonly places: readonly TilePlace[]
  readonly stacks: readonly Stack[]
  /** What was shown before, in the order of the stacks; it stays where the new is missing. */
  readonly earlier: readonly Stack[]
  readonly pictures: Pictures
  readonly isComposed: boolean
  /** Light passes through what has colours; channels shine, composed here or by the server. */
  readonly background: Scene['background']
  /** Places that all channels were on: they stay so when another is switched on. */
  readonly begun: Set<string>
}

/** What is drawn of a frame, from all that is there. */
export function composeScene(frame: Frame, canvas: Size, what: Composition): Scene {
  const { grid, places, stacks, isComposed } = what
  const covers = stacks.map((stack, index) => coverOf(what, stack, what.earlier[index]))
  const painted = stacks.map((stack, index): PaintedStack => {
    const pieces = (covers[index]?.tiles ?? []).map(({ place, content }) => ({
      edges: tileEdges(grid, place),
      picture: content,
    }))
    return { pieces, look: stack.look, isAlone: false }
  })
  return {
    ...geometry(frame, canvas, what),
    background: what.background,
    stacks: isComposed ? withHeldBack(what, covers, painted) : withThumbnail(what, covers, painted),
    failed: places.filter((place) => isMissing(what, place)).map((place) => tileEdges(grid, place)),
  }
}

/** Whether something of a place could not be had, and nothing else of the same pixels is there. */
function isMissing({ stacks, pictures }: Composition, place: TilePlace): boolean {
  return stacks.some(
    ({ kinds, goal }) =>
      pictures.hasFailed(pixelOrder(place, goal).key) &&
      kinds.every((kind) => pictures.find(place, kind) === undefined),
  )
}

function geometry(frame: Frame, canvas: Size, { grid, places }: Composition) {
  const toCanvas = chain(drawnToScreen(frame), scaling(frame.pixelRatio))
  const level = frame.isExact ? undefined : grid.levels[places[0]?.level ?? 0]
  return {
    size: canvas,
    image: wholeOf(grid),
    toCanvas: level ? alignedToPixels(toCanvas, level.scale, drawnCenter(frame)) : toCanvas,
    magnification: frame.pixelRatio / drawnResolution(frame),
  }
}

function coverOf({ grid, places, pictures }: Composition, stack: Stack, earlier: Stack | undefined) {
  const best = (kinds: readonly TileKind[]) => (place: TilePlace) => {
    for (const kind of kinds) {
      const picture = pictures.find(place, kind)
      if (picture !== undefined) return picture
    }
    return undefined
  }
  return coverPlaces<TilePicture>(grid, places, {
    current: best(stack.kinds),
    earlier: best(earlier?.kinds ?? []),
  })
}

/** Of colours the whole image lies behind everything, as long as something is missing. */
function withThumbnail(
  { grid, pictures }: Composition,
  covers: readonly Cover<TilePicture>[],
  painted: readonly PaintedStack[],
): PaintedStack[] {
  const { thumbnail } = pictures
  const isWhole = covers.every(({ covered }) => covered.every((one) => one === 'itself' || one === 'instead'))
  if (isWhole || thumbnail === undefined) return [...painted]
  const behind: Piece = { edges: wholeOf(grid), picture: thumbnail }
  return painted.map((stack) => ({ ...stack, pieces: [...stack.pieces, behind] }))
}

/**
 * Channels arrive one by one: a place shows the small picture of all of them until every one is there, unless something
 * of it was seen already, which must not change its colours.
 */
function withHeldBack(
  { grid, places, pictures, begun }: Composition,
  covers: readonly Cover<TilePicture>[],
  painted: readonly PaintedStack[],
): PaintedStack[] {
  const visible = new Set(places.map(placeKey))
  for (const key of begun) if (!visible.has(key)) begun.delete(key)
  const held: Edges[] = []
  places.forEach((place, index) => {
    const here = covers.map(({ covered }) => covered[index] ?? 'nothing')
    const key = placeKey(place)
    if (here.every(isShown) || here.some(isStandIn)) begun.add(key)
    if (!begun.has(key)) held.push(tileEdges(grid, place))
  })
  const { thumbnail } = pictures
  if (thumbnail === undefined || held.length === 0 || covers.length === 0) return [...painted]
  const pieces = held.map((within) => ({ edges: wholeOf(grid), picture: thumbnail, within }))
  return [{ pieces, look: { type: 'colors', display: plainColors }, isAlone: true }, ...painted]
}

const isShown = (covered: Covered) => covered === 'itself' || covered === 'instead'
const isStandIn = (covered: Covered) => covered === 'instead' || covered === 'partly'

const wholeOf = ({ width, height }: TileGrid): Edges => ({ left: 0, top: 0, right: width, bottom: height })
