import { SlideError } from '../errors.ts'
import type { SharedTile } from '../pixels.ts'
import type { TilePlace } from '../slide.ts'
import type { BlockReader } from './block-reader.ts'
import { jpegColors, type StoredBlock } from './decode-block.ts'
import { decodeTogether } from './decode-together.ts'
import { decodedBlockBytes, type TiffLayout } from './layout.ts'
import { cutTile } from './rearrange.ts'
import type { TiffFile } from './tiff.ts'

/** Whether some tiles of a page can be decoded together: JPEG in colour. */
export const canReadTogether = ({ codec, tiled, format }: TiffLayout): boolean =>
  codec === 'jpeg' &&
  tiled &&
  !format.apart &&
  !format.colors &&
  format.storedSamples === 3 &&
  format.samples === 3

/** Each tile as `blocks` reads it for itself, errors included, at less cost. */
export function readTogether(
  file: TiffFile,
  layout: TiffLayout,
  blocks: BlockReader,
  places: readonly TilePlace[],
  signal: AbortSignal | undefined,
): Promise<SharedTile>[] {
  const decoded = decodeAll(file, layout, blocks, places, signal)
  return places.map(async ({ x, y }, index) => (await decoded)[index] ?? blocks.read(x, y, undefined, signal))
}

/** Nothing in the place of those that have to be read for themselves: left out of the file, damaged, odd. */
async function decodeAll(
  file: TiffFile,
  layout: TiffLayout,
  blocks: BlockReader,
  places: readonly TilePlace[],
  signal: AbortSignal | undefined,
): Promise<readonly (SharedTile | undefined)[]> {
  const { blockWidth: width, blockHeight: height } = layout
  const photometric = jpegColors(layout)
  if (photometric !== 'rgb' && photometric !== 'ycbcr') return []
  const decode = async () => {
    const stored = await Promise.all(places.map(({ x, y }) => readStored(blocks, x, y, signal)))
    const there = stored.filter((block) => block !== null)
    const [first] = there
    if (!first) return []
    const all = there.map(({ bytes }) => bytes)
    const data = await decodeTogether({ width, height, photometric, tables: first.tables, blocks: all })
    signal?.throwIfAborted()
    if (!data) return []
    const bytes = width * height * 3
    const release = releaseAfter(there.length, data)
    let next = 0
    return places.map(({ x, y }, index): SharedTile | undefined => {
      if (!stored[index]) return undefined
      const tile = {
        width,
        height,
        samples: 3,
        pixelType: 'u8',
        data: data.subarray(next, next + bytes),
        release,
      } as const
      next += bytes
      const cut = cutTile(
        tile,
        Math.min(width, layout.width - x * width),
        Math.min(height, layout.height - y * height),
      )
      if (cut !== tile) release()
      return cut
    })
  }
  return file.decoding.run(places.length * decodedBlockBytes(layout), decode, signal)
}

/** Frees the memory of all tiles when each has been released. */
function releaseAfter(tiles: number, { buffer, length }: Uint8Array): () => void {
  let left = tiles
  // Nothing else lies in there.
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === length
  return () => {
    left -= 1
    if (left === 0 && isWhole) buffer.transfer(0)
  }
}

/** Null also where reading it fails: who reads it for itself is told why. */
async function readStored(
  blocks: BlockReader,
  x: number,
  y: number,
  signal: AbortSignal | undefined,
): Promise<StoredBlock | null> {
  try {
    return await blocks.readStored(x, y, 0, signal)
  } catch (error) {
    if (error instanceof SlideError) return null
    throw error
  }
}
