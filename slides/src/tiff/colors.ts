import { newPixels, type PixelTile } from '../pixels.ts'
import { lookUp, type Palette } from './palette.ts'
import { unpackYcbcr, type Ycbcr } from './ycbcr.ts'

/** How the colours of pixels become red, green and blue, once all their samples are side by side. */
export interface Colors {
  /** For people, where what is given isn't what is stored. */
  readonly name?: string | undefined
  /** The first so many samples of a pixel are its colour. */
  readonly stored: number
  /** What white is stored as in 8 bits. */
  readonly white?: readonly number[] | undefined
  /** Red, green and blue in their place; other samples follow. */
  toRgb(tile: PixelTile): PixelTile
}

export const paletteColors = (palette: Palette, bits: number): Colors => ({
  stored: 1,
  toRgb: (tile) => lookUp(tile, palette, 2 ** bits - 1),
})

/** For planes that are apart: packed pixels are converted while they are unpacked. */
export const ycbcrColors = (ycbcr: Ycbcr): Colors => ({
  stored: 3,
  white: [255, 128, 128],
  toRgb(tile) {
    const { data, width, height } = tile
    return { ...tile, data: unpackYcbcr(data as Uint8Array, width, height, ycbcr) }
  },
})

/** Without a profile, as libtiff does it: red is what neither cyan nor black take away. `most` is all of an ink. */
export const cmykColors = (most: number): Colors => ({
  name: 'CMYK',
  stored: 4,
  white: [0, 0, 0, 0],
  toRgb({ width, height, samples, pixelType, data }) {
    const given = samples - 1
    const rgb = newPixels(pixelType, width * height * given)
    for (let from = 0, to = 0; to < rgb.length; from += samples, to += given) {
      const light = most - (data[from + 3] as number)
      for (let color = 0; color < 3; color++) {
        rgb[to + color] = ((most - (data[from + color] as number)) * light) / most
      }
      for (let extra = 3; extra < given; extra++) rgb[to + extra] = data[from + extra + 1] as number
    }
    return { width, height, samples: given, pixelType, data: rgb }
  },
})
