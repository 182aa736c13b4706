import type { Page } from '@playwright/test'
import { loadSharp } from '../../slides/src/codecs/sharp.ts'
import { picture } from './viewer-steps.ts'
import type { Size } from './viewer-view.ts'

/** Red, green and blue, row by row. */
export interface Pixels extends Size {
  data: Uint8Array
}

/** Whatever floats over the picture. */
const onlyThePicture = `
  body * { visibility: hidden !important }
  [data-map] canvas { visibility: visible !important }`

/** What the screen shows of the picture in a pane, without what floats over it. */
export async function seenPixels(page: Page, number = 0): Promise<Pixels> {
  const clip = await picture(page, number).boundingBox()
  if (!clip) throw new Error('There is no pane.')
  return decodePixels(await page.screenshot({ clip, style: onlyThePicture }))
}

export async function decodePixels(encoded: Uint8Array): Promise<Pixels> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(encoded, { ignoreIcc: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

export interface Difference {
  /** Of all samples, and of the one that differs most: 0 to 255. */
  mean: number
  most: number
}

/** How much pictures differ, one of them moved; `margin` pixels at each side are left out. */
export function differenceOf(one: Pixels, other: Pixels, moved = { x: 0, y: 0 }, margin = 0): Difference {
  if (one.width !== other.width || one.height !== other.height)
    throw new Error(`${one.width} × ${one.height} pixels are not ${other.width} × ${other.height}.`)
  let [sum, count, most] = [0, 0, 0]
  for (let y = margin; y < one.height - margin; y += 1) {
    for (let x = margin; x < one.width - margin; x += 1) {
      const [here, there] = [3 * (y * one.width + x), 3 * ((y + moved.y) * one.width + x + moved.x)]
      for (let sample = 0; sample < 3; sample += 1) {
        const difference = Math.abs((one.data[here + sample] ?? 0) - (other.data[there + sample] ?? 0))
        sum += difference
        if (difference > most) most = difference
      }
      count += 3
    }
  }
  return { mean: sum / count, most }
}

/** One of its pixels. */
export function pixelAt({ width, data }: Pixels, x: number, y: number): number[] {
  return [...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)]
}

/** A part of a picture. */
export function partOf(picture: Pixels, { x, y, width, height }: Size & { x: number; y: number }): Pixels {
  const data = new Uint8Array(3 * width * height)
  for (let row = 0; row < height; row += 1) {
    const from = 3 * ((y + row) * picture.width + x)
    data.set(picture.data.subarray(from, from + 3 * width), 3 * row * width)
  }
  return { width, height, data }
}

/**
 * The middle of what is dark around a place of the image, in the coordinates that `placeAt` gives for places of the
 * picture. The middle of a pixel is half a pixel from its corner.
 */
export function darkMiddle(
  { width, height, data }: Pixels,
  placeAt: (place: { x: number; y: number }) => { x: number; y: number },
  around: { x: number; y: number },
  reach = 30,
): { x: number; y: number } {
  let [x, y, sum] = [0, 0, 0]
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const darkness = 255 - (data[3 * (row * width + column) + 1] ?? 255)
      // What compression leaves of white doesn't count.
      if (darkness < 24) continue
      const place = placeAt({ x: column + 0.5, y: row + 0.5 })
      if (Math.abs(place.x - around.x) > reach || Math.abs(place.y - around.y) > reach) continue
      x += darkness * place.x
      y += darkness * place.y
      sum += darkness
    }
  return { x: x / sum, y: y / sum }
}
