import type { Page } from '@playwright/test'
import {
  annotateOn,
  cornersOf,
  farthest,
  openTab,
  polygonOf,
  removeAll,
  rows,
  storedAs,
  storedOn,
} from '../support/annotation-steps.ts'
import { markedScales, marks } from '../support/marks.ts'
import { goWithin, signInAs } from '../support/person.ts'
import { middleInSecond, sectionSize } from '../support/sections.ts'
import { keepRequests } from '../support/stack-requests.ts'
import { expectModes, show, turned } from '../support/stack-steps.ts'
import type { StackedSlide } from '../support/stacked-slide.ts'
import { darkMiddle, differenceOf, type Pixels, seenPixels } from '../support/viewer-pixels.ts'
import { openViewer, pane, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { openPlainly, paneSize, placeAt, type View, viewText } from '../support/viewer-view.ts'
import { expectView, middleOf } from '../support/viewer-view-steps.ts'
import { whenAddress, whenAddressHas } from '../support/waiting.ts'

// One after another, so that a single product makes the virtual stain.
test.describe.configure({ mode: 'default' })

const otherViews: Record<string, View> = {
  'far away': { ...turned, resolution: 2.3, degrees: -75 },
  'close up': { center: { x: 500, y: 400 }, resolution: 0.4, degrees: 0, flipped: true },
}

test('curtain, lens, opacity and difference show both images where they belong, whatever their pixel sizes', async ({
  page,
  stacked,
}) => {
  test.setTimeout(240_000)
  // All of it is compared pixel by pixel.
  await page.setViewportSize({ width: 640, height: 480 })
  await openPlainly(page, { slide: stacked.slide, path: '' })
  await expectModes(page, stacked, turned)
  await expectWithinOnePixel(page, stacked)
})

test('at other zooms as well @long', async ({ page, stacked }) => {
  test.setTimeout(240_000)
  await openPlainly(page, { slide: stacked.slide, path: '' })
  for (const view of Object.values(otherViews)) await expectModes(page, stacked, view)
})

/** Slides of 0.25 and 0.5 µm a pixel lie within a pixel of each other, all over them. */
async function expectWithinOnePixel(page: Page, stacked: StackedSlide): Promise<void> {
  const { fine, coarse } = stacked.marked
  // As large as all marks need.
  await page.setViewportSize({ width: 960, height: 840 })
  const view: View = { center: { x: 512, y: 384 }, resolution: 1.3, degrees: 20, flipped: true }
  const pair = { mode: 'curtain', shown: fine.source_image_id, second: coarse.source_image_id }
  // Drawn to one side and to the other.
  const first = await show(page, fine, view, { ...pair, position: 1 })
  const second = await show(page, fine, view, { ...pair, position: 0 })
  const size = await paneSize(page)
  expect(differenceOf(first, second).most, 'the other slide is seen').toBeGreaterThan(20)
  const there = (pixels: Pixels) =>
    marks.map(({ x, y }) =>
      darkMiddle(pixels, (place) => placeAt(view, size, place), {
        x: x / markedScales.fine,
        y: y / markedScales.fine,
      }),
    )
  const [ones, others] = [there(first), there(second)]
  marks.forEach((mark, at) => {
    const expected = { x: mark.x / markedScales.fine, y: mark.y / markedScales.fine }
    for (const [one, other] of [
      [ones[at], others[at]],
      [ones[at], expected],
      [others[at], expected],
    ]) {
      const apart = one && other ? Math.hypot(one.x - other.x, one.y - other.y) : Number.NaN
      expect(apart, `pixels of the finer slide at ${mark.x}, ${mark.y} µm`).toBeLessThan(1)
    }
  })
}

/** What each way of comparing is set by. */
const sliders = {
  Curtain: ['Position of the edge', 'Angle'],
  Lens: ['Size of the lens', 'Zoom of the lens'],
  Opacity: ['Opacity of the second image'],
  Flicker: [],
  Difference: ['Scale maximum'],
}

test('the stack by keys: another image without a move, flicker without a request, a link that holds it all', async ({
  page,
  stacked,
}) => {
  test.setTimeout(240_000)
  const { slide, virtual } = stacked
  // What is seen is compared again and again: no larger than the panel needs to stand beside it.
  await page.setViewportSize({ width: 920, height: 480 })
  await openPlainly(page, { slide, path: '' }, { v1: viewText(turned) })
  const v1 = () => new URL(page.url()).searchParams.get('v1')
  const s1 = () => new URL(page.url()).searchParams.get('s1') ?? ''
  /** Waits for one of the figures that the address has of the stack. */
  const whenFigure = (at: number, isWanted: (figure: number) => boolean) =>
    whenAddress(
      page,
      () => (isWanted(Number(s1().split('*')[at])) ? [] : [s1()]),
      `figure ${at} of the stack`,
    )
  const before = v1()
  const source = await seenPixels(page)

  await test.step('Shift and a figure show another image at the same place', async () => {
    await page.keyboard.press('Shift+2')
    await whenAddressHas(page, `single*${virtual}`)
    await whenLoaded(page)
    expect(v1()).toBe(before)
    await expect(page.getByText('Virtual', { exact: true }).first()).toBeVisible()
    expect(differenceOf(source, await seenPixels(page)).mean).toBeGreaterThan(20)
  })

  await test.step('back and forth costs no request', async () => {
    await page.keyboard.press('Shift+1')
    await whenLoaded(page)
    await page.keyboard.press('Shift+A')
    await whenAddressHas(page, 'flicker*')
    await whenLoaded(page)
    const requests = keepRequests(page)
    await page.keyboard.down('Shift')
    await page.keyboard.down('F')
    await expect.poll(async () => differenceOf(source, await seenPixels(page)).mean).toBeGreaterThan(20)
    await page.keyboard.up('F')
    await page.keyboard.up('Shift')
    await expect.poll(async () => differenceOf(source, await seenPixels(page)).mean).toBeLessThan(3)
    await page.keyboard.press('Shift+2')
    await page.keyboard.press('Shift+1')
    await whenLoaded(page)
    expect(requests()).toEqual([])
  })

  await test.step('the curtain is moved and turned by keys, its edge by the pointer', async () => {
    await page.keyboard.press('Shift+C')
    await page.keyboard.press('Control+ArrowRight')
    await page.keyboard.press('Shift+Control+ArrowRight')
    await whenAddressHas(page, '*0.52*5*')
    await expect(page.locator('[data-compared]')).toHaveText(['As scanned', /^Virtual/])
    const edge = await page.locator('[data-curtain-edge]').boundingBox()
    if (!edge) throw new Error('There is no edge.')
    const middle = { x: edge.x + edge.width / 2, y: edge.y + edge.height / 2 }
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x - 200, middle.y, { steps: 4 })
    await page.mouse.up()
    await whenFigure(3, (position) => position < 0.45)
    expect(v1()).toBe(before)
  })

  await test.step('the wheel over the lens changes the lens, not the view', async () => {
    await page.keyboard.press('Shift+L')
    await page.locator('[data-lens]').hover()
    await page.mouse.wheel(0, -300)
    await whenFigure(8, (zoom) => zoom > 1)
    expect(v1()).toBe(before)
  })

  await test.step('the other ways of comparing have keys as well', async () => {
    for (const [key, mode] of [
      ['Shift+B', 'blend'],
      ['Shift+D', 'difference'],
      ['Shift+L', 'lens'],
    ] as const) {
      await page.keyboard.press(key)
      await whenAddressHas(page, `${mode}*`)
    }
    const [, shown, second] = s1().split('*')
    await page.keyboard.press('Shift+R')
    await whenAddressHas(page, `lens*${second}*${shown}*`)
    await page.keyboard.press('Shift+R')
    await whenAddressHas(page, `lens*${shown}*${second}*`)
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
    await whenAddress(page, ({ href }) => (href === address ? [] : [href]), 'the same address')
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

  await test.step('each way to compare is chosen and set in the panel', async () => {
    const modes = page.getByRole('group', { name: 'Compare' })
    for (const [mode, names] of Object.entries(sliders)) {
      const button = modes.getByRole('button', { name: mode, exact: true })
      await button.click()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
      for (const name of names) await expect(page.getByRole('slider', { name })).toBeVisible()
    }
  })

  await test.step('both side by side by a key', async () => {
    await page.keyboard.press('Shift+V')
    await whenLoaded(page, 1)
    expect(new URL(page.url()).searchParams.get('n') ?? '2').toBe('2')
  })
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
  await expect(panel).toContainText(/matching points? \(/, { timeout: 60_000 })
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

test('what is copied on one image of a stack lies at the same place of the tissue on the other', async ({
  page,
  stacked,
}) => {
  test.setTimeout(240_000)
  const { slide, virtual } = stacked
  const source = slide.source_image_id
  // In pixels of full resolution of what was scanned: the virtual stain has half as many a side.
  const drawn = [
    [700.5, 400],
    [860, 420.25],
    [840, 560],
    [720, 540],
  ] as const
  const halved = drawn.map(([x, y]) => [x / 2, y / 2])
  const name = page.getByRole('textbox', { name: 'Name' })
  await signInAs(page, 'admin', '/notifications')
  await annotateOn(page, source, [{ name: 'copied', shape: 'polygon', geometry: polygonOf(drawn) }])
  // Turned, and away from it: where one looks must not matter.
  const start = viewText({ center: { x: 500, y: 300 }, resolution: 1.3, degrees: 20 })
  await goWithin(page, `/slide/${slide.id}?v1=${start}`)
  await whenLoaded(page)
  await openTab(page)
  await page.keyboard.press('Shift+C')
  await whenAddressHas(page, `*${virtual}`)
  await page.keyboard.press('Shift+V')
  await whenLoaded(page, 1)

  await test.step('from what was scanned to what was made of it', async () => {
    await pane(page, 0).focus()
    await expect(rows(page)).toHaveCount(1)
    await page.keyboard.press('n')
    await expect(name).toHaveValue('copied')
    await page.keyboard.press('Control+c')
    await pane(page, 1).focus()
    await expect(page.getByText('No annotations yet')).toBeVisible()
    await page.keyboard.press('Control+v')
    await expect.poll(async () => (await storedOn(page, virtual)).length).toBe(1)
    const { geometry } = (await storedAs(page, virtual, 'copied')) ?? { geometry: polygonOf([]) }
    expect(cornersOf(geometry)).toHaveLength(drawn.length)
    expect(farthest(geometry, halved)).toBeLessThan(0.01)
  })

  await test.step('and back again to where it came from', async () => {
    await expect(name).toHaveValue('copied')
    await page.keyboard.press('Control+c')
    await pane(page, 0).focus()
    await page.keyboard.press('Control+v')
    await expect.poll(async () => (await storedOn(page, source)).length).toBe(2)
    for (const { geometry } of await storedOn(page, source))
      expect(farthest(geometry, drawn)).toBeLessThan(0.02)
  })
  for (const image of [source, virtual]) await removeAll(page, image)
})
