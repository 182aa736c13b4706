import { type PlaneWindow, planeWindow } from '@cresyl/contract/slides/viewers'
import type { ChannelDisplay, ColorDisplay, Display } from '../display/display.ts'
import { hasChannels, type Plane, type ViewedImage } from '../viewed-image.ts'
import type { TileKind } from './addresses.ts'
import { isShallowEnough } from './depth.ts'
import { type TileGrid, type TilePlace, tilePixels } from './tile-grid.ts'

export type Look =
  | { readonly type: 'colors'; readonly display: ColorDisplay }
  /** `spread` is what 8 bits spread over. */
  | { readonly type: 'channel'; readonly display: ChannelDisplay; readonly spread: PlaneWindow }

/** Tiles of one kind of pixels, all over the view. What is seen is all stacks together. */
export interface Stack {
  /** What can be shown, the best first. */
  readonly kinds: readonly TileKind[]
  /** What must be there, or something better. */
  readonly goal: TileKind
  /** What is fetched before it, where nothing is there: it comes sooner. */
  readonly first: TileKind | null
  readonly look: Look
}

export interface Wish {
  readonly display: Display
  readonly plane: Plane
  readonly moving: boolean
}

/** Whether channels come one by one and are composed here. */
export function isComposed(image: ViewedImage, canCompose: boolean): boolean {
  return canCompose && hasChannels(image) && image.pyramid.channels.length > 0
}

/** One for colours; one for each channel that is shown: what is hidden is not fetched. */
export function stacksFor(image: ViewedImage, wish: Wish, canCompose: boolean): Stack[] {
  if (isComposed(image, canCompose)) return channelStacks(image, wish)
  const { display, plane } = wish
  const kind: TileKind = { ...plane, icc: display.color.icc && image.pyramid.has_icc }
  return [{ kinds: [kind], goal: kind, first: null, look: { type: 'colors', display: display.color } }]
}

function channelStacks({ pyramid }: ViewedImage, { display, plane, moving }: Wish): Stack[] {
  return pyramid.channels.flatMap(({ index, stats }, place) => {
    const channel = display.channels[place]
    if (!channel?.shown) return []
    const spread = planeWindow(pyramid.pixel_type, stats)
    const deep: TileKind = { ...plane, icc: false, channel: { index, depth: 16 } }
    const shallow: TileKind = { ...plane, icc: false, channel: { index, depth: 8 } }
    const isEnough = isShallowEnough(pyramid.pixel_type, channel, spread)
    const goal = moving && isEnough ? shallow : deep
    const first = goal === deep && isEnough ? shallow : null
    return [{ kinds: [deep, shallow], goal, first, look: { type: 'channel', display: channel, spread } }]
  })
}

/** The focus planes beside the one that is seen and the next point of time. */
export function neighboursOf({ z, t }: Plane, { pyramid }: ViewedImage): Plane[] {
  const planes = [
    { z: z + 1, t },
    { z: z - 1, t },
    { z, t: t + 1 },
  ]
  return planes.filter((plane) => plane.z >= 0 && plane.z < pyramid.size_z && plane.t < pyramid.size_t)
}

/** Bytes of a pixel at most: a channel in 8 bits as it was decoded, and in 16. */
const mostBytes = 6

/** Whether so many stacks of these places can be kept at once: what makes room for the next would be fetched forever. */
export function fits(grid: TileGrid, places: readonly TilePlace[], stacks: number, limit: number): boolean {
  const pixels = places.reduce((sum, place) => {
    const { width, height } = tilePixels(grid, place)
    return sum + width * height
  }, 0)
  return pixels * stacks * mostBytes <= limit
}
