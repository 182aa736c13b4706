import { SlideError } from '../errors.ts'
import type { Plane, SlideImage } from '../slide.ts'
import { checkJpeg } from './jpeg-tables.ts'
import type { PyramidWriter } from './pyramid-writer.ts'

/** JPEG tiles that a pyramid can hold as they are. */
export interface StoredJpeg {
  readonly tileSize: number
  readonly subsampling: '4:4:4' | '4:2:0'
}

export interface CopiedTiles {
  readonly tiles: number
  /** Those whose JPEG is the source's own. */
  readonly kept: number
}

/** Tiles that are read, decoded for the next level and written at the same time. */
const together = 8

/** What full resolution is stored as, judged by its first tile; undefined where the writer can't take that. */
export async function storedJpegOf(image: SlideImage, signal: AbortSignal): Promise<StoredJpeg | undefined> {
  const { tileWidth: side = 0, tileHeight } = image.levels[0] ?? {}
  const { samples, pixelType } = image
  if (side !== tileHeight || side % 16 !== 0 || side > 2048) return undefined
  if (samples === 4 || pixelType !== 'u8') return undefined
  const tile = await image.encodedTile(0, 0, 0, {}, signal)
  if (tile?.mime !== 'image/jpeg') return undefined
  for (const subsampling of ['4:4:4', '4:2:0'] as const) {
    try {
      checkJpeg(tile.bytes, { side, samples, subsampling })
      return { tileSize: side, subsampling }
    } catch (error) {
      if (!(error instanceof SlideError)) throw error
    }
  }
  return undefined
}

/**
 * Hands the stored tiles of full resolution to a writer with the same tile size and subsampling. Tiles that are
 * missing, or that it doesn't take, are decoded and encoded again.
 */
export async function copyStoredJpeg(
  image: SlideImage,
  writer: PyramidWriter,
  wrote: (pixels: number) => void,
  signal: AbortSignal,
): Promise<CopiedTiles> {
  let tiles = 0
  let kept = 0
  const copy = async ({ x, y, plane }: StoredPlace) => {
    const stored = await image.encodedTile(0, x, y, plane, signal)
    const isKept = stored?.mime === 'image/jpeg' && (await offer(writer, x, y, stored.bytes, plane))
    if (!isKept) await writer.writeTile(x, y, await image.rawTile(0, x, y, plane, signal), plane)
    tiles++
    if (isKept) kept++
  }
  for (const places of rowsOf(image)) {
    for (let first = 0; first < places.length; first += together) {
      signal.throwIfAborted()
      const some = places.slice(first, first + together)
      await Promise.all(some.map(copy))
      wrote(some.reduce((pixels, place) => pixels + place.pixels, 0))
    }
  }
  return { tiles, kept }
}

/** Whether the writer took it: what it refuses changes nothing, any other failure ends it. */
async function offer(
  writer: PyramidWriter,
  x: number,
  y: number,
  bytes: Uint8Array,
  plane: Plane,
): Promise<boolean> {
  try {
    await writer.writeEncodedTile(0, x, y, bytes, plane)
    return true
  } catch (error) {
    if (error instanceof SlideError && error.code !== 'unwritable') return false
    throw error
  }
}

interface StoredPlace {
  readonly x: number
  readonly y: number
  readonly plane: Plane
  /** Of the image, without what is beyond its edge. */
  readonly pixels: number
}

function* rowsOf({ width, height, levels, channels, sizeZ, sizeT }: SlideImage): Generator<StoredPlace[]> {
  const { tileWidth = width, tileHeight = height } = levels[0] ?? {}
  const part = (length: number, side: number, index: number) => Math.min(side, length - side * index)
  for (let t = 0; t < sizeT; t++)
    for (let z = 0; z < sizeZ; z++)
      for (let c = 0; c < channels.length; c++)
        for (let y = 0; y * tileHeight < height; y++)
          yield Array.from({ length: Math.ceil(width / tileWidth) }, (_, x) => ({
            x,
            y,
            plane: { c, z, t },
            pixels: part(width, tileWidth, x) * part(height, tileHeight, y),
          }))
}
