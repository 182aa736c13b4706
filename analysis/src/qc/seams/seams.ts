import type { Mask } from '../../overview/look.ts'
import { type Accumulator, type Check, type Measure, noTissue } from '../measure.ts'
import { joinTiles, lightReader } from './seam-light.ts'
import { findSeamLines, type SeamLine } from './seam-lines.ts'
import { addLevel, addUpright, createLineSums, fastCounter } from './seam-sums.ts'

/** µm along the side of what a camera usually sees at a time: how many borders there may be. */
const fieldMicrometres = 512

/**
 * Where light steps up or down along straight rows or columns: pictures of fields that were put together without
 * having the same light. Found by the mean step across each line of pixels at 1 µm, over a quarter of a millimetre and
 * more: tissue, which has no straight edges along rows and columns, averages out.
 */
export const measureSeams: Measure = (check: Check): Accumulator => {
  const { fine, overview } = check.plan
  const { width, height } = fine.grid
  const upright = createLineSums(width, height)
  const level = createLineSums(height, width)
  const lightOf = lightReader(check)
  const counter = fastCounter()
  const join = joinTiles(width, height, counter.lightOf)
  return {
    state: { upright: upright.packed, level: level.packed, ...join.state },
    add(tile) {
      const light = join.withNeighbours(lightOf(tile), tile.x / fine.factorX, tile.y / fine.factorY)
      addUpright(light, upright, counter)
      addLevel(light, level, counter)
    },
    finish: () => {
      if (check.tissuePixels === 0) return [{ channel: null, value: null, unmeasured: noTissue }]
      const mask: Mask = { ...check.tissue, data: new Uint8Array(check.tissue.data.length) }
      const [across, down] = [fine.grid.stepX / overview.grid.stepX, fine.grid.stepY / overview.grid.stepY]
      let seams = 0
      for (const line of findSeamLines(upright)) {
        seams += line.seen
        drawUpright(mask, line, across, down)
      }
      for (const line of findSeamLines(level)) {
        seams += line.seen
        drawLevel(mask, line, across, down)
      }
      let seen = 0
      for (let at = 0; at < upright.packed.length; at += 1) seen += (upright.packed[at] as number) >>> 16
      const field = fieldMicrometres / Math.sqrt(fine.grid.micrometresX * fine.grid.micrometresY)
      const value = seen === 0 ? null : Math.min(100, (100 * seams) / ((2 * seen) / field))
      return [{ channel: null, value, mask }]
    },
  }
}

/** A line of the fine pixels in the mask, whose pixels are so many times larger. */
function drawUpright(
  { width, height, data }: Mask,
  { line, from, to }: SeamLine,
  across: number,
  down: number,
): void {
  const column = Math.min(width - 1, Math.floor(line * across))
  const end = Math.min(height, Math.ceil(to * down))
  for (let row = Math.floor(from * down); row < end; row += 1) data[row * width + column] = 255
}

function drawLevel(
  { width, height, data }: Mask,
  { line, from, to }: SeamLine,
  across: number,
  down: number,
): void {
  const row = Math.min(height - 1, Math.floor(line * down))
  data.fill(
    255,
    row * width + Math.floor(from * across),
    row * width + Math.min(width, Math.ceil(to * across)),
  )
}
