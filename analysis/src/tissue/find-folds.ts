import { compareWithAround, densityUnit } from './compare-with-around.ts'
import { type Bounds, boundsOf, cutOut, putBack } from './crop.ts'
import { type Densities, densityLevels, densityTables } from './densities.ts'
import { findFoldLines } from './fold-lines.ts'
import type { ColorPicture, GlassColor } from './glass.ts'

/** µm to each side within which tissue is compared. */
const aroundMicrometres = 128
/** µm around the tissue that are looked at: the longest pieces of folds and what lies beside them reach so far. */
const marginMicrometres = 200

/**
 * Where tissue lies double, in a picture at about 8 µm a pixel: 255, elsewhere 0.
 * @param micrometres of a pixel.
 */
export function findFolds(
  picture: ColorPicture,
  glass: GlassColor,
  tissue: Uint8Array,
  micrometres: number,
): Uint8Array {
  const { width, height } = picture
  const folds = new Uint8Array(tissue.length)
  const bounds = boundsOf(tissue, width, height, Math.round(marginMicrometres / micrometres))
  if (!bounds) return folds
  const tables = densityTables(glass)
  const part = {
    width: bounds.right - bounds.left,
    height: bounds.bottom - bounds.top,
    levels: cutLevels(picture, tables, bounds),
    tissue: cutOut(tissue, width, bounds),
    ratios: compareWithAround(picture, tables, tissue, bounds, Math.round(aroundMicrometres / micrometres)),
  }
  putBack(folds, width, bounds, findFoldLines(part, micrometres))
  return folds
}

/** Density levels of red, green and blue in a part of a picture. */
function cutLevels(
  { rgb, width }: ColorPicture,
  { red, green, blue }: Densities,
  bounds: Bounds,
): [Uint8Array, Uint8Array, Uint8Array] {
  const across = bounds.right - bounds.left
  const ofSample = (table: Float32Array, sample: number) => {
    const levels = densityLevels(table, densityUnit)
    const part = new Uint8Array(across * (bounds.bottom - bounds.top))
    for (let y = bounds.top, to = 0; y < bounds.bottom; y += 1)
      for (let from = 3 * (y * width + bounds.left) + sample, end = to + across; to < end; from += 3, to += 1)
        part[to] = levels[rgb[from] as number] as number
    return part
  }
  return [ofSample(red, 0), ofSample(green, 1), ofSample(blue, 2)]
}
