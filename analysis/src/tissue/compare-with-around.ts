import { blurBox } from './blur.ts'
import { type Bounds, cutOut } from './crop.ts'
import { type Densities, densityLevels } from './densities.ts'
import type { ColorPicture } from './glass.ts'

/** Values of a density map for an optical density of 1, and of a map of ratios for 1. */
export const densityUnit = 100
export const ratioUnit = 64

/** Rows of the picture that are compared together, so that large ones need little memory. */
const rowsAtOnce = 256

/**
 * How many times denser tissue is than that around it, of the three colours the least, in a part of a picture;
 * `ratioUnit` for 1, and 0 where there is no tissue.
 * @param radius in pixels.
 */
export function compareWithAround(
  picture: Pick<ColorPicture, 'rgb' | 'width'>,
  { red, green, blue }: Densities,
  tissue: Uint8Array,
  bounds: Bounds,
  radius: number,
): Uint8Array {
  const levels = [red, green, blue].map((table) => densityLevels(table, densityUnit))
  const across = bounds.right - bounds.left
  const ratios = new Uint8Array(across * (bounds.bottom - bounds.top))
  const whole = wholeRatios()
  for (let top = bounds.top; top < bounds.bottom; top += rowsAtOnce) {
    const bottom = Math.min(bounds.bottom, top + rowsAtOnce)
    // With the rows that the means of these reach to.
    const part = {
      ...bounds,
      top: Math.max(bounds.top, top - radius),
      bottom: Math.min(bounds.bottom, bottom + radius),
    }
    const rows = compareRows(picture, levels, tissue, part, radius, whole)
    const from = (top - part.top) * across
    ratios.set(rows.subarray(from, from + (bottom - top) * across), (top - bounds.top) * across)
  }
  return ratios
}

function compareRows(
  { rgb, width }: Pick<ColorPicture, 'rgb' | 'width'>,
  levels: readonly Uint8Array[],
  tissue: Uint8Array,
  bounds: Bounds,
  radius: number,
  whole: Uint8Array,
): Uint8Array {
  const [across, down] = [bounds.right - bounds.left, bounds.bottom - bounds.top]
  const ratios = cutOut(tissue, width, bounds)
  const share = blurBox(ratios, across, down, 1)
  const shareAround = blurBox(ratios, across, down, radius)
  const density = new Uint8Array(ratios.length)
  const isTissue = ratios.slice()
  for (const [sample, table] of levels.entries()) {
    for (let y = 0, to = 0; y < down; y += 1)
      for (
        let at = ((bounds.top + y) * width + bounds.left) * 3 + sample, end = at + 3 * across;
        at < end;
        at += 3, to += 1
      )
        density[to] = isTissue[to] ? (table[rgb[at] as number] as number) : 0
    const near = blurBox(density, across, down, 1)
    const around = blurBox(density, across, down, radius)
    for (let pixel = 0; pixel < ratios.length; pixel += 1) {
      if (!isTissue[pixel]) continue
      // Mostly there is tissue all around.
      const ratio =
        share[pixel] === 255 && shareAround[pixel] === 255
          ? (whole[((near[pixel] as number) << 8) | (around[pixel] as number)] as number)
          : ratioOf(
              near[pixel] as number,
              share[pixel] as number,
              around[pixel] as number,
              shareAround[pixel] as number,
            )
      if (ratio < (ratios[pixel] as number)) ratios[pixel] = ratio
    }
  }
  return ratios
}

/** Of means that count 0 where there is no tissue, and how much there is of it, of 255. */
function ratioOf(near: number, share: number, around: number, shareAround: number): number {
  const here = near / Math.max(1, share)
  const there = around / Math.max(1, shareAround)
  // What is hardly stained has no ratio worth the name.
  return (ratioUnit * here) / (there + 3 / 255)
}

/** `ratioOf` all means where there is tissue all around: those near times 256 and those around. */
const wholeRatios = (): Uint8Array =>
  Uint8Array.from({ length: 256 * 256 }, (_, at) => Math.min(255, ratioOf(at >> 8, 255, at & 255, 255)))
