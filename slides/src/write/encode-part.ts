import { encodeJpeg } from '../codecs/jpeg.ts'
import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelTile } from '../pixels.ts'
import { checkSamples } from './check-tile.ts'
import { halveTile } from './halve-tile.ts'
import { planPyramid } from './plan-pyramid.ts'
import { layOutPyramid, levelOf, visibleSize } from './pyramid-layout.ts'
import type { PyramidOptions, PyramidPlan } from './pyramid-options.ts'
import { decodeTile } from './tile-decoder.ts'
import { createTileEncoder } from './tile-encoder.ts'
import type { Samples } from './tile-pixels.ts'
import { copyPixels, hasOneColor, repeatEdges } from './tile-pixels.ts'

/** A square of 2^(levels − 1) tiles a side, cut to the image at its edges. */
export interface PyramidPart {
  /** How many levels are made of it, from full resolution on. */
  readonly levels: number
  /** Column and row among such squares. */
  readonly x: number
  readonly y: number
  /** All its pixels at full resolution. */
  readonly pixels: PixelTile
}

/** What `writeEncodedTile` takes. */
export interface PartTile {
  readonly level: number
  readonly x: number
  readonly y: number
  readonly bytes: Uint8Array
}

/**
 * Encodes the first levels of a part of a pyramid, which need nothing from beyond it: several workers make a part each,
 * and a writer with the same options and `givenLevels` takes their tiles and computes the rest. The tiles are those the
 * writer itself would have made; those of background are left out.
 */
export async function* encodePart(options: PyramidOptions, part: PyramidPart): AsyncGenerator<PartTile> {
  const plan = planPyramid(options)
  const layout = layOutPyramid(plan)
  const { tileSize, samples } = plan
  if (!(Number.isInteger(part.levels) && part.levels >= 1 && part.levels <= layout.levels.length)) {
    throw wrongPart(part, `has ${part.levels} levels; there are 1 to ${layout.levels.length}`)
  }
  let side = tileSize * 2 ** (part.levels - 1)
  if (side * side > limits.regionPixels) {
    throw new SlideError(
      'too_large',
      `part ${part.x},${part.y}`,
      `has ${side} pixels a side; use fewer levels`,
    )
  }
  let { width, height, data } = takePixels(plan, part, side)
  const encode = await createWholeEncoder(plan)
  for (let level = 0; level < part.levels; level++) {
    const tiles = side / tileSize
    const { columns, rows } = levelOf(layout, level)
    for (let y = part.y * tiles; y < Math.min(rows, (part.y + 1) * tiles); y++) {
      for (let x = part.x * tiles; x < Math.min(columns, (part.x + 1) * tiles); x++) {
        const tile = cutTile(data, side, tileSize, samples, x - part.x * tiles, y - part.y * tiles)
        const visible = visibleSize(layout, { plane: 0, level, x, y })
        const shape = { side: tileSize, samples }
        if (hasOneColor(tile, shape, visible.width, visible.height, plan.background)) continue
        yield { level, x, y, bytes: await encode(tile) }
      }
    }
    if (level === part.levels - 1) return
    const halved = data.slice(0, data.length / 4)
    halveTile(data, halved, { side, samples }, plan.halving)
    data = halved
    side /= 2
    width = Math.ceil(width / 2)
    height = Math.ceil(height / 2)
    repeatEdges(data, { side, samples }, width, height)
  }
}

/** The samples of such a tile, row by row with what pads it, before any file is made of it. */
export async function decodePartTile(options: PyramidOptions, bytes: Uint8Array): Promise<Samples> {
  return decodeTile(bytes, planPyramid(options))
}

/** Its pixels in a whole square, those at the edges of the image repeated to the square's. */
function takePixels(plan: PyramidPlan, part: PyramidPart, side: number) {
  const { x, y, pixels } = part
  const [width, height] = [Math.min(side, plan.width - x * side), Math.min(side, plan.height - y * side)]
  if (!(Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && width > 0 && height > 0)) {
    throw wrongPart(part, `is outside of ${plan.width} × ${plan.height} pixels`)
  }
  if (pixels.width !== width || pixels.height !== height) {
    throw wrongPart(part, `is ${pixels.width} × ${pixels.height} pixels, not ${width} × ${height}`)
  }
  const source = checkSamples(plan, pixels, (reason) => wrongPart(part, reason))
  const shape = { side, samples: plan.samples }
  const length = side * side * plan.samples
  const data: Samples = plan.pixelType === 'u8' ? new Uint8Array(length) : new Uint16Array(length)
  copyPixels(source, width, data, shape, width, height)
  repeatEdges(data, shape, width, height)
  return { width, height, data }
}

function cutTile(data: Samples, side: number, tileSize: number, samples: number, x: number, y: number) {
  const row = tileSize * samples
  const tile = data.slice(0, tileSize * row)
  for (let line = 0; line < tileSize; line++) {
    const from = ((y * tileSize + line) * side + x * tileSize) * samples
    tile.set(data.subarray(from, from + row), line * row)
  }
  return tile
}

/** Encodes a tile with all that is needed to decode it alone. */
async function createWholeEncoder(plan: PyramidPlan): Promise<(data: Samples) => Promise<Uint8Array>> {
  const { compression, tileSize: side, samples } = plan
  if (compression.kind !== 'jpeg') return (await createTileEncoder(plan)).encode
  return (data) => encodeJpeg({ width: side, height: side, samples, pixelType: 'u8', data }, compression)
}

const wrongPart = ({ x, y }: PyramidPart, reason: string): SlideError =>
  new SlideError('out_of_range', `part ${x},${y}`, reason)
