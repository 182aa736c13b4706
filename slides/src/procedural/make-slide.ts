import { rm } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { createPyramid, type PyramidWriter } from '../write/create-pyramid.ts'
import type { PyramidOptions } from '../write/pyramid-options.ts'
import type { Rectangle } from './block.ts'
import { cutTile } from './cut-tile.ts'
import type { TruthSummary } from './ground-truth.ts'
import { createTissue, type Tissue } from './tissue.ts'
import type { TissueOptions } from './tissue-options.ts'
import { allPaths, FileSet, truthPaths, writeTruth } from './truth-files.ts'

export interface MakeSlideOptions extends TissueOptions {
  /** Side of the file's tiles; 256 where left out. */
  readonly tileSize?: number
  /** Of JPEG, 1–100; 85 where left out. Fluorescence is lossless. */
  readonly quality?: number
  /** Pixels of full resolution for one of a mask; about 4 µm where left out. */
  readonly maskDownsample?: number
  /** Replace files that are already there. */
  readonly overwrite?: boolean
  /** Share of the work that is done, 0..1. */
  readonly progress?: (share: number) => void
  readonly signal?: AbortSignal
}

export interface MadeSlide {
  readonly path: string
  /** The slide first, then its ground truth. */
  readonly files: readonly string[]
  readonly bytes: number
  readonly truth: TruthSummary
}

/** Tiles are drawn this many a side at a time: what reaches from one into the next is drawn once. */
const tilesAtOnce = 4

/**
 * Writes a procedural slide with its pyramid and, beside it, its ground truth: `.truth.json`, `.nuclei.csv` and masks
 * as PNG. Brightfield becomes a BigTIFF of JPEG tiles, fluorescence an OME-TIFF of 16 bits. Leaves nothing behind
 * when it fails or is aborted.
 */
export async function makeSlide(path: string, options: MakeSlideOptions): Promise<MadeSlide> {
  const { signal, progress = () => {}, overwrite = false } = options
  signal?.throwIfAborted()
  const tissue = createTissue(options)
  const paths = truthPaths(path, tissue)
  const files = new FileSet(allPaths(paths), overwrite)
  await files.refuseExisting()
  const writer = await createPyramid(path, pyramidOptions(tissue, options), signal)
  let written = false
  try {
    await writeTiles(tissue, writer, options.tileSize ?? 256, progress, signal)
    const downsample = options.maskDownsample ?? Math.max(1, Math.round(4 / tissue.mpp))
    const truth = await writeTruth(tissue, paths, files, downsample, signal)
    const { bytes } = await writer.finish()
    written = true
    await files.commit()
    progress(1)
    return { path, files: [path, ...allPaths(paths)], bytes, truth }
  } catch (error) {
    await writer.abort()
    await files.discard()
    if (written) await rm(path, { force: true })
    throw error
  }
}

function pyramidOptions(tissue: Tissue, options: MakeSlideOptions): PyramidOptions {
  const { width, height, mpp, pixelType, samples, bitDepth, channels } = tissue
  const bright = samples === 3
  return {
    width,
    height,
    pixelType,
    samples,
    bitDepth,
    container: bright ? 'bigtiff' : 'ome-tiff',
    compression: bright ? { kind: 'jpeg', quality: options.quality ?? 85 } : { kind: 'deflate' },
    ...(bright ? {} : { channels }),
    ...(options.tileSize === undefined ? {} : { tileSize: options.tileSize }),
    mpp: { x: mpp, y: mpp },
    objective: 10 / mpp,
    background: bright ? tissue.glass : (tissue.glass[0] ?? 0),
    overwrite: options.overwrite ?? false,
    provenance: {
      program: 'cresyl-slides make',
      source: 'procedural tissue',
      options: JSON.stringify(tissue.options),
    },
  }
}

async function writeTiles(
  tissue: Tissue,
  writer: PyramidWriter,
  side: number,
  progress: (share: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { width, height } = tissue
  const step = side * tilesAtOnce
  const blocks = Math.ceil(width / step) * Math.ceil(height / step)
  let done = 0
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      const block = { x, y, width: Math.min(step, width - x), height: Math.min(step, height - y) }
      const tiles = tilesToDraw(tissue, block, side)
      if (tiles.length > 0) {
        const around = boundsOf(tiles)
        for (let c = 0; c < tissue.channels.length; c++) {
          // Drawing doesn't wait for anything: let timers and aborts have their turn.
          await setImmediate()
          signal?.throwIfAborted()
          const drawn = tissue.render(around.x, around.y, around.width, around.height, { c })
          for (const tile of tiles) {
            const cut = cutTile(drawn, tile.x - around.x, tile.y - around.y, tile.width, tile.height)
            await writer.writeTile(tile.x / side, tile.y / side, cut, { c })
          }
        }
      }
      // The rest is the ground truth.
      progress((0.95 * ++done) / blocks)
    }
}

/** The tiles of a block that are not plain glass. */
function tilesToDraw(tissue: Tissue, block: Rectangle, side: number): Rectangle[] {
  const tiles: Rectangle[] = []
  if (tissue.isPlain(block.x, block.y, block.width, block.height)) return tiles
  const [right, bottom] = [block.x + block.width, block.y + block.height]
  for (let y = block.y; y < bottom; y += side)
    for (let x = block.x; x < right; x += side) {
      const tile = { x, y, width: Math.min(side, right - x), height: Math.min(side, bottom - y) }
      if (!tissue.isPlain(tile.x, tile.y, tile.width, tile.height)) tiles.push(tile)
    }
  return tiles
}

function boundsOf(rectangles: readonly Rectangle[]): Rectangle {
  const x = Math.min(...rectangles.map((each) => each.x))
  const y = Math.min(...rectangles.map((each) => each.y))
  const right = Math.max(...rectangles.map((each) => each.x + each.width))
  const bottom = Math.max(...rectangles.map((each) => each.y + each.height))
  return { x, y, width: right - x, height: bottom - y }
}
