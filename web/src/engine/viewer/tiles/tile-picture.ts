import type { PlaneWindow } from '@cresyl/contract/slides/viewers'
import type { Freeable } from './byte-cache.ts'

/** A tile as it was decoded, and later as the graphics card has it. */
export interface TilePicture extends Freeable {
  /** Colours, or one channel in 8 or in 16 bits. */
  readonly type: 'colors' | 'shallow' | 'deep'
  readonly width: number
  readonly height: number
  /** What the least and the greatest number stand for, of one channel; null where it has colours. */
  readonly window: PlaneWindow | null
  /** Null once the graphics card has them. */
  pixels(): ImageBitmap | Uint16Array | null
  /** Says that the pixels are elsewhere now, and how they are freed there. */
  moved(free: () => void): void
}

interface Decoded {
  readonly width: number
  readonly height: number
  readonly window: PlaneWindow | null
  readonly pixels: ImageBitmap | Uint16Array
}

export function createTilePicture({ width, height, window, pixels }: Decoded): TilePicture {
  let here: ImageBitmap | Uint16Array | null = pixels
  let free = () => {}
  const leave = () => {
    if (here !== null && 'close' in here) here.close()
    here = null
  }
  const type = pixels instanceof Uint16Array ? 'deep' : window === null ? 'colors' : 'shallow'
  return {
    type,
    width,
    height,
    window,
    bytes: Math.ceil(width * height * bytesPerPixel[type]),
    pixels: () => here,
    moved: (freeElsewhere) => {
      leave()
      free = freeElsewhere
    },
    free: () => {
      leave()
      free()
      free = () => {}
    },
  }
}

/** A bitmap has four bytes for a pixel whatever it shows; smaller versions on the graphics card take another third. */
const bytesPerPixel = { colors: 16 / 3, shallow: 4, deep: 2 } as const
