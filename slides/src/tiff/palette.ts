import { SlideError } from '../errors.ts'
import type { PixelTile } from '../pixels.ts'
import { tags } from './tags.ts'
import type { TiffDirectory } from './tiff.ts'

/** Colours by index: red, green and blue of one side by side. */
export type Palette = Uint8Array

/** ColorMap holds all reds, then all greens, then all blues, of 16 bits each; a map that uses only 8 occurs. */
export async function readPalette(
  directory: TiffDirectory,
  bits: number,
  signal?: AbortSignal,
): Promise<Palette> {
  const colors = 2 ** bits
  if (directory.count(tags.colorMap) !== 3 * colors) {
    const reason = `has a palette of ${directory.count(tags.colorMap)} values; ${3 * colors} are needed for ${bits} bits`
    throw new SlideError('malformed', directory.label, reason)
  }
  const map = (await directory.numbers(tags.colorMap, signal)) ?? []
  const shift = map.some((value) => value > 255) ? 8 : 0
  const palette = new Uint8Array(3 * colors)
  for (let color = 0; color < colors; color++) {
    for (let sample = 0; sample < 3; sample++) {
      palette[color * 3 + sample] = (map[sample * colors + color] as number) >> shift
    }
  }
  return palette
}

/** The first sample of each pixel is an index; others follow its colour, in 8 bits like that. `most` is their largest. */
export function lookUp(
  { width, height, samples, data }: PixelTile,
  palette: Palette,
  most: number,
): PixelTile {
  const given = samples + 2
  const rgb = new Uint8Array(width * height * given)
  for (let i = 0, to = 0; i < data.length; i += samples, to += given) {
    const from = (data[i] as number) * 3
    rgb[to] = palette[from] as number
    rgb[to + 1] = palette[from + 1] as number
    rgb[to + 2] = palette[from + 2] as number
    for (let extra = 1; extra < samples; extra++) {
      rgb[to + 2 + extra] = ((data[i + extra] as number) * 255) / most + 0.5
    }
  }
  return { width, height, samples: given, pixelType: 'u8', data: rgb }
}
