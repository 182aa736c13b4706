import { SlideError } from '../errors.ts'
import type { PixelTile } from '../pixels.ts'
import type { SlideImage } from '../slide.ts'
import { type RenderOptions, renderRegion } from './render-region.ts'

/** The whole image with its longer side at most `maxSide` pixels; never larger than the image. */
export function renderThumbnail(
  image: SlideImage,
  maxSide: number,
  options: RenderOptions = {},
  signal?: AbortSignal,
): Promise<PixelTile> {
  const { width, height } = image
  return renderRegion(
    image,
    { ...options, x: 0, y: 0, width, height, ...thumbnailSize(image, maxSide) },
    signal,
  )
}

export function thumbnailSize({ width, height }: Pick<SlideImage, 'width' | 'height'>, maxSide: number) {
  if (!(Number.isInteger(maxSide) && maxSide >= 1))
    throw new SlideError('out_of_range', 'thumbnail', `has ${maxSide} px for its longer side`)
  const shrink = Math.max(1, Math.max(width, height) / maxSide)
  return {
    outputWidth: Math.max(1, Math.round(width / shrink)),
    outputHeight: Math.max(1, Math.round(height / shrink)),
  }
}
