import type { Slide } from '@cresyl/contract/slides'
import type { Page } from '@playwright/test'
import { colourAt } from '../../contract/src/colour-maps.ts'
import { markedScales, marks } from '../support/marks.ts'
import { middleInSecond, sectionSize } from '../support/sections.ts'
import { keepRequests } from '../support/stack-requests.ts'
import type { StackedSlide } from '../support/stacked-slide.ts'
import {
  darkMiddle,
  differenceOf,
  type Pixels,
  partOf,
  pixelAt,
  seenPixels,
} from '../support/viewer-pixels.ts'
import { openViewer, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import {
  openPlainly,
  openWithin,
  paneSize,
  placeAt,
  type Query,
  type View,
  viewText,
} from '../support/viewer-view.ts'
import { expectView, middleOf } from '../support/viewer-view-steps.ts'

// One after another, so that a single product makes the virtual stain.
test.describe.configure({ mode: 'default' })

/** Of the slide, 1536 × 1024; turned and mirrored, so that nothing falls on whole pixels of the screen. */
const turned: View = { center: { x: 800, y: 500 }, resolution: 1, degrees: 20, flipped: true }
const views: Record<string, View> = {
  'turned and mirrored': turned,
  'far away': { ...turned, resolution: 2.3, degrees: -75 },
  'close up': { center: { x: 500, y: 400 }, resolution: 0.4, degrees: 0, flipped: true },
}

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

async function show(page: Page, slide: Slide, view: View, asked: Asked): Promise<Pixels> {
  const query = { v1: viewText(view), s1: stackText(asked) } as Query
  await openWithin(page, { slide, path: '' }, query)
  await whenLoaded(page)
  return seenPixels(page)
}

/** Pixels that differ by more than so much, as a part of all. */
const isAlike = { mean: 1.5 }

async function expectModes(page: Page, stacked: StackedSlide, view: View): Promise<void> {
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

test('curtain, lens, opacity and difference show both images where they belong', async ({
  page,
  stacked,
}) => {
  test.setTimeout(240_000)
  await openPlainly(page, { slide: stacked.slide, path: '' })
  await expectModes(page, stacked, turned)
})

test('at other zooms as well @long', async ({ page, stacked }) => {
  test.setTimeout(240_000)
  await openPlainly(page, { slide: stacked.slide, path: '' })
  for (const view of Object.values(views)) await expectModes(page, stacked, view)
})

test('slides of 0.25 and 0.5 µm a pixel lie within a pixel of each other, all over them', async ({
  page,
  stacked,
}) => {
  const { fine, coarse } = stacked.marked
  await openPlainly(page, { slide: fine, path: '' })
  const size = await paneSize(page)
  const view: View = { center: { x: 512, y: 384 }, resolution: 1.3, degrees: 20, flipped: true }
  const pair = { mode: 'curtain', shown: fine.source_image_id, second: coarse.source_image_id }
  // Drawn to one side, to the other, and across the middle.
  const [first, second, both] = [
    await show(page, fine, view, { ...pair, position: 1 }),
    await show(page, fine, view, { ...pair, position: 0 }),
    await show(page, fine, view, { ...pair, position: 0.5 }),
  ]
  expect(differenceOf(first, second).most, 'the other slide is seen').toBeGreaterThan(20)
  const there = (pixels: Pixels) =>
    marks.map(({ x, y }) =>
      darkMiddle(pixels, (place) => placeAt(view, size, place), {
        x: x / markedScales.fine,
        y: y / markedScales.fine,
      }),
    )
  const [ones, others, seen] = [there(first), there(second), there(both)]
  marks.forEach((mark, at) => {
    const expected = { x: mark.x / markedScales.fine, y: mark.y / markedScales.fine }
    for (const [one, other] of [
      [ones[at], others[at]],
      [ones[at], expected],
      [others[at], expected],
      [seen[at], expected],
    ]) {
      const apart = one && other ? Math.hypot(one.x - other.x, one.y - other.y) : Number.NaN
      expect(apart, `pixels of the finer slide at ${mark.x}, ${mark.y} µm`).toBeLessThan(1)
    }
  })
})

test('the stack by keys: another image without a move, flicker without a request, a link that holds it all', async ({
  page,
  stacked,
}) => {
  test.setTimeout(240_000)
  const { slide, virtual } = stacked
  await openPlainly(page, { slide, path: '' }, { v1: viewText(turned) })
  const v1 = () => new URL(page.url()).searchParams.get('v1')
  const s1 = () => new URL(page.url()).searchParams.get('s1') ?? ''
  const before = v1()
  const source = await seenPixels(page)

  await test.step('Shift and a figure show another image at the same place', async () => {
    await page.keyboard.press('Shift+2')
    await expect.poll(s1).toContain(`single*${virtual}`)
    await whenLoaded(page)
    expect(v1()).toBe(before)
    await expect(page.getByText('Virtual', { exact: true }).first()).toBeVisible()
    expect(differenceOf(source, await seenPixels(page)).mean).toBeGreaterThan(20)
  })

  await test.step('back and forth costs no request', async () => {
    await page.keyboard.press('Shift+1')
    await whenLoaded(page)
    await page.keyboard.press('Shift+A')
    await expect.poll(s1).toContain('flicker*')
    await whenLoaded(page)
    const requests = keepRequests(page)
    for (let round = 0; round < 3; round += 1) {
      await page.keyboard.down('Shift')
      await page.keyboard.down('F')
      await expect.poll(async () => differenceOf(source, await seenPixels(page)).mean).toBeGreaterThan(20)
      await page.keyboard.up('F')
      await page.keyboard.up('Shift')
      await expect.poll(async () => differenceOf(source, await seenPixels(page)).mean).toBeLessThan(3)
    }
    await page.keyboard.press('Shift+2')
    await page.keyboard.press('Shift+1')
    await whenLoaded(page)
    expect(requests()).toEqual([])
  })

  await test.step('the curtain is moved and turned by keys, its edge by the pointer', async () => {
    await page.keyboard.press('Shift+C')
    await page.keyboard.press('Control+ArrowRight')
    await page.keyboard.press('Shift+Control+ArrowRight')
    await expect.poll(s1).toContain('*0.52*5*')
    const edge = await page.locator('[data-curtain-edge]').boundingBox()
    if (!edge) throw new Error('There is no edge.')
    const middle = { x: edge.x + edge.width / 2, y: edge.y + edge.height / 2 }
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x - 200, middle.y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => Number(s1().split('*')[3])).toBeLessThan(0.45)
    expect(v1()).toBe(before)
  })

  await test.step('the wheel over the lens changes the lens, not the view', async () => {
    await page.keyboard.press('Shift+L')
    await page.locator('[data-lens]').hover()
    await page.mouse.wheel(0, -300)
    await expect.poll(() => Number(s1().split('*')[8])).toBeGreaterThan(1)
    expect(v1()).toBe(before)
  })

  await test.step('the other ways of comparing have keys as well', async () => {
    for (const [key, mode] of [
      ['Shift+B', 'blend'],
      ['Shift+D', 'difference'],
      ['Shift+L', 'lens'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(s1).toContain(`${mode}*`)
    }
    const [, shown, second] = s1().split('*')
    await page.keyboard.press('Shift+R')
    await expect.poll(s1).toContain(`lens*${second}*${shown}*`)
    await page.keyboard.press('Shift+R')
    await expect.poll(s1).toContain(`lens*${shown}*${second}*`)
  })

  await test.step('presenting leaves the image alone, and a key ends it', async () => {
    await page.keyboard.press('Shift+P')
    await expect(page.getByRole('toolbar')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('toolbar').first()).toBeVisible()
  })

  await test.step('whoever opens the link sees the same', async () => {
    await whenLoaded(page)
    const seen = await seenPixels(page)
    const address = page.url()
    await page.goto(address)
    await whenLoaded(page)
    await expect(page.locator('[data-lens]')).toBeVisible()
    await expect.poll(async () => differenceOf(seen, await seenPixels(page)).mean).toBeLessThan(0.5)
    await expect.poll(() => page.url()).toBe(address)
  })

  await test.step('the panel says what is shown, and renames it', async () => {
    await page.keyboard.press('\\')
    await page.getByRole('tab', { name: 'Stack' }).click()
    const list = page.getByRole('list', { name: 'Stack of this slide' })
    await expect(list.getByRole('button', { name: 'As scanned', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await list.getByRole('button', { name: 'Actions for' }).last().click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Restained')
    await page.keyboard.press('Enter')
    const renamed = list.getByRole('button', { name: 'Restained', exact: true })
    await renamed.focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(
      list
        .getByRole('listitem')
        .filter({ has: page.locator('button') })
        .first(),
    ).toContainText('Restained')
  })

  await test.step('both side by side by a key', async () => {
    await page.keyboard.press('Shift+V')
    await whenLoaded(page, 1)
    expect(new URL(page.url()).searchParams.get('n') ?? '2').toBe('2')
  })
})

/** What each way of comparing is set by. */
const sliders = {
  Curtain: ['Position of the edge', 'Angle'],
  Lens: ['Size of the lens', 'Zoom of the lens'],
  Opacity: ['Opacity of the second image'],
  Flicker: [],
  Difference: ['Most that is told apart'],
}

test('each way to compare is chosen and set in the tab', async ({ page, stacked }) => {
  await openViewer(page, { slide: stacked.slide, path: '' })
  await page.getByRole('tab', { name: 'Stack' }).click()
  const modes = page.getByRole('group', { name: 'Compare' })
  for (const [mode, names] of Object.entries(sliders)) {
    const button = modes.getByRole('button', { name: mode, exact: true })
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    for (const name of names) await expect(page.getByRole('slider', { name })).toBeVisible()
  }
})

test('another section is chosen in the tab and aligned by itself', async ({ page, stacked }) => {
  const center = { x: sectionSize.width / 2, y: sectionSize.height / 2 }
  const resolution = 0.5
  await openViewer(page, { slide: stacked.section, path: '' }, `?v1=${viewText({ center, resolution })}`)
  await page.getByRole('tab', { name: 'Stack' }).click()
  await page.getByRole('button', { name: 'Align another slide…' }).click()
  await page.getByRole('dialog').getByText('section-ihc').click()
  await whenLoaded(page, 1)
  const panel = page.getByRole('region', { name: /^Align / })
  await panel.getByRole('button', { name: 'Align automatically' }).click()
  await expect(panel).toContainText(/places agree/, { timeout: 60_000 })
  await expect(panel.locator('[data-residual]')).toHaveText(/off by [\d.]+ µm on average/)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel).toBeHidden()
  await page.getByRole('tab', { name: 'Stack' }).click()
  await expect(page.getByRole('list', { name: 'Stack of this slide' })).toContainText('section-ihc')

  // Who leads moves the other: what is in the middle of one is in the middle of the other, to 10 µm.
  const first = await middleOf(page, 0)
  await page.mouse.click(first.x, first.y)
  await page.keyboard.press('t')
  await page.keyboard.press('Shift+T')
  const slack = 10 / sectionSize.mpp / (1.5 * resolution)
  await expectView(page, center, 0)
  await expectView(page, middleInSecond(), 1, slack)
})
