import type { Page } from '@playwright/test'
import type { SlideImage } from '../../slides/src/slide.ts'
import {
  type ChannelLook,
  composedChannels,
  firstLooks,
  looksText,
  openFile,
} from '../support/viewer-file.ts'
import { differenceOf, type Pixels, seenPixels } from '../support/viewer-pixels.ts'
import { drawReference } from '../support/viewer-reference.ts'
import { watchTiles } from '../support/viewer-requests.ts'
import { isAtHand, type ViewerSlide } from '../support/viewer-slides.ts'
import { picture, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import {
  openPlainly,
  openWithin,
  paneSize,
  readPyramid,
  type View,
  viewText,
} from '../support/viewer-view.ts'
import { expectSharp, expectSmooth, screen, sharpViews, smoothViews } from '../support/viewer-views.ts'

test.use({ webgl: true })

/** Of 255: the graphics card rounds after each of four channels, and so do we once. */
const rounding = 3
/** In the mean, of 255: what lies between pixels is weighed otherwise. */
const filters = 4

const near: View = { center: { x: 1000, y: 1300 }, resolution: 1 }

/** Windows that cut off something at either end, and a gamma: from values of the file, not from its statistics. */
async function looksFor(image: SlideImage): Promise<ChannelLook[]> {
  const colors = ['3D7BFF', '00FF00', 'FF8000', 'FF00FF']
  const level = image.levels.length - 1
  const looks = image.channels.map(async (_, c): Promise<ChannelLook> => {
    const { data } = await image.rawTile(level, 0, 0, { c })
    const values = [...data].sort((one, other) => one - other)
    const low = values[Math.floor(values.length * 0.05)] ?? 0
    const high = Math.max(values[Math.floor(values.length * 0.98)] ?? 0, low + 10)
    return { color: colors[c] ?? 'FFFFFF', low, high, gamma: c === 1 ? 1.5 : 1, shown: c !== 2 }
  })
  return Promise.all(looks)
}

test.describe('channels are composed from the values of the file', () => {
  test.use({ viewport: screen })
  for (const kind of ['fluorescence', 'qptiff'] as const) {
    const tag = kind === 'qptiff' ? '@long' : []
    test(`of the slide "${kind}"`, { tag }, async ({ page, slides }) => {
      test.skip(!isAtHand(kind), 'needs CRESYL_SAMPLES')
      const slide = slides.of(kind)
      const image = await openFile(slide.path)
      await openPlainly(page, slide)
      const first = composedChannels(image, firstLooks(await readPyramid(page, slide)))
      const [oneToOne, ...others] = sharpViews(image)
      await expectSharp({ page, slide }, oneToOne ? [oneToOne] : [], first, rounding)

      const looks = await looksFor(image)
      const looked = { page, slide, query: { d1: looksText(looks) } }
      const sharp = others.filter(({ name }) => name.includes('−90°'))
      const smooth = smoothViews(image).filter(({ name }) => name.includes('143°'))
      await expectSharp(looked, sharp, composedChannels(image, looks), rounding)
      await expectSmooth(looked, smooth, composedChannels(image, looks), filters)
      if (kind !== 'fluorescence') return
      await test.step('windows, gamma and colours change what is seen without a request', () =>
        expectNoRequest(page, slide, image))
    })
  }
})

/** Windows, gamma and colours change what is seen, and nothing is asked of the server for it. */
async function expectNoRequest(page: Page, slide: ViewerSlide, image: SlideImage): Promise<void> {
  // Where the panel stands beside the picture and not over it.
  await page.setViewportSize({ width: 920, height: screen.height })
  const looks = (await looksFor(image)).map((look) => ({ ...look, gamma: 1, shown: true }))
  await openWithin(page, slide, { v1: viewText(near), d1: looksText(looks) })
  await page.keyboard.press('\\')
  await expect(page.getByRole('textbox', { name: /^Min, .*DAPI/ })).toBeVisible()
  const size = await paneSize(page)
  const drawn = () => drawReference(composedChannels(image, looks), near, size, { crisp: true })
  const expectSeen = (right: Pixels) =>
    expect.poll(async () => differenceOf(await seenPixels(page), right).most).toBeLessThanOrEqual(rounding)
  await expectSeen(await drawn())
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))

  const [dapi, cd3] = looks
  if (!dapi || !cd3) throw new Error('The slide has fewer channels than it should.')
  Object.assign(dapi, { low: dapi.low + 7, high: dapi.high + 400, gamma: 1.4 })
  await type(page, /^Max, .*DAPI/, dapi.high)
  await type(page, /^Min, .*DAPI/, dapi.low)
  await type(page, /^Gamma, .*DAPI/, dapi.gamma)
  cd3.color = 'FFFFFF'
  await page.getByRole('button', { name: /^Colour of .*CD3/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'White' }).click()
  const all = await drawn()
  await expectSeen(all)

  // Off needs none either, and what was there before is there again.
  for (const look of looks.slice(2)) look.shown = false
  await page.keyboard.press('Alt+3')
  await page.keyboard.press('Alt+4')
  await expectSeen(await drawn())
  await page.keyboard.press('Alt+3')
  await page.keyboard.press('Alt+4')
  await expectSeen(all)
  expect(requests.filter((address) => address.includes('/viewers/'))).toEqual([])
}

