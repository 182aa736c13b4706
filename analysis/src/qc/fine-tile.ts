import type { Level, PixelData, PixelTile, SlideImage } from '@cresyl/slides'
import { storedPixels } from '../overview/pixels.ts'
import { type Grid, levelSteps } from '../overview/plan-overview.ts'
import type { TileAddress } from '../overview/read-tiles.ts'
import { type Blocks, blockSide, type Check, type FineTile, type Grey } from './measure.ts'
import type { CheckPlan } from './plan.ts'
import { createRgbGrey } from './rgb-grey.ts'

/** Values of `Grey` for fluorescence go up to this. */
const mostGrey = 4095

/** Makes what measures see of each tile that is read. The grey of one lies where that of the tile before did. */
export function createFineTiles(image: SlideImage, check: Check) {
  const { factorX, factorY, level: index } = check.plan.fine
  const level = image.levels[index] as Level
  const steps = levelSteps(image, level)
  const scale = greyScale(image, check)
  const rgbGrey = createRgbGrey(factorX, factorY)
  const planeGrey = (plane: PixelData, stride: number, size: Size): Grey => {
    const grey = { ...size, data: new Uint16Array(size.width * size.height) }
    averagePlane(plane, stride, grey, factorX, factorY, scale)
    return grey
  }
  return ({ column, row }: TileAddress, planes: readonly PixelTile[]): FineTile => {
    const { width, height } = planes[0] as PixelTile
    const x = column * level.tileWidth
    const y = row * level.tileHeight
    const stored = storedPixels(image, check.modality, planes)
    const size = { width: Math.floor(width / factorX), height: Math.floor(height / factorY) }
    const grey =
      check.modality === 'brightfield'
        ? rgbGrey(stored[0] as Uint8Array, width, size)
        : planeGrey(stored[check.nuclearChannel] as PixelData, width, size)
    const blocks = layBlocks(check, size, (pixelX, pixelY) => ({
      x: (x + pixelX * factorX) * steps.x,
      y: (y + pixelY * factorY) * steps.y,
    }))
    return { column, row, x, y, width, height, stored, grey, blocks }
  }
}

type Size = Pick<Grey, 'width' | 'height'>

function averagePlane(
  plane: PixelData,
  stride: number,
  { width, height, data: grey }: Grey,
  factorX: number,
  factorY: number,
  scale: number,
): void {
  const share = scale / (factorX * factorY)
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 1) {
      let sum = 0
      for (let row = 0; row < factorY; row += 1)
        for (let column = 0; column < factorX; column += 1)
          sum += plane[(y * factorY + row) * stride + x * factorX + column] as number
      grey[to] = Math.max(0, Math.min(mostGrey, sum * share + 0.5))
    }
}

/** Values that are used at all get most of the range: many cameras fill little of their 16 bits. */
function greyScale(image: SlideImage, check: Check): number {
  if (check.modality === 'brightfield') return 1
  const plane = check.overview.planes[check.nuclearChannel] as Float32Array
  const brightest = plane.reduce((most, value) => Math.max(most, value), 1e-6)
  // Single nuclei are brighter than a mean over 8 µm.
  const possible = image.pixelType === 'f32' ? 4 * brightest : 2 ** image.bitDepth - 1
  return mostGrey / Math.min(4 * brightest, possible)
}

function layBlocks(
  { plan, tissue }: Check,
  size: Size,
  toFull: (x: number, y: number) => { x: number; y: number },
): Blocks {
  const columns = Math.ceil(size.width / blockSide)
  const rows = Math.ceil(size.height / blockSide)
  const isTissue = new Uint8Array(columns * rows)
  const cell = new Int32Array(columns * rows)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const block = row * columns + column
      const middle = toFull((column + 0.5) * blockSide, (row + 0.5) * blockSide)
      cell[block] = indexIn(plan.cells, middle)
      isTissue[block] = tissue.data[indexIn(plan.overview.grid, middle)] ? 1 : 0
    }
  return { columns, rows, tissue: isTissue, cell }
}

function indexIn({ width, height, stepX, stepY }: Grid, { x, y }: { x: number; y: number }): number {
  const column = Math.min(width - 1, Math.floor(x / stepX))
  const row = Math.min(height - 1, Math.floor(y / stepY))
  return row * width + column
}

/** Per cent of a tile's pixels in the overview that are tissue. */
export function tissueInTile(
  { overview: { grid } }: CheckPlan,
  tissue: Uint8Array,
  box: { x: number; y: number; width: number; height: number },
): number {
  const left = Math.min(grid.width - 1, Math.floor(box.x / grid.stepX))
  const top = Math.min(grid.height - 1, Math.floor(box.y / grid.stepY))
  const right = Math.max(left + 1, Math.min(grid.width, Math.ceil((box.x + box.width) / grid.stepX)))
  const bottom = Math.max(top + 1, Math.min(grid.height, Math.ceil((box.y + box.height) / grid.stepY)))
  let count = 0
  for (let y = top; y < bottom; y += 1)
    for (let at = y * grid.width + left, end = y * grid.width + right; at < end; at += 1)
      if (tissue[at]) count += 1
  return (100 * count) / ((right - left) * (bottom - top))
}
