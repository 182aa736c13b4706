import type { TilePicture } from '../tile-picture.ts'
import type { Tones } from '../tones.ts'
import { tonePixels, toneTable } from './toned-pixels.ts'

/** Pictures in other tones, for a canvas that can't change them while it draws. */
export interface TonedPictures {
  /** Null where the pixels are gone, or no colours. */
  of(picture: TilePicture, tones: Tones): CanvasImageSource | null
  /** All of a frame is drawn: what it had no use for is forgotten. */
  endFrame(): void
}

interface Toned {
  readonly tones: Tones
  readonly source: CanvasImageSource
}

export function createTonedPictures(): TonedPictures {
  let before = new Map<TilePicture, Toned>()
  let now = new Map<TilePicture, Toned>()
  return {
    of: (picture, tones) => {
      const pixels = picture.pixels()
      if (pixels === null || pixels instanceof Uint16Array) return null
      const known = now.get(picture) ?? before.get(picture)
      const isSame = known !== undefined && areSame(known.tones, tones)
      const toned = isSame ? known : { tones, source: tonedCopy(pixels, tones) }
      now.set(picture, toned)
      return toned.source
    },
    endFrame: () => {
      before = now
      now = new Map()
    },
  }
}

const areSame = (one: Tones, other: Tones) =>
  one.slope === other.slope && one.offset === other.offset && one.exponent === other.exponent

function tonedCopy(bitmap: ImageBitmap, tones: Tones): CanvasImageSource {
  const table = toneTable(tones)
  if (table === null) return bitmap
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return bitmap
  context.drawImage(bitmap, 0, 0)
  const image = context.getImageData(0, 0, width, height)
  tonePixels(image.data, table)
  context.putImageData(image, 0, 0)
  return canvas
}