async function type(page: Page, name: RegExp, value: number): Promise<void> {
  const field = page.getByRole('textbox', { name })
  await field.fill(String(value))
  await field.press('Enter')
}

test.describe('depth', () => {
  test.use({ viewport: screen })

  // Without a browser in depth.test.ts and orders.test.ts.
  test('in motion tiles of 8 bits come, at rest of 16', { tag: '@long' }, async ({ page, slides }) => {
    test.skip(!isAtHand('fluorescence'), 'needs CRESYL_SAMPLES')
    const slide = slides.of('fluorescence')
    await page.clock.install()
    await openPlainly(page, slide, { v1: viewText(near) })
    const pyramid = await readPyramid(page, slide)
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.clock.runFor(2000)
    await whenLoaded(page)
    const { asked } = watchTiles(page)
    const depths = () => [...new Set(asked.map(({ depth }) => depth))].sort()

    const box = await picture(page).boundingBox()
    const start = { x: (box?.x ?? 0) + 440, y: (box?.y ?? 0) + 150 }
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x - 200, start.y, { steps: 5 })
    await page.mouse.move(start.x - 400, start.y, { steps: 5 })
    await page.clock.runFor(50)
    await expect.poll(depths).toEqual(['8'])
    // Time stands still: as long as it does, the picture is in motion.
    const inMotion = asked.length
    expect(inMotion).toBeGreaterThan(0)
    await page.mouse.up()
    await page.clock.runFor(1000)
    await expect.poll(depths).toEqual(['16', '8'])
    await expect(async () => {
      // Nothing is drawn while time stands still.
      await page.clock.runFor(100)
      await whenLoaded(page, 0, 300)
      const deep = asked.filter(({ depth }) => depth === '16')
      const shallow = asked.filter(({ depth }) => depth === '8')
      const keyOf = ({ place, plane }: { place: string; plane: string | null }) => `${place} ${plane}`
      // Each once, in both depths, of every channel.
      expect(deep.map(keyOf).sort()).toEqual(shallow.map(keyOf).sort())
      expect(new Set(deep.map(keyOf)).size).toBe(deep.length)
      expect(new Set(deep.map(({ plane }) => plane)).size).toBe(pyramid.channels.length)
    }).toPass({ timeout: 15_000 })

    const image = await openFile(slide.path)
    const reference = composedChannels(image, firstLooks(pyramid))
    const view = { center: { x: near.center.x + 400, y: near.center.y }, resolution: 1 }
    const right = await drawReference(reference, view, screen, { crisp: true })
    await expect(async () => {
      await page.clock.runFor(100)
      expect(differenceOf(await seenPixels(page), right).most).toBeLessThanOrEqual(rounding)
    }).toPass({ timeout: 15_000 })
  })
})
