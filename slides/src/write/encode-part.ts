import { availableParallelism } from 'node:os'
import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelTile } from '../pixels.ts'
import { checkSamples } from './check-tile.ts'
import { createPartTiles } from './part-tiles.ts'
import { planPyramid } from './plan-pyramid.ts'
import { layOutPyramid } from './pyramid-layout.ts'
import type { PyramidOptions, PyramidPlan } from './pyramid-options.ts'
import { TileBuffers } from './tile-buffers.ts'
import { decodeTile } from './tile-decoder.ts'
import { createJpegEncoder, createTileEncoder } from './tile-encoder.ts'
import type { Samples } from './tile-pixels.ts'

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

/** Encodes parts one after another in the same few buffers: what a part takes beside its pixels is small. */
export interface PartEncoder {
  encode(part: PyramidPart): AsyncGenerator<PartTile>
}

/**
 * Encodes the first levels of parts of a pyramid, which need nothing from beyond them: several workers make a part each,
 * and a writer with the same options and `givenLevels` takes their tiles and computes the rest. The tiles are those the
 * writer itself would have made; those of background are left out.
 */
export async function createPartEncoder(options: PyramidOptions): Promise<PartEncoder> {
  const plan = planPyramid(options)
  const layout = layOutPyramid(plan)
  const { tileSize, samples, pixelType } = plan
  const buffers = new TileBuffers(pixelType, tileSize * tileSize * samples)
  const encode = await createWholeEncoder(plan)
  const encodeAndGiveBack = async (data: Samples) => {
    try {
      return await encode(data)
    } finally {
      buffers.giveBack(data)
    }
  }
  const tilesOf = createPartTiles(plan, layout, buffers)
  // One is cut and halved while others are encoded.
  const room = Math.min(1 + availableParallelism(), 8)

  return {
    encode: async function* (part) {
      if (!(Number.isInteger(part.levels) && part.levels >= 1 && part.levels <= layout.levels.length)) {
        throw wrongPart(part, `has ${part.levels} levels; there are 1 to ${layout.levels.length}`)
      }
      const source = checkPixels(plan, part)
      const underWay: (Omit<PartTile, 'bytes'> & { bytes: Promise<Uint8Array> })[] = []
      for (const { data, level, x, y } of tilesOf(part, source)) {
        const bytes = encodeAndGiveBack(data)
        // Told when its turn comes.
        bytes.catch(() => {})
        underWay.push({ level, x, y, bytes })
        const first = underWay.length < room ? undefined : underWay.shift()
        if (first) yield { ...first, bytes: await first.bytes }
      }
      for (const tile of underWay) yield { ...tile, bytes: await tile.bytes }
    },
  }
}

/** Encodes a single part. */
export async function* encodePart(options: PyramidOptions, part: PyramidPart): AsyncGenerator<PartTile> {
  yield* (await createPartEncoder(options)).encode(part)
}

/** The samples of such a tile, row by row with what pads it, before any file is made of it. */
export async function decodePartTile(options: PyramidOptions, bytes: Uint8Array): Promise<Samples> {
  return decodeTile(bytes, planPyramid(options))
}

function checkPixels(plan: PyramidPlan, part: PyramidPart): Samples {
  const side = plan.tileSize * 2 ** (part.levels - 1)
  if (side * side > limits.regionPixels) {
    throw new SlideError(
      'too_large',
      `part ${part.x},${part.y}`,
      `has ${side} pixels a side; use fewer levels`,
    )
  }
  const { x, y, pixels } = part
  const [width, height] = [Math.min(side, plan.width - x * side), Math.min(side, plan.height - y * side)]
  if (!(Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && width > 0 && height > 0)) {
    throw wrongPart(part, `is outside of ${plan.width} × ${plan.height} pixels`)
  }
  if (pixels.width !== width || pixels.height !== height) {
    throw wrongPart(part, `is ${pixels.width} × ${pixels.height} pixels, not ${width} × ${height}`)
  }
  return checkSamples(plan, pixels, (reason) => wrongPart(part, reason))
}

/** Encodes a tile with all that is needed to decode it alone. What it gives is no view of the tile. */
async function createWholeEncoder(plan: PyramidPlan): Promise<(data: Samples) => Promise<Uint8Array>> {
  const { compression, tileSize: side, samples } = plan
  if (compression.kind === 'jpeg') return createJpegEncoder({ side, samples }, compression)
  const { encode } = await createTileEncoder(plan)
  if (compression.kind === 'deflate') return encode
  return async (data) => (await encode(data)).slice()
}

const wrongPart = ({ x, y }: PyramidPart, reason: string): SlideError =>
  new SlideError('out_of_range', `part ${x},${y}`, reason)
