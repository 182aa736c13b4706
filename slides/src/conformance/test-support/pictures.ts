import { newPixels, type PixelTile, type PixelType } from '../../pixels.ts'
import { seeded } from '../../test-support/seeded.ts'

/** What a sample can be at the least and at the most. */
const ranges: Record<PixelType, readonly [number, number]> = {
  u8: [0, 0xff],
  i8: [-0x80, 0x7f],
  u16: [0, 0xffff],
  i16: [-0x8000, 0x7fff],
  u32: [0, 0xffffffff],
  i32: [-0x80000000, 0x7fffffff],
  f32: [-3, 5],
}

/** Waves, a corner of noise that jumps between the ends of the range, and a corner of one value. */
export function makePicture(
  pixelType: PixelType,
  samples: number,
  { width = 150, height = 110, noise = true } = {},
): PixelTile {
  const data = newPixels(pixelType, width * height * samples)
  const random = seeded(samples)
  const [least, most] = ranges[pixelType]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let s = 0; s < samples; s++, i++) {
        const wave = 0.5 + 0.4 * Math.sin((x + 9 * s) / 23) * Math.cos((y - 5 * s) / 19)
        const share =
          !noise || x < width / 2 || y < height / 3 ? wave : y > height / 2 ? 0.25 : random.below(17) / 16
        data[i] = least + share * (most - least)
      }
    }
  }
  return { width, height, samples, pixelType, data }
}

/** What TIFF files of slides hold, by a name for tests. */
export const pictureKinds = {
  'grey u8': ['u8', 1],
  'RGB u8': ['u8', 3],
  'RGBA u8': ['u8', 4],
  'grey and alpha u8': ['u8', 2],
  'grey i8': ['i8', 1],
  'grey u16': ['u16', 1],
  'RGB u16': ['u16', 3],
  'RGBA u16': ['u16', 4],
  'grey i16': ['i16', 1],
  'grey u32': ['u32', 1],
  'grey i32': ['i32', 1],
  'grey f32': ['f32', 1],
  'RGB f32': ['f32', 3],
} as const satisfies Record<string, readonly [PixelType, number]>

export type PictureKind = keyof typeof pictureKinds

export const kindNames = Object.keys(pictureKinds) as PictureKind[]

export function pictureOf(kind: PictureKind): PixelTile {
  const [pixelType, samples] = pictureKinds[kind]
  return makePicture(pixelType, samples)
}
