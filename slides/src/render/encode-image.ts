import { encodeJpeg } from '../codecs/jpeg.ts'
import { encodePng } from '../codecs/png.ts'
import { encodeWebp } from '../codecs/webp.ts'
import { SlideError } from '../errors.ts'
import type { PixelTile } from '../pixels.ts'

export const imageFormats = ['jpeg', 'png', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

export interface EncodeOptions {
  readonly format: ImageFormat
  /** 1–100, 90 when left out; PNG is always lossless. */
  readonly quality?: number | undefined
}

export interface EncodedImage {
  readonly mime: `image/${ImageFormat}`
  readonly bytes: Uint8Array
}

/** The longest side a format can say. */
const longestSide = { jpeg: 65_500, webp: 16_383, png: 2 ** 31 - 1 } as const

/** Refuses sizes a format has no room for, before anything is computed. */
export function checkEncodable(format: ImageFormat, width: number, height: number): void {
  const most = longestSide[format]
  if (width <= most && height <= most) return
  const name = format.toUpperCase()
  const alternative = format === 'png' ? '' : '; PNG goes further'
  throw new SlideError(
    'too_large',
    name,
    `holds at most ${most} px a side, not ${width} × ${height}${alternative}`,
  )
}

/** RGB of 8 bits as a file: JPEG without subsampling of colours, PNG without loss, or WebP. */
export async function encodeImage(
  tile: PixelTile,
  { format, quality = 90 }: EncodeOptions,
): Promise<EncodedImage> {
  checkEncodable(format, tile.width, tile.height)
  if (!(Number.isInteger(quality) && quality >= 1 && quality <= 100))
    throw new SlideError('out_of_range', format.toUpperCase(), `has qualities from 1 to 100, not ${quality}`)
  return { mime: `image/${format}`, bytes: await encoders[format](tile, quality) }
}

const encoders = {
  jpeg: (tile: PixelTile, quality: number) => encodeJpeg(tile, { quality, subsampling: '4:4:4' }),
  png: (tile: PixelTile) => encodePng(tile),
  webp: (tile: PixelTile, quality: number) => encodeWebp(tile, { quality }),
} as const
