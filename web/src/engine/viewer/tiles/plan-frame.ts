import { type PictureOrder, thumbnailOrder } from './load-picture.ts'
import { type PixelOrder, pixelOrder, planOrders, type Stored } from './orders.ts'
import type { Stack } from './stacks.ts'
import type { TilePlace } from './tile-grid.ts'
import type { TileStatus } from './tile-layer.ts'

export interface FramePlan {
  /** What to fetch, the most urgent first: what is no longer among them is broken off. */
  readonly orders: readonly PictureOrder[]
  /** What is seen and must be kept. */
  readonly seen: ReadonlySet<string>
  readonly status: TileStatus
  readonly thumbnail: PictureOrder
}

export interface FrameWish {
  readonly stacks: readonly Stack[]
  /** Of where the picture is or is going to; nearest to what is looked at first. */
  readonly places: readonly TilePlace[]
  /** Of where it is now: drawn meanwhile, and kept. */
  readonly shown: readonly TilePlace[]
  /** Whether the picture moves, and whether its level may be gone with the next frame. */
  readonly moving: boolean
  readonly isPassing: boolean
  /** Stacks of the planes beside this one; asked for only when nothing else is to be done. */
  readonly beside: () => readonly (readonly Stack[])[]
}

/** The picture of the whole until all is there, then what is missing, then what may be wanted next. */
export function planFrame(wish: FrameWish, stored: Stored): FramePlan {
  const { stacks, places, shown, moving, isPassing } = wish
  const { orders, status } = planOrders(stacks, places, stored)
  const thumbnail = thumbnailOrder(stacks.some(({ goal }) => goal.icc))
  const isComplete = status.loaded === status.wanted
  const tiles = isPassing ? [] : orders
  const seen = new Set([thumbnail.key])
  for (const place of [...places, ...shown]) {
    for (const { kinds } of stacks) for (const kind of kinds) seen.add(pixelOrder(place, kind).key)
  }
  return {
    orders: isComplete ? (moving ? [] : ahead(wish, stored)) : [thumbnail, ...tiles],
    seen,
    status,
    thumbnail,
  }
}

/** Only at rest, when all is there: any motion leaves them out, and what of them still travels is broken off. */
function ahead({ beside, places }: FrameWish, stored: Stored): readonly PixelOrder[] {
  return beside().flatMap((stacks) => planOrders(stacks, places, stored).orders)
}
