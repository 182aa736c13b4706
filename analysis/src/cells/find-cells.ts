import { findTouching, listBasins } from './basin-list.ts'
import { findBasins } from './basins.ts'
import type { Plane } from './box-blur.ts'
import { type CutCell, createCutter, largestExtent } from './cut-cell.ts'
import { joinBasins } from './join-basins.ts'
import { type HalfPixelRing, lengthOf, newSimplifyRoom, simplifyOutline } from './outline.ts'
import { createReliefMaker, reliefReach } from './relief.ts'
import { fillHoles } from './stamp.ts'

/**
 * Pixels around a tile that have to be seen so that it doesn't matter how an image is cut: what is reckoned from around
 * a pixel, and twice the size of a cell, since whether a cell is one also depends on the cells it touches.
 */
export const cellHalo = reliefReach + 2 * largestExtent + 4

/** How far, in half pixels, an outline may leave the pixels it goes around. */
const outlineTolerance = 1.2

/** Below this a summit is grain, in 1024ths. */
const leastPeak = 20

export interface CellSearch {
  readonly width: number
  readonly height: number
  /** Only cells whose centre lies further than this from all edges are told. */
  readonly halo: number
  /** In 1024ths of its unit. */
  readonly stain: Plane
  /** How much more than the ground there must be, in the same. */
  readonly threshold: number
  /** Pixels. */
  readonly leastArea: number
  readonly largestArea: number
  /** Share of the convex hull, 0..1. */
  readonly leastSolidity: number
}

/** A cell that was found. The next takes its place: whoever wants to keep it copies it. */
export interface FoundCell extends CutCell {
  /** The centre of mass in pixels of the search, the middle of the first is 0.5. */
  readonly x: number
  readonly y: number
  /** 4π · area / perimeter²: 1 for a circle, at most. */
  readonly circularity: number
  /** Simplified; begins at the stamp. */
  readonly outline: HalfPixelRing
}

/** Finds cells in one plane after another of the same size without asking for new memory. */
export function createCellFinder() {
  const makeRelief = createReliefMaker()
  const cut = createCutter()
  const room = newSimplifyRoom(largestExtent + 2)
  const stack = new Int32Array((largestExtent + 2) ** 2)

  return (search: CellSearch, tell: (cell: FoundCell) => void): void => {
    const { width, height, halo, leastArea, largestArea, leastSolidity } = search
    const relief = makeRelief(search.stain, width, height, search.threshold)
    const found = findBasins(relief.hills, relief.mask, relief.labels, width, height)
    const basins = listBasins(found, relief)
    const isWithin = (x: number, y: number, margin: number) =>
      x >= margin && y >= margin && x < width - margin && y < height - margin
    const isNear = (basin: number) => {
      const summit = basins.summits[basin] as number
      return isWithin(summit % width, Math.floor(summit / width), halo - largestExtent)
    }
    const groups = joinBasins(findTouching(found, relief), {
      relief,
      basins,
      cut,
      largestArea,
      leastSolidity,
      isNear,
    })
    for (const group of groups) {
      if (!group.some(isNear) || !group.some((basin) => (basins.peaks[basin] as number) >= leastPeak))
        continue
      const cell = cut(relief, basins, group)
      if (!cell || cell.area < leastArea || cell.area > largestArea || cell.solidity < leastSolidity) continue
      fillHoles(cell.stamp, stack)
      const { x, y } = centreOf(cell)
      if (!isWithin(x, y, halo)) continue
      simplifyOutline(cell.outline, outlineTolerance, room)
      const perimeter = lengthOf(cell.outline) / 2
      tell({ ...cell, x, y, circularity: Math.min(1, (4 * Math.PI * cell.area) / perimeter ** 2) })
    }
  }
}

/** In 256ths of a pixel: the same number wherever the tile begins in which a cell is seen. */
function centreOf({ stamp, left, top, area }: CutCell): { x: number; y: number } {
  const { width, height, data } = stamp
  let [sumX, sumY] = [0, 0]
  for (let row = 0, at = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, at += 1) {
      if (!data[at]) continue
      sumX += column
      sumY += row
    }
  const exact = (sum: number) => Math.round((256 * sum) / area) / 256 + 0.5
  return { x: left + exact(sumX), y: top + exact(sumY) }
}
