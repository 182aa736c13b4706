import type { PixelTile } from '../../pixels.ts'
import { seeded } from '../../test-support/seeded.ts'
import type { Samples } from '../tile-pixels.ts'

/** A whole image in memory. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly samples: 1 | 3
  readonly pixelType: 'u8' | 'u16'
  readonly data: Samples
}

export const newSamples = (pixelType: 'u8' | 'u16', length: number): Samples =>
  pixelType === 'u8' ? new Uint8Array(length) : new Uint16Array(length)

/** Waves with a little noise: smooth enough for JPEG, and no two tiles alike. */
export function makePicture(
  width: number,
  height: number,
  samples: 1 | 3 = 3,
  pixelType: 'u8' | 'u16' = 'u8',
  seed = 1,
): Picture {
  const data = newSamples(pixelType, width * height * samples)
  const random = seeded(seed)
  const scale = pixelType === 'u8' ? 1 : 250
  let i = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave = 120 + 90 * Math.sin((x + seed * 7) / 23) * Math.cos(y / 19)
      for (let s = 0; s < samples; s++) data[i++] = scale * (wave + 9 * s + random.below(5))
    }
  }
  return { width, height, samples, pixelType, data }
}

/** Part of a picture; pixels beyond its edges are 77, which nothing must ever show. */
export function cut(picture: Picture, left: number, top: number, width: number, height: number): PixelTile {
  const { samples, pixelType } = picture
  const data = newSamples(pixelType, width * height * samples).fill(77)
  for (let y = 0; y < Math.min(height, picture.height - top); y++) {
    const from = ((top + y) * picture.width + left) * samples
    const inside = Math.min(width, picture.width - left) * samples
    data.set(picture.data.subarray(from, from + inside), y * width * samples)
  }
  return { width, height, samples, pixelType, data }
}

/** Sets a rectangle to one colour, in place. */
export function paint(
  picture: Picture,
  [left, top, width, height]: readonly number[],
  color: number[],
): void {
  const { samples } = picture
  for (let y = top ?? 0; y < Math.min(picture.height, (top ?? 0) + (height ?? 0)); y++) {
    for (let x = left ?? 0; x < Math.min(picture.width, (left ?? 0) + (width ?? 0)); x++) {
      for (let s = 0; s < samples; s++) picture.data[(y * picture.width + x) * samples + s] = color[s] ?? 0
    }
  }
}

/** The mean of 2 × 2 by definition, pixel by pixel; the last column and row count twice where there is no next. */
export function halvePicture(picture: Picture): Picture {
  const { samples, pixelType } = picture
  const width = Math.ceil(picture.width / 2)
  const height = Math.ceil(picture.height / 2)
  const data = newSamples(pixelType, width * height * samples)
  const at = (x: number, y: number, s: number) => {
    const column = Math.min(x, picture.width - 1)
    const row = Math.min(y, picture.height - 1)
    return picture.data[(row * picture.width + column) * samples + s] ?? 0
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let s = 0; s < samples; s++) {
        const sum = at(2 * x, 2 * y, s) + at(2 * x + 1, 2 * y, s) + at(2 * x, 2 * y + 1, s)
        data[(y * width + x) * samples + s] = Math.floor((sum + at(2 * x + 1, 2 * y + 1, s)) / 4 + 0.5)
      }
    }
  }
  return { width, height, samples, pixelType, data }
}

/** How far apart two pictures are at most. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY
  let largest = 0
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs((a[i] ?? 0) - (b[i] ?? 0)))
  return largest
}
