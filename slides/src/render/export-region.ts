import type { SlideImage } from '../slide.ts'
import { checkEncodable, type EncodedImage, type EncodeOptions, encodeImage } from './encode-image.ts'
import { outputSize, type Region } from './region-plan.ts'
import { type RenderOptions, renderRegion } from './render-region.ts'
import { type PixelSize, withResolution } from './resolution.ts'

export interface ExportedRegion extends EncodedImage {
  readonly width: number
  readonly height: number
  /** µm to an output pixel, which is written into the file; undefined where the image doesn't say. */
  readonly mpp: PixelSize | undefined
}

/** A rectangle at any scale as a JPEG, PNG or WebP file, with the size of its pixels in it where that is known. */
export async function exportRegion(
  image: SlideImage,
  region: Region & RenderOptions,
  options: EncodeOptions,
  signal?: AbortSignal,
): Promise<ExportedRegion> {
  const { width, height, steps } = outputSize(image, region)
  checkEncodable(options.format, width, height)
  const pixels = await renderRegion(image, region, signal)
  const encoded = await encodeImage(pixels, options)
  signal?.throwIfAborted()
  const mpp = image.mpp && { x: image.mpp.x * steps.x, y: image.mpp.y * steps.y }
  return { ...(mpp ? withResolution(encoded, mpp) : encoded), width, height, mpp }
}
