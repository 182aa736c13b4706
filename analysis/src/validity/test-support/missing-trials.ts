import { checkQuality } from '../../qc/check-quality.ts'
import type { QcFinding } from '../../qc/result/finding.ts'
import { hash } from '../../test-support/made-picture.ts'
import { greyOf, varianceIn } from './baselines.ts'
import { cell, maskOf, shareIn } from './cells.ts'
import { copyOf, imageOf, type Picture } from './picture.ts'
import { type Counts, count, sumOf } from './scores.ts'

export interface MissingTrial {
  readonly ours: Counts
  /** Squares of exactly one value, wherever they are: glass and what was never scanned as well. */
  readonly baseline: Counts
}

/** Pixels that blocks are laid out by, so that no two touch. */
const place = 384

/**
 * Puts a block of one grey into every other place with tissue around it, and asks for each whether it was seen; and for
 * each cell without one, whether it wasn't.
 * @param isTissue for each pixel.
 */
export async function tryMissing(
  picture: Picture,
  isTissue: Uint8Array,
  side: number,
  grey: number,
  check: (picture: Picture) => Promise<QcFinding> = (picture) => checkQuality(imageOf(picture)),
): Promise<MissingTrial> {
  const { width, height } = picture
  const spoiled = copyOf(picture)
  const truth = new Uint8Array(width * height)
  const blocks: { x: number; y: number }[] = []
  for (let top = 0; top + place <= height; top += place)
    for (let left = 0; left + place <= width; left += place) {
      const chance = hash(left, top)
      const x = left + 32 + 8 * (chance % 8)
      const y = top + 32 + 8 * ((chance >> 4) % 8)
      if (!isAmidst(isTissue, width, x, y, side)) continue
      blocks.push({ x, y })
      for (let row = y; row < y + side; row += 1) {
        truth.fill(255, row * width + x, row * width + x + side)
        spoiled.rgb.fill(grey, (row * width + x) * 3, (row * width + x + side) * 3)
      }
    }
  const found = maskOf(await check(spoiled), 'missing_tiles', width, height)
  const seen = greyOf(spoiled)
  const isEven = (left: number, top: number, size: number) => varianceIn(seen, width, left, top, size) < 1
  const counts = (isFound: (left: number, top: number, size: number) => boolean) => {
    const all = blocks.map(({ x, y }) => count(true, isFound(x + side / 4, y + side / 4, side / 2)))
    for (let row = 0; (row + 1) * cell <= height; row += 1)
      for (let column = 0; (column + 1) * cell <= width; column += 1)
        if (shareIn(truth, width, column, row) === 0)
          all.push(count(false, isFound(column * cell, row * cell, cell)))
    return sumOf(all)
  }
  const shareMarked = (left: number, top: number, size: number) => {
    let marked = 0
    for (let y = top; y < top + size; y += 1)
      for (let x = left; x < left + size; x += 1) if (found[y * width + x]) marked += 1
    return marked / (size * size)
  }
  return { ours: counts((...at) => shareMarked(...at) > 0.25), baseline: counts(isEven) }
}

/** Whether most of what surrounds a block is tissue. */
function isAmidst(isTissue: Uint8Array, width: number, x: number, y: number, side: number): boolean {
  let around = 0
  for (let along = 0; along < side; along += 1)
    for (const at of [
      (y - 8) * width + x + along,
      (y + side + 8) * width + x + along,
      (y + along) * width + x - 8,
      (y + along) * width + x + side + 8,
    ])
      if (isTissue[at]) around += 1
  return around >= 0.6 * 4 * side
}
