import type { BasinList } from './basin-list.ts'
import { hullArea, newHullRoom } from './hull.ts'
import { areaWithin, type HalfPixelRing, newRing, traceOutline } from './outline.ts'
import type { Relief } from './relief.ts'
import { keepLargestPart, type Stamp } from './stamp.ts'

/** Pixels that a cell may be wide and high, 24 µm: what is larger isn't one. */
export const largestExtent = 48

/** A cell goes as far as this share of what its darker half has above the ground. */
const edgeShare = 0.6

/** What was cut out last; the next takes its place. */
export interface CutCell {
  readonly stamp: Stamp
  /** Pixel of the relief at which the stamp begins. */
  left: number
  top: number
  /** Pixels, those of holes too. */
  area: number
  /** Share of its convex hull. */
  solidity: number
  readonly outline: HalfPixelRing
}

/**
 * Cuts cells out of a relief: of the pixels of some basins those that come near its strong ones, the largest part of
 * them. So the border lies where the stain falls by about half, however dark the cell is.
 */
export function createCutter() {
  const side = largestExtent + 2
  const stack = new Int32Array(side * side)
  const hullRoom = newHullRoom(side)
  const cell: CutCell = {
    stamp: { width: 0, height: 0, data: new Uint8Array(side * side) },
    left: 0,
    top: 0,
    area: 0,
    solidity: 0,
    outline: newRing(side),
  }

  /** Null where basins are too large together for a cell. */
  return (relief: Relief, basins: BasinList, members: readonly number[]): CutCell | null => {
    let [left, top, right, bottom] = [relief.width, relief.height, -1, -1]
    for (const basin of members) {
      left = Math.min(left, basins.left[basin] as number)
      top = Math.min(top, basins.top[basin] as number)
      right = Math.max(right, basins.right[basin] as number)
      bottom = Math.max(bottom, basins.bottom[basin] as number)
    }
    if (right - left >= largestExtent || bottom - top >= largestExtent) return null
    const { stamp, outline } = cell
    cell.left = left - 1
    cell.top = top - 1
    stamp.width = right - left + 3
    stamp.height = bottom - top + 3
    press(cell, relief, basins, members, edgeOf(relief, basins, members))
    const first = keepLargestPart(stamp, stack)
    if (first < 0) return null
    traceOutline(stamp, first, outline)
    const within = areaWithin(outline)
    // The line through the middles of the sides of pixels cuts off four corners more than it adds: half a pixel.
    cell.area = (within + 2) / 4
    cell.solidity = within / hullArea(outline, stamp.height, hullRoom)
    return cell
  }
}

/** From where on a pixel belongs to the cell. */
function edgeOf({ smooth }: Relief, basins: BasinList, members: readonly number[]): number {
  const { starts, pixels, smoothSums, groundSums } = basins
  let [count, sum, ground] = [0, 0, 0]
  for (const basin of members) {
    count += (starts[basin + 1] as number) - (starts[basin] as number)
    sum += smoothSums[basin] as number
    ground += groundSums[basin] as number
  }
  const mean = sum / count
  let [strong, strongSum] = [0, 0]
  for (const basin of members)
    for (let n = starts[basin] as number, end = starts[basin + 1] as number; n < end; n += 1) {
      const value = smooth[pixels[n] as number] as number
      if (value < mean) continue
      strong += 1
      strongSum += value
    }
  return ground / count + edgeShare * (strongSum / strong - ground / count)
}

function press(
  { stamp, left, top }: CutCell,
  { width, smooth }: Relief,
  { starts, pixels }: BasinList,
  members: readonly number[],
  edge: number,
): void {
  const { data } = stamp
  data.fill(0, 0, stamp.width * stamp.height)
  for (const basin of members)
    for (let n = starts[basin] as number, end = starts[basin + 1] as number; n < end; n += 1) {
      const at = pixels[n] as number
      if ((smooth[at] as number) < edge) continue
      const y = (at / width) | 0
      data[(y - top) * stamp.width + at - y * width - left] = 1
    }
}
