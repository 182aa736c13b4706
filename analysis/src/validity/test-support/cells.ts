import { fromHeat, measureOf, type QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import type { QcFinding } from '../../qc/result/finding.ts'
import { type Counts, count, sumOf } from './scores.ts'

/** µm, and pixels of the pictures here, along the side of what is judged as one: a tile of the heat maps. */
export const cell = 128

/** A truth that covers so much of a cell makes it one of those that are there; what lies in between isn't judged. */
const [mostlyThere, hardlyThere] = [0.5, 0.02]

export interface CellOptions {
  readonly width: number
  readonly height: number
  /** Pixels along the side of a cell; `cell` where left out. */
  readonly side?: number
  /** Which cells are looked at at all. */
  readonly isJudged?: (column: number, row: number) => boolean
}

export function countCells(
  { width, height, side = cell, isJudged = () => true }: CellOptions,
  isThere: (column: number, row: number) => boolean | null,
  isFound: (column: number, row: number) => boolean,
): Counts {
  const counts: Counts[] = []
  for (let row = 0; (row + 1) * side <= height; row += 1)
    for (let column = 0; (column + 1) * side <= width; column += 1) {
      const there = isJudged(column, row) ? isThere(column, row) : null
      if (there !== null) counts.push(count(there, isFound(column, row)))
    }
  return sumOf(counts)
}

/** Share of the cell's pixels that are marked. */
export function shareIn(mask: Uint8Array, width: number, column: number, row: number, side = cell): number {
  let marked = 0
  for (let y = row * side; y < (row + 1) * side; y += 1)
    for (let at = y * width + column * side, end = at + side; at < end; at += 1) if (mask[at]) marked += 1
  return marked / (side * side)
}

/** Whether a truth is in a cell; null where it is neither there nor not. */
export const truthIn =
  (truth: Uint8Array, width: number, side = cell) =>
  (column: number, row: number) => {
    const share = shareIn(truth, width, column, row, side)
    return share >= mostlyThere ? true : share <= hardlyThere ? false : null
  }

/** The value of a measure in a cell by its heat map; NaN where it has none. */
export function heatIn(finding: QcFinding, key: QcMeasureKey, channel: number | null = null) {
  const overlay = finding.overlays.find(
    (each) => each.key === key && each.channel === channel && each.kind === 'heatmap',
  )
  const { tiles } = measureOf(key)
  return (column: number, row: number): number => {
    const heat = overlay?.pixels[row * overlay.width + column] ?? 0
    return heat === 0 || !tiles ? Number.NaN : fromHeat(tiles, heat)
  }
}

/** A measure's mask in the pixels of the picture. */
export function maskOf(finding: QcFinding, key: QcMeasureKey, width: number, height: number): Uint8Array {
  const mask = new Uint8Array(width * height)
  const overlay = finding.overlays.find((each) => each.key === key && each.kind === 'mask')
  if (!overlay) return mask
  const across = overlay.width / overlay.box.width
  const down = overlay.height / overlay.box.height
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      mask[y * width + x] = overlay.pixels[Math.floor(y * down) * overlay.width + Math.floor(x * across)] ?? 0
  return mask
}
