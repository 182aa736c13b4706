import { checkQuality } from '../../qc/check-quality.ts'
import { countCells, maskOf, shareIn } from './cells.ts'
import { copyOf, imageOf, type Picture } from './picture.ts'
import type { Counts } from './scores.ts'

/** Pixels along the side of a piece that is judged as one. */
const side = 64
/** Where the upper layer comes from, in pixels. */
const from = { x: 90, y: -60 }
/** Pieces of which so much is folded tissue are there; those with nothing folded nearby are not. */
const leastFolded = 0.2
/** A piece counts as found where so much of what is folded, or of anything else, is marked. */
const [leastFound, leastFalse] = [0.4, 0.02]

/**
 * Lays a band of tissue over tissue, so many µm wide and 600 µm long, and asks which pieces of 64 µm it lies in.
 * @param tissue 255 where there is tissue, of each pixel.
 */
export async function tryFold(
  picture: Picture,
  tissue: Uint8Array,
  band: number,
  seed: number,
): Promise<Counts> {
  const { width, height, rgb } = picture
  const folded = copyOf(picture)
  const truth = new Uint8Array(width * height)
  const start = { x: (0.25 + 0.1 * (seed % 3)) * width, y: (0.3 + 0.12 * (seed % 4)) * height }
  const angle = 0.6 * seed
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const along = (x - start.x) * Math.cos(angle) + (y - start.y) * Math.sin(angle)
      const across = (y - start.y) * Math.cos(angle) - (x - start.x) * Math.sin(angle)
      const bow = along * (600 - along) * 2e-4
      if (along < 0 || along > 600 || Math.abs(across - bow) > band / 2) continue
      const [fromX, fromY] = [x + from.x, y + from.y]
      if (fromX >= width || fromY < 0 || !tissue[y * width + x] || !tissue[fromY * width + fromX]) continue
      const [at, above] = [y * width + x, fromY * width + fromX]
      truth[at] = 255
      for (let sample = 0; sample < 3; sample += 1)
        folded.rgb[3 * at + sample] =
          ((rgb[3 * at + sample] as number) * (rgb[3 * above + sample] as number)) / glass
    }
  const found = maskOf(await checkQuality(imageOf(folded)), 'folds', width, height)
  const both = found.map((value, at) => (truth[at] ? value : 0))
  return countCells(
    { width, height, side },
    (column, row) => {
      const share = shareIn(truth, width, column, row, side)
      return share >= Math.min(leastFolded, band / 2 / side) ? true : share === 0 ? false : null
    },
    (column, row) => {
      const share = shareIn(truth, width, column, row, side)
      return share === 0
        ? shareIn(found, width, column, row, side) >= leastFalse
        : shareIn(both, width, column, row, side) >= leastFound * share
    },
  )
}

/** As bright as glass is on these pictures, of 255. */
const glass = 242
