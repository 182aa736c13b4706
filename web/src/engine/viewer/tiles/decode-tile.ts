import type { PlaneWindow } from '@cresyl/contract/slides/viewers'
import type { Size } from '../viewport.ts'
import type { PlaneDecoder } from './plane-decoder.ts'
import { TileError } from './tile-error.ts'
import { createTilePicture, type TilePicture } from './tile-picture.ts'

/** Colours as they are stored: the browser must neither multiply nor convert them. */
const asStored: ImageBitmapOptions = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' }

/** A tile with colours or, with `window`, one channel in 8 bits; cut to the pixels that lie in the image. */
export async function decodePicture(
  content: Blob,
  size: Size | null,
  window: PlaneWindow | null,
): Promise<TilePicture> {
  const bitmap = await (size === null
    ? createImageBitmap(content, asStored)
    : createImageBitmap(content, 0, 0, size.width, size.height, asStored)
  ).catch((error) => {
    throw new TileError('The tile is not a picture.', 422, { cause: error })
  })
  const { width, height } = bitmap
  return createTilePicture({ width, height, window, pixels: bitmap })
}

/** One channel in 16 bits. */
export async function decodePlane(
  content: ArrayBuffer,
  { width, height }: Size,
  window: PlaneWindow,
  decoder: PlaneDecoder,
): Promise<TilePicture> {
  const pixels = await decoder.decode(content)
  if (pixels.length !== width * height) throw new TileError('The tile has another size than it should.', 422)
  return createTilePicture({ width, height, window, pixels })
}

/** What `Plane-Window: low high` says. */
export function windowOf(response: Response): PlaneWindow {
  const [low, high] = (response.headers.get('Plane-Window') ?? '').split(' ').map(Number)
  if (low === undefined || high === undefined || !(high > low)) {
    throw new TileError('The tile does not say what its values are.', 422)
  }
  return [low, high]
}
