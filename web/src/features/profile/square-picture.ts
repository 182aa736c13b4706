import { pictureLimits } from '@cresyl/contract/api/limits'
import { bytesOfDataUrl } from '../../ui/form/scaled-picture.ts'
import { words } from './words.ts'

export const pictureTypes = 'image/png,image/jpeg,image/webp'

export interface Square {
  x: number
  y: number
  size: number
}

/** The largest square in the middle, in pixels of the picture. */
export function centredSquare(width: number, height: number): Square {
  const size = Math.min(width, height)
  return { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size }
}

/** Cuts the middle out of a picture, makes it small, and gives it as a data: URL. */
export async function squarePicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new Error(words.picture.unreadable, { cause })
  })
  try {
    const canvas = drawSquare(picture)
    const png = canvas.toDataURL('image/png')
    // Only a photograph full of noise is too large as PNG, and as JPEG it is a fraction of that.
    return bytesOfDataUrl(png) <= pictureLimits.bytes ? png : canvas.toDataURL('image/jpeg', 0.9)
  } finally {
    picture.close()
  }
}

function drawSquare(picture: ImageBitmap): HTMLCanvasElement {
  const { x, y, size } = centredSquare(picture.width, picture.height)
  // A small picture is not blown up: that only makes it blurred and large.
  const target = Math.min(size, pictureLimits.personPixels)
  const canvas = document.createElement('canvas')
  canvas.width = target
  canvas.height = target
  const context = canvas.getContext('2d')
  if (!context) throw new Error(words.picture.unreadable)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, x, y, size, size, 0, 0, target, target)
  return canvas
}
