import { kindKey, type TileKind } from './addresses.ts'
import type { Stack } from './stacks.ts'
import { placeKey, type TilePlace } from './tile-grid.ts'
import type { TileStatus } from './tile-layer.ts'
import type { TileOrder } from './tile-queue.ts'

/** Pixels of a place. */
export interface PixelOrder extends TileOrder {
  readonly place: TilePlace
  readonly kind: TileKind
}

export const pixelOrder = (place: TilePlace, kind: TileKind): PixelOrder => ({
  key: `${kindKey(kind)}/${placeKey(place)}`,
  place,
  kind,
})

export interface Stored {
  has(key: string): boolean
  hasFailed(key: string): boolean
}

export interface Plan {
  /** What is missing, the most urgent first. */
  readonly orders: readonly PixelOrder[]
  readonly status: TileStatus
}

/** What the view still needs: the whole of it quickly, then all of it as it should be; in the order of the places. */
export function planOrders(stacks: readonly Stack[], places: readonly TilePlace[], stored: Stored): Plan {
  const soon: PixelOrder[] = []
  const later: PixelOrder[] = []
  let [wanted, loaded, failed] = [0, 0, 0]
  for (const place of places) {
    for (const { kinds, goal, first } of stacks) {
      const isThere = (kind: TileKind) => stored.has(pixelOrder(place, kind).key)
      const enough = kinds.slice(0, kinds.indexOf(goal) + 1)
      // What comes twice is counted twice: otherwise nothing would seem to come until the second time.
      const times = first === null ? 1 : 2
      if (enough.some(isThere)) {
        wanted += times
        loaded += times
        continue
      }
      const order = pixelOrder(place, goal)
      const isBegun = first !== null && isThere(first)
      const hasFailed = stored.hasFailed(order.key)
      wanted += hasFailed && !isBegun ? 1 : times
      if (hasFailed) failed += 1
      if (isBegun) loaded += 1
      else if (first !== null) soon.push(pixelOrder(place, first))
      ;(first === null ? soon : later).push(order)
    }
  }
  return { orders: [...soon, ...later], status: { wanted, loaded, failed } }
}
