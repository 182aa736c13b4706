import { availableParallelism } from 'node:os'
import { EncodeQueue } from './encode-queue.ts'
import { LevelBuilder } from './level-builder.ts'
import { OutputFile } from './output-file.ts'
import { planPyramid } from './plan-pyramid.ts'
import { PyramidFile } from './pyramid-file.ts'
import { layOutPyramid } from './pyramid-layout.ts'
import type { PyramidOptions } from './pyramid-options.ts'
import type { PyramidWriter } from './pyramid-writer.ts'
import { QuarterPool } from './quarter-pool.ts'
import { ScratchFile } from './scratch-file.ts'
import { TileBuffers } from './tile-buffers.ts'
import { createTileEncoder } from './tile-encoder.ts'
import { TileIndex } from './tile-index.ts'

export type { PyramidCompression, PyramidOptions } from './pyramid-options.ts'
export type { PyramidWriter, WrittenPyramid } from './pyramid-writer.ts'

const MB = 1024 * 1024

/** What a writer may take, in bytes. */
export interface PyramidMemory {
  /** For halved tiles that wait for their neighbours; what is beyond goes to a scratch file. */
  readonly waiting: number
  /** For tiles that are being encoded. */
  readonly encoding: number
}

/** Tiles in row order never need the scratch file up to 250,000 RGB pixels a row in tiles of 256. */
const usualMemory: PyramidMemory = { waiting: 96 * MB, encoding: 48 * MB }

/**
 * Begins a tiled pyramid at `path`. Until `finish` it lies at `<path>.partial`, which no reader takes for a whole
 * file; on failure, `abort` or the signal it is removed. Memory stays bounded whatever the image's size.
 */
export async function createPyramid(
  path: string,
  options: PyramidOptions,
  signal?: AbortSignal,
  memory: PyramidMemory = usualMemory,
): Promise<PyramidWriter> {
  signal?.throwIfAborted()
  const plan = planPyramid(options)
  const layout = layOutPyramid(plan)
  const encoder = await createTileEncoder(plan)
  const file = await OutputFile.create(path, plan.overwrite)
  if (signal?.aborted) {
    await file.discard()
    throw signal.reason
  }

  const { pixelType, samples, tileSize: side } = plan
  const shape = { side, samples }
  const buffers = new TileBuffers(pixelType, side * side * samples)
  const quarters = new TileBuffers(pixelType, (side * side * samples) / 4)
  const scratch = new ScratchFile(`${path}.scratch`)
  const pool = new QuarterPool(quarters, scratch, layout.tiles, memory.waiting)
  const builder = new LevelBuilder(layout, shape, plan.halving, plan.background, buffers, quarters, pool)
  const room = Math.min(2 * availableParallelism(), 16, Math.floor(memory.encoding / buffers.bytes))
  return new PyramidFile(
    {
      plan,
      layout,
      shape,
      encoder,
      file,
      scratch,
      buffers,
      builder,
      queue: new EncodeQueue(Math.max(2, room)),
      index: new TileIndex(layout.tiles),
    },
    signal,
  )
}
