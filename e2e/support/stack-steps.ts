import type { Slide } from '@cresyl/contract/slides/slides'
import { expect, type Page } from '@playwright/test'
import { colourAt } from '../../contract/src/slides/colour-maps.ts'
import type { StackedSlide } from './stacked-slide.ts'
import { differenceOf, type Pixels, partOf, pixelAt, seenPixels } from './viewer-pixels.ts'
import { whenLoaded } from './viewer-steps.ts'
import { openWithin, type Query, type View, viewText } from './viewer-view.ts'

/** Of the slide, 1536 × 1024; turned and mirrored, so that nothing falls on whole pixels of the screen. */
export const turned: View = { center: { x: 800, y: 500 }, resolution: 1, degrees: 20, flipped: true }
const fresh = { position: 0.5, degrees: 0, x: 0.5, y: 0.5, radius: 140, zoom: 1, opacity: 0.5, scale: 64 }

interface Asked extends Partial<typeof fresh> {
  mode: string
  shown: string
  second: string
}

/** As links have it. */
function stackText({ mode, shown, second, ...figures }: Asked): string {
  return [mode, shown, second, ...Object.values({ ...fresh, ...figures })].join('*')
}

export async function show(page: Page, slide: Slide, view: View, asked: Asked): Promise<Pixels> {
  const query = { v1: viewText(view), s1: stackText(asked) } as Query
  await openWithin(page, { slide, path: '' }, query)
  await whenLoaded(page)
  return seenPixels(page)
}

/** Of 255, in the mean. */
const isAlike = { mean: 1.5 }

/** Every way of comparing shows both images where they belong, and as they are. */
export async function expectModes(page: Page, stacked: StackedSlide, view: View): Promise<void> {
  const { slide, virtual } = stacked
  const pair = { shown: slide.source_image_id, second: virtual }
  // A blend of one only, so that both are drawn exactly where they belong.
  const first = await show(page, slide, view, { mode: 'blend', ...pair, opacity: 0 })
  const second = await show(page, slide, view, { mode: 'blend', ...pair, opacity: 1 })
  const { width, height } = first
  expect(differenceOf(first, second).mean, 'both differ').toBeGreaterThan(20)

  const curtain = await show(page, slide, view, { mode: 'curtain', ...pair, position: 0.25 })
  const edge = Math.round(width / 4)
  const left = { x: 0, y: 0, width: edge - 2, height }
  const right = { x: edge + 2, y: 0, width: width - edge - 2, height }
  expect(differenceOf(partOf(curtain, left), partOf(first, left)).mean).toBeLessThan(isAlike.mean)
  expect(differenceOf(partOf(curtain, right), partOf(second, right)).mean).toBeLessThan(isAlike.mean)

  const blend = await show(page, slide, view, { mode: 'blend', ...pair, opacity: 0.25 })
  expect(differenceOf(blend, mixed(first, second, 0.25)).mean).toBeLessThan(isAlike.mean)

  const lens = await show(page, slide, view, { mode: 'lens', ...pair, x: 0.4, y: 0.5, radius: 100 })
  const middle = { x: Math.round(0.4 * width), y: Math.round(height / 2) }
  const inside = { x: middle.x - 65, y: middle.y - 65, width: 130, height: 130 }
  expect(differenceOf(partOf(lens, inside), partOf(second, inside)).mean).toBeLessThan(isAlike.mean)
  const outside = { x: middle.x + 105, y: 0, width: width - middle.x - 105, height }
  expect(differenceOf(partOf(lens, outside), partOf(first, outside)).mean).toBeLessThan(isAlike.mean)

  const difference = await show(page, slide, view, { mode: 'difference', ...pair, scale: 128 })
  for (const x of [0.2, 0.45, 0.6, 0.8]) {
    const at = [Math.round(x * width), Math.round(height / 2)] as const
    const [one, other] = [pixelAt(first, ...at), pixelAt(second, ...at)]
    const apart = one.reduce((sum, sample, index) => sum + Math.abs(sample - (other[index] ?? 0)), 0) / 3
    const colour = colourAt('viridis', Math.min(1, Math.round(apart) / 128))
    pixelAt(difference, ...at).forEach((sample, index) => {
      expect(Math.abs(sample - (colour[index] ?? 0)), `difference at ${at}`).toBeLessThan(12)
    })
  }
}

function mixed(one: Pixels, other: Pixels, part: number): Pixels {
  return {
    ...one,
    data: one.data.map((sample, at) => Math.round((1 - part) * sample + part * (other.data[at] ?? 0))),
  }
}
