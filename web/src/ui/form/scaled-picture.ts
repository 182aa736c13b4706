import { pictureLimits } from '@cresyl/contract/api/limits'

export interface Size {
  width: number
  height: number
}

/** The size at which a picture fits into the box with its proportions kept; it is never made larger. */
export function fitWithin({ width, height }: Size, box: Size): Size {
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** How many bytes the content of a base64 data: URL has. */
export function bytesOfDataUrl(url: string): number {
  const content = url.slice(url.indexOf(',') + 1)
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  return (content.length / 4) * 3 - padding
}

const unreadablePicture =
  'The browser cannot read this file as a picture. Choose a PNG, JPEG, WebP or SVG file.'

/** A picture file as a PNG data: URL that fits into the box and into what the server takes. */
export async function scaledPicture(
  file: Blob,
  box: Size,
  most: number = pictureLimits.bytes,
): Promise<string> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode().catch((cause: unknown) => {
      throw new Error(unreadablePicture, { cause })
    })
    // A drawing without a size of its own takes what there is.
    const natural = { width: picture.naturalWidth || box.width, height: picture.naturalHeight || box.height }
    let size = fitWithin(natural, box)
    let url = drawn(picture, size)
    while (bytesOfDataUrl(url) > most && size.width > 1) {
      size = fitWithin(natural, { width: size.width * 0.8, height: size.height * 0.8 })
      url = drawn(picture, size)
    }
    return url
  } finally {
    URL.revokeObjectURL(address)
  }
}

function drawn(picture: HTMLImageElement, { width, height }: Size): string {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context)
    throw new Error('The browser has no room to draw the picture. Close other tabs and try again.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas.toDataURL('image/png')
}
