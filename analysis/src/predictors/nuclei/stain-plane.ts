import type { Plane } from '../../cells/box-blur.ts'
import type { CutCell } from '../../cells/cut-cell.ts'
import { reliefUnit } from '../../cells/relief.ts'
import type { Vector3 } from '../../stains/matrix3.ts'
import { densityTable } from '../../stains/optical-density.ts'

/** Parts of a 1024th: rounding three colours shows no more. */
const parts = 16
/** The most of a stain that is told, in 1024ths: an optical density of 8. */
const most = 8191

/** What each of the 256 values of red, green and blue adds to an amount, in parts of 1024ths. */
export type StainTables = readonly [Int32Array, Int32Array, Int32Array]

/** For an amount that is a sum of the three optical densities, each by its weight. */
export function stainTables(glass: Vector3, weights: Vector3): StainTables {
  const tableOf = (color: 0 | 1 | 2) =>
    Int32Array.from(densityTable(glass[color]), (density) =>
      Math.round(density * weights[color] * reliefUnit * parts),
    )
  return [tableOf(0), tableOf(1), tableOf(2)]
}

/** How much of the stain there is at each pixel, in 1024ths, at least 0. */
export function fillStain([reds, greens, blues]: StainTables, rgb: Uint8Array, plane: Plane): void {
  for (let pixel = 0, at = 0; pixel < plane.length; pixel += 1, at += 3) {
    const amount =
      ((reds[rgb[at] as number] as number) +
        (greens[rgb[at + 1] as number] as number) +
        (blues[rgb[at + 2] as number] as number)) >>
      4
    plane[pixel] = amount < 0 ? 0 : Math.min(amount, most)
  }
}

/** Calls for each run of pixels of a cell along a row, with where it begins and ends in a picture of this width. */
export function forEachRunOf(
  { stamp, left, top }: CutCell,
  width: number,
  visit: (from: number, to: number) => void,
): void {
  for (let row = 1; row < stamp.height - 1; row += 1) {
    const start = row * stamp.width
    const place = (top + row) * width + left
    for (let column = 1; column < stamp.width - 1; column += 1) {
      if (!stamp.data[start + column]) continue
      const from = column
      while (stamp.data[start + column]) column += 1
      visit(place + from, place + column)
    }
  }
}

/** The mean amount of a stain in a cell, as an optical density: what lies below 0 by noise counts as such. */
export function meanStain(
  [reds, greens, blues]: StainTables,
  rgb: Uint8Array,
  width: number,
  cell: CutCell,
): number {
  let [sum, count] = [0, 0]
  forEachRunOf(cell, width, (from, to) => {
    count += to - from
    for (let at = 3 * from; at < 3 * to; at += 3)
      sum +=
        (reds[rgb[at] as number] as number) +
        (greens[rgb[at + 1] as number] as number) +
        (blues[rgb[at + 2] as number] as number)
  })
  return sum / count / parts / reliefUnit
}
