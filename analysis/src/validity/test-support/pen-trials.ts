import { checkQuality } from '../../qc/check-quality.ts'
import { otsuMask, saturationOf } from './baselines.ts'
import { cell, countCells, maskOf, shareIn, truthIn } from './cells.ts'
import { copyOf, imageOf, type Picture } from './picture.ts'
import type { Counts } from './scores.ts'

/** How much of red, green and blue an ink lets through. */
export const inks = {
  blue: [0.12, 0.22, 0.72],
  green: [0.14, 0.58, 0.34],
  red: [0.85, 0.14, 0.18],
  black: [0.1, 0.1, 0.12],
  violet: [0.35, 0.12, 0.62],
} as const

/** Share of the light that ink stands in the way of: fresh, and faint; or nothing is seen through it. */
export const strengths = { usual: 0.9, faint: 0.7, opaque: null } as const

export interface PenTrial {
  readonly ours: Counts
  /** What is more colourful than Otsu's split: needs no limit. */
  readonly saturation: Counts
}

/** What is seen of ink that nothing is seen through, of 255: as bright as glass but for what it takes away. */
const [glass, opaqueCover] = [240, 0.95]
/** A cell counts as found where so much of it is marked. */
const leastMarked = 0.25

/** Draws a stroke of 300 µm across a picture and asks which cells it covers. */
export async function tryPen(
  picture: Picture,
  ink: keyof typeof inks,
  strength: keyof typeof strengths = 'usual',
): Promise<PenTrial> {
  const { width, height } = picture
  const marked = copyOf(picture)
  const truth = new Uint8Array(width * height)
  const cover = strengths[strength]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const middle = 0.45 * height + 0.12 * height * Math.sin((3 * x) / width)
      if (Math.abs(y - middle) > 150) continue
      truth[y * width + x] = 255
      const at = (y * width + x) * 3
      inks[ink].forEach((passes, sample) => {
        const below = cover === null ? glass : (marked.rgb[at + sample] as number)
        marked.rgb[at + sample] = Math.round(below * (1 - (cover ?? opaqueCover) * (1 - passes)))
      })
    }
  const found = maskOf(await checkQuality(imageOf(marked)), 'pen', width, height)
  const colourful = otsuMask(saturationOf(marked), 'above')
  const counts = (mask: Uint8Array) =>
    countCells(
      { width, height },
      truthIn(truth, width),
      (column, row) => shareIn(mask, width, column, row, cell) >= leastMarked,
    )
  return { ours: counts(found), saturation: counts(colourful) }
}
