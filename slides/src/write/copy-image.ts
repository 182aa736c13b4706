import { SlideError } from '../errors.ts'
import { bytesPerSample, newPixels, type PixelTile } from '../pixels.ts'
import { layOverWhite } from '../render/composite.ts'
import { readRegion } from '../render/read-region.ts'
import type { Plane, SlideImage } from '../slide.ts'
import type { PyramidWriter } from './pyramid-writer.ts'

/** Pixels along a block's side and bytes of one: several source tiles, so that few are decoded twice. */
const block = { side: 2048, bytes: 128 * 1024 * 1024 }

/** Decodes full resolution block by block and gives it to the writer, the next block being read meanwhile. */
export async function copyImage(
  image: SlideImage,
  writer: PyramidWriter,
  tileSize: number,
  wrote: (pixels: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const places = blocksOf(image, tileSize)
  const read = ({ plane, ...place }: BlockPlace) =>
    readRegion(image, { level: 0, ...place, plane, clip: true }, signal)
  let next = places.next().value
  let reading = next && read(next)
  while (next && reading) {
    const { x, y, plane } = next
    const pixels = await reading
    next = places.next().value
    reading = next && read(next)
    // Its failure is told when it is awaited, or hidden by the one that ends this loop.
    reading?.catch(() => {})
    for (const tile of cutTiles(layOverWhite(pixels, image), tileSize)) {
      signal.throwIfAborted()
      await writer.writeTile(x / tileSize + tile.x, y / tileSize + tile.y, tile.pixels, plane)
      wrote(tile.pixels.width * tile.pixels.height)
    }
  }
}

interface BlockPlace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly plane: Plane
}

/** Blocks of whole output tiles, plane by plane. */
function* blocksOf(image: SlideImage, tileSize: number): Generator<BlockPlace, undefined> {
  const { width, height } = blockSize(image, tileSize)
  for (let t = 0; t < image.sizeT; t++)
    for (let z = 0; z < image.sizeZ; z++)
      for (let c = 0; c < image.channels.length; c++)
        for (let y = 0; y < image.height; y += height)
          for (let x = 0; x < image.width; x += width) yield { x, y, width, height, plane: { c, z, t } }
}

/** Strips are as wide as the image: a block of their width, but no higher than needed, decodes each of them once. */
function blockSize(image: SlideImage, tileSize: number): { width: number; height: number } {
  const { tileWidth = 1, tileHeight = 1 } = image.levels[0] ?? {}
  const whole = (length: number) => Math.ceil(length / tileSize) * tileSize
  const isWide = tileWidth > block.side
  const height = whole(Math.min(image.height, isWide ? tileHeight : Math.max(tileHeight, block.side)))
  const pixelBytes = image.samples * bytesPerSample(image.pixelType)
  const widest = Math.max(tileSize, Math.floor(block.bytes / (height * pixelBytes) / tileSize) * tileSize)
  return { width: Math.min(widest, whole(Math.min(image.width, Math.max(tileWidth, block.side)))), height }
}

function* cutTiles(pixels: PixelTile, tileSize: number) {
  const { samples, pixelType, data } = pixels
  for (let top = 0; top < pixels.height; top += tileSize) {
    for (let left = 0; left < pixels.width; left += tileSize) {
      const width = Math.min(tileSize, pixels.width - left)
      const height = Math.min(tileSize, pixels.height - top)
      const cut = newPixels(pixelType, width * height * samples)
      for (let row = 0; row < height; row++) {
        const from = ((top + row) * pixels.width + left) * samples
        cut.set(data.subarray(from, from + width * samples), row * width * samples)
      }
      const tile: PixelTile = { width, height, samples, pixelType, data: cut }
      yield { x: left / tileSize, y: top / tileSize, pixels: tile }
    }
  }
}

/** What the writer can hold of the image; throws where it can't hold it. */
export function writableFormat(image: SlideImage): { pixelType: 'u8' | 'u16'; samples: 1 | 3 } {
  const { pixelType, samples } = image
  if (pixelType !== 'u8' && pixelType !== 'u16')
    throw new SlideError('unsupported', 'image', `has ${pixelType} samples; only u8 and u16 are written`)
  return { pixelType, samples: samples === 1 ? 1 : 3 }
}
