import type { Page } from '@playwright/test'
import { openViewer, pane, picture, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { openPlainly, openWithin, type Place, placeAt, type View, viewText } from '../support/viewer-view.ts'

test.use({ webgl: true })

/** Wide enough for every word of the bar. */
const screen = { width: 800, height: 560 }
test.use({ viewport: screen })

/** µm in a pixel of the slide that was made with it. */
const mpp = 0.5

const factors = { nm: 0.001, µm: 1, mm: 1000, px: 1 } as const

/** A length as it is written, in µm or pixels. */
function lengthIn(text: string): { value: number; isPixels: boolean } {
  const [, figures = '', unit = ''] = /^([\d.,]+) (nm|µm|mm|px)$/.exec(text) ?? []
  const value = Number(figures.replaceAll(',', '')) * factors[unit as keyof typeof factors]
  return { value, isPixels: unit === 'px' }
}

async function readBar(page: Page) {
  const bar = pane(page).locator('[data-scale-bar]')
  const box = await bar.locator('[data-length]').boundingBox()
  const written = lengthIn((await bar.getAttribute('data-scale-bar')) ?? '')
  await expect(bar).toContainText((await bar.getAttribute('data-scale-bar')) ?? '-')
  return { ...written, width: box?.width ?? 0 }
}

const views: View[] = [
  { center: { x: 1200, y: 800 }, resolution: 1 },
  { center: { x: 1000, y: 700 }, resolution: 2.7, degrees: -90, flipped: true },
  { center: { x: 1200, y: 800 }, resolution: 0.3, degrees: 37, flipped: true },
  { center: { x: 700, y: 900 }, resolution: 0.125, degrees: 180 },
]

async function point(page: Page, { x, y }: Place): Promise<void> {
  const box = await picture(page).boundingBox()
  await page.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + y)
}

const cursor = (page: Page) => pane(page).locator('[data-cursor]')

/** What is written, and what it was rounded from. */
async function readCursor(page: Page): Promise<{ written: number[]; exact: number[]; unit: string }> {
  const text = (await cursor(page).textContent()) ?? ''
  const [, x = '', y = '', unit = ''] = /^x ([\d,]+) · y ([\d,]+) (µm|px)$/.exec(text) ?? []
  const exact = ((await cursor(page).getAttribute('data-cursor')) ?? '').split(',').map(Number)
  return { written: [x, y].map((figures) => Number(figures.replaceAll(',', ''))), exact, unit }
}

const farthest = (one: number[], other: number[]) =>
  Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? Number.NaN))))

async function expectBar(page: Page, { resolution }: View): Promise<void> {
  const { value, isPixels, width } = await readBar(page)
  expect(isPixels).toBe(false)
  // To a twentieth of a pixel: the browser lays out in 64ths.
  expect(Math.abs(width - value / (mpp * resolution))).toBeLessThan(0.05)
  expect(width).toBeGreaterThan(50)
  expect(width).toBeLessThanOrEqual(140)
}

async function expectPointer(page: Page, view: View, place: Place): Promise<void> {
  await point(page, place)
  const { x, y } = placeAt(view, screen, place)
  if (x < 0 || y < 0 || x >= 2400 || y >= 1600) {
    await expect(cursor(page)).toHaveText('x – · y – µm')
    return
  }
  const right = [x * mpp, y * mpp]
  await expect.poll(async () => farthest((await readCursor(page)).exact, right)).toBeLessThan(0.01)
  const { written, unit } = await readCursor(page)
  expect(farthest(written, right)).toBeLessThan(0.51)
  expect(unit).toBe('µm')
}

test('the scale bar is as long and the pointer where they say, however the slide is turned', async ({
  page,
  slides,
}) => {
  await openPlainly(page, slides.of('tissue'))
  await expect(pane(page)).toContainText('All loaded')
  for (const view of views) {
    await openWithin(page, slides.of('tissue'), { v1: viewText(view) })
    await expectBar(page, view)
    for (const place of [
      { x: 402, y: 290 },
      { x: 620, y: 400 },
    ])
      await expectPointer(page, view, place)
  }

  await test.step('in pixels where nobody knows how large they are', async () => {
    const pixels: View = { center: { x: 350, y: 250 }, resolution: 0.4, degrees: 90, flipped: true }
    await openWithin(page, slides.of('unscaled'), { v1: viewText(pixels) })
    const { value, isPixels, width } = await readBar(page)
    expect(isPixels).toBe(true)
    expect(Math.abs(width - value / 0.4)).toBeLessThan(0.05)
    await point(page, { x: 301, y: 201 })
    const { x, y } = placeAt(pixels, screen, { x: 301, y: 201 })
    await expect.poll(async () => farthest((await readCursor(page)).exact, [x, y])).toBeLessThan(0.01)
    expect((await readCursor(page)).unit).toBe('px')
  })
})

test('the magnification is that of the pixels, with a warning beyond them', { tag: '@long' }, async ({
  page,
  slides,
}) => {
  const readout = page.locator('[data-readout]')
  const warning = page.getByText('digital', { exact: true })
  await openViewer(page, slides.of('tissue'))
  for (const { resolution } of views) {
    await openWithin(page, slides.of('tissue'), { v1: viewText({ center: { x: 1200, y: 800 }, resolution }) })
    const text = (await readout.textContent()) ?? ''
    expect(text).toMatch(/^[\d.]+×$/)
    // 10 µm × magnification is what everybody counts a pixel as; written with two digits.
    expect(Number.parseFloat(text) / (10 / (mpp * resolution))).toBeCloseTo(1, 1)
    await expect(warning).toHaveCount(resolution < 1 ? 1 : 0)
  }
  await openWithin(page, slides.of('unscaled'), { v1: '350_250_0.5' })
  await expect(readout).toHaveText('2:1')
  await expect(warning).toHaveCount(1)
  await page.keyboard.press('7')
  await whenLoaded(page)
  await expect(readout).toHaveText('1:1')
  await expect(warning).toHaveCount(0)
})
