import type { FailOnOptions, Sharp, default as sharp } from 'sharp'
import { SlideError } from '../errors.ts'
import { bytesOf, type PixelTile } from '../pixels.ts'
import { checkSize, type DecodedImage, type ImageSize } from './codec.ts'

let loading: Promise<typeof sharp> | undefined

/**
 * Loads libvips when the first tile needs it. Its cache would only keep tiles that are cached elsewhere, and its own
 * threads would only fight over small images.
 */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: loaded }) => {
    loaded.cache(false)
    loaded.concurrency(1)
    return loaded
  })
  return loading
}

/** Samples of 8 bits without any colour management; what is wrong with the data becomes a SlideError. */
export async function decodeBySharp(
  structure: string,
  encoded: Uint8Array,
  size: ImageSize,
  failOn: FailOnOptions,
  keepsInks = false,
): Promise<DecodedImage> {
  const load = await loadSharp()
  const limitInputPixels = size.width * size.height
  const image = load(encoded, { failOn, limitInputPixels, ignoreIcc: true, autoOrient: false })
  if (size.samples === 1) image.toColourspace('b-w')
  // Without both, inks would be converted to RGB.
  if (keepsInks) image.pipelineColourspace('cmyk').toColourspace('cmyk')
  const { data, info } = await image
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new SlideError('malformed', structure, `can't be decoded (${firstLine(error)})`, { cause: error })
    })
  const decoded = { width: info.width, height: info.height, samples: info.channels }
  checkSize(structure, decoded, size)
  if (data.length !== decoded.width * decoded.height * decoded.samples) {
    throw new SlideError('unsupported', structure, 'has samples of more than 8 bits, which are not read')
  }
  return { ...decoded, data: new Uint8Array(data.buffer, data.byteOffset, data.length) }
}

/** A tile of 8-bit samples as libvips takes it: grey stays grey. */
export async function sharpOf(structure: string, tile: PixelTile): Promise<Sharp> {
  const { width, height, samples } = tile
  if (tile.pixelType !== 'u8' || !(samples === 1 || samples === 3 || samples === 4)) {
    throw new SlideError(
      'unsupported',
      structure,
      `doesn't store ${samples} samples of type ${tile.pixelType}`,
    )
  }
  const load = await loadSharp()
  const image = load(bytesOf(tile.data), { raw: { width, height, channels: samples } })
  return samples === 1 ? image.toColourspace('b-w') : image
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n', 1)[0] ?? message
}
