import type { Page } from '@playwright/test'
import { differenceOf, type Pixels, seenPixels } from './viewer-pixels.ts'
import { drawReference, type Reference } from './viewer-reference.ts'
import type { ViewerSlide } from './viewer-slides.ts'
import { expect } from './viewer-test.ts'
import { openWithin, type Query, type Size, type View, viewText, wholeView } from './viewer-view.ts'

/** A screen of even sides: its middle lies between pixels, as whole places of an image do. */
export const screen: Size = { width: 480, height: 360 }

export interface NamedView extends View {
  name: string
}

/** Where a pixel of the screen is one of the file, or a block of its pixels is: nothing is mixed. */
export function sharpViews({ width, height }: Size): NamedView[] {
  const [middle, end] = [
    { x: Math.round(width * 0.45), y: Math.round(height * 0.4) },
    { x: width - 120, y: height - 90 },
  ]
  return [
    { name: 'one to one', center: middle, resolution: 1 },
    { name: 'the end of the image', center: end, resolution: 1 },
    { name: 'its beginning, turned by 90°', center: { x: 90, y: 130 }, resolution: 1, degrees: 90 },
    { name: 'its end, upside down', center: end, resolution: 1, degrees: 180 },
    { name: 'mirrored', center: middle, resolution: 1, flipped: true },
    { name: 'its end, turned by −90° and mirrored', center: end, resolution: 1, degrees: -90, flipped: true },
    { name: 'four times as large, at its end', center: end, resolution: 0.25, flipped: true },
  ]
}

/** Where pixels of the screen lie between those of the file. */
export function smoothViews({ width, height }: Size): NamedView[] {
  const middle = { x: width * 0.45, y: height * 0.4 }
  return [
    { name: 'whole', ...wholeView({ width, height }, screen) },
    { name: 'turned by 37°', center: middle, resolution: 1, degrees: 37 },
    { name: 'turned by −143° and mirrored', center: middle, resolution: 1.5, degrees: -143, flipped: true },
    { name: 'between levels', center: middle, resolution: 2.9, flipped: true },
    { name: 'a little larger than scanned', center: middle, resolution: 0.7, degrees: 90 },
  ]
}

interface Looked {
  page: Page
  slide: ViewerSlide
  query?: Query
}

const show = ({ page, slide, query }: Looked, view: View) =>
  openWithin(page, slide, { v1: viewText(view), ...query })

/** Every pixel is what it must be, but for so much; beside the image is nothing but the background. */
export async function expectSharp(
  looked: Looked,
  views: readonly NamedView[],
  image: Reference,
  tolerance: number,
): Promise<void> {
  for (const view of views) {
    const right = await drawReference(image, view, screen, { crisp: true })
    await show(looked, view)
    const compare = async () => differenceOf(await seenPixels(looked.page), right).most
    await expect.poll(compare, { message: view.name }).toBeLessThanOrEqual(tolerance)
  }
}

/**
 * What is seen is the mean of what each pixel covers, but for how graphics cards weigh it; and nowhere is it as near to
 * what it would be one pixel beside (`nearer` times), or otherwise turned or mirrored.
 */
export async function expectSmooth(
  looked: Looked,
  views: readonly NamedView[],
  image: Reference,
  tolerance: number,
  nearer = 2,
): Promise<void> {
  for (const view of views) {
    const right = await drawReference(image, view, screen, { crisp: false })
    await show(looked, view)
    let picture = right
    const compare = async () => {
      picture = await seenPixels(looked.page)
      return differenceOf(picture, right).mean
    }
    await expect.poll(compare, { message: view.name }).toBeLessThan(tolerance)
    const { mean } = differenceOf(picture, right, undefined, 1)
    for (const moved of besides) {
      expect(differenceOf(picture, right, moved, 1).mean, `${view.name}, one beside`).toBeGreaterThan(
        nearer * mean,
      )
    }
    for (const turned of turnsOf(right)) {
      expect(differenceOf(picture, turned).mean, `${view.name}, otherwise`).toBeGreaterThan(3 * mean)
    }
  }
}

const besides = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
]

/** The same picture mirrored either way, and upside down. */
function turnsOf(picture: Pixels): Pixels[] {
  const { width, height } = picture
  const read = (from: (x: number, y: number) => number) => {
    const data = new Uint8Array(picture.data.length)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const at = 3 * from(x, y)
        data.set(picture.data.subarray(at, at + 3), 3 * (y * width + x))
      }
    return { width, height, data }
  }
  return [
    read((x, y) => y * width + width - 1 - x),
    read((x, y) => (height - 1 - y) * width + x),
    read((x, y) => (height - 1 - y) * width + width - 1 - x),
  ]
}
