import { identityLimits } from '@cresyl/contract/api/limits'
import type { Page } from '@playwright/test'
import { noConnection } from '../support/complaints.ts'
import { accessToken, goWithin } from '../support/person.ts'
import { enterAs } from '../support/signing-in.ts'
import { openFile, sentColors } from '../support/viewer-file.ts'
import { differenceOf, pixelAt, seenPixels } from '../support/viewer-pixels.ts'
import { drawReference } from '../support/viewer-reference.ts'
import { askedTile, holdTiles, placesSeen, tileAddress, watchTiles } from '../support/viewer-requests.ts'
import type { ViewerSlide } from '../support/viewer-slides.ts'
import { pane, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import {
  openPlainly,
  openWithin,
  readPyramid,
  type View,
  viewOf,
  viewText,
  wholeView,
} from '../support/viewer-view.ts'
import { screen } from '../support/viewer-views.ts'

test.use({ webgl: true })

test.use({ viewport: screen })

const middle: View = { center: { x: 900, y: 650 }, resolution: 1 }

const placesOf = (tiles: { place: string }[]) => tiles.map(({ place }) => place).sort()

/** Opens a slide without waiting for its tiles. */
const beginPlainly = (page: Page, { slide }: ViewerSlide, view: View) =>
  enterAs(page, 'admin', `/slide/${slide.id}?alone&v1=${viewText(view)}`)

const loading = (page: Page) => pane(page).locator('[data-loading]')

/** Tells each time how far what is seen is from what the file has, in the mean. */
async function meanDifference(page: Page, { path }: ViewerSlide, view: View): Promise<() => Promise<number>> {
  const image = await openFile(path)
  const right = await drawReference(sentColors(image), view, screen, { crisp: view.resolution === 1 })
  return async () => differenceOf(await seenPixels(page), right).mean
}

// Without a browser in visible-tiles.test.ts and tile-store.test.ts.
test('a view asks for the tiles that it shows, and for each once', { tag: '@long' }, async ({
  page,
  slides,
}) => {
  const slide = slides.of('steep')
  const { asked } = watchTiles(page)
  await openPlainly(page, slide)
  const pyramid = await readPyramid(page, slide)
  const views: View[] = [
    wholeView(pyramid, screen),
    { ...middle, degrees: 37, flipped: true },
    { center: { x: 1750, y: 1300 }, resolution: 0.5 },
  ]
  for (const [index, view] of views.entries()) {
    if (index > 0) {
      asked.length = 0
      await openWithin(page, slide, { v1: viewText(view) })
    }
    expect(placesOf(asked)).toEqual(placesSeen(pyramid, view, screen))
  }
})

test('a coarse picture is there before the tiles are, also of the next slide; what a lost network withholds comes later', async ({
  page,
  context,
  slides,
  complaints,
}) => {
  complaints.expect(noConnection)
  const slide = slides.of('tissue')
  const whole = wholeView({ width: 2400, height: 1600 }, screen)
  const { release } = await holdTiles(page)
  await beginPlainly(page, slide, whole)
  // A third of the pixels of the screen: it is soft, but what it shows lies where it will be.
  await expect.poll(await meanDifference(page, slide, whole)).toBeLessThan(10)
  await expect(loading(page)).toHaveAttribute('data-loading', 'loading')

  // Near as well.
  await page.keyboard.press('6')
  await expect.poll(() => viewOf(page).resolution).toBe(1)
  const near = viewOf(page)
  await expect.poll(await meanDifference(page, slide, near)).toBeLessThan(20)
  await release()
  await whenLoaded(page)
  await expect.poll(await meanDifference(page, slide, near)).toBeLessThan(0.1)

  await test.step('the next slide begins with its own', async () => {
    const next = slides.of('steep')
    const held = await holdTiles(page)
    await goWithin(page, `/slide/${next.slide.id}?alone`)
    const wholeNext = wholeView({ width: 1803, height: 1307 }, screen)
    await expect.poll(await meanDifference(page, next, wholeNext)).toBeLessThan(10)
    await expect(loading(page)).toHaveAttribute('data-loading', 'loading')
    await held.release()
    await whenLoaded(page)
    await expect.poll(await meanDifference(page, next, wholeNext)).toBeLessThan(4)
  })

  await test.step('without a network nothing is lost, and what is missing comes when it is back', async () => {
    await openWithin(page, slide, { v1: viewText(middle) })
    const before = await seenPixels(page)
    const { asked } = watchTiles(page)
    await context.setOffline(true)
    await page.keyboard.press('Shift+ArrowRight')
    await expect(loading(page)).toHaveAttribute('data-loading', /loading|failed/)
    await expect.poll(() => viewOf(page).center.x).toBe(middle.center.x + screen.width / 2)
    const without = await seenPixels(page)
    // What was seen at the right is at the left now.
    for (const x of [10, 120, 230])
      expect(pixelAt(without, x, 300)).toEqual(pixelAt(before, x + screen.width / 2, 300))
    await context.setOffline(false)
    await whenLoaded(page)
    await expect.poll(await meanDifference(page, slide, viewOf(page))).toBeLessThan(0.1)
    await page.keyboard.press('Shift+ArrowLeft')
    await whenLoaded(page)
    await expect.poll(await meanDifference(page, slide, middle)).toBeLessThan(0.1)
    const seenBefore = placesSeen(await readPyramid(page, slide), middle, screen)
    expect(asked.filter(({ place }) => seenBefore.includes(place))).toEqual([])
  })
})

test('what left the view is given up, and what is seen is not', { tag: '@long' }, async ({
  page,
  slides,
}) => {
  const slide = slides.of('tissue')
  const { asked, dropped } = watchTiles(page)
  const { held, release } = await holdTiles(page)
  await beginPlainly(page, slide, middle)
  await expect.poll(() => held.length).toBeGreaterThan(1)

  await page.keyboard.press('ArrowRight')
  await expect.poll(() => viewOf(page).center.x).toBeGreaterThan(middle.center.x)
  expect(dropped).toEqual([])
  const first = placesOf(asked)

  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => placesOf(dropped)).toEqual(expect.arrayContaining(first))
  await expect.poll(() => viewOf(page).center.x).toBeGreaterThan(middle.center.x + screen.width)
  const there = placesSeen(await readPyramid(page, slide), viewOf(page), screen)
  expect(placesOf(dropped).filter((place) => there.includes(place))).toEqual([])
  await release()
  await whenLoaded(page)
  await expect.poll(await meanDifference(page, slide, viewOf(page))).toBeLessThan(0.1)
  // Each was asked for once, whether it came or not.
  expect(placesOf(asked)).toEqual([...new Set(placesOf(asked))])
})

test('tiles that fail are shown as failed and come when they are asked for again', async ({
  page,
  slides,
  complaints,
}) => {
  complaints.expect(/500/)
  const slide = slides.of('steep')
  await page.clock.install()
  let refused = 0
  await page.route(tileAddress, (route) => {
    if (askedTile(route.request().url()).place !== '0/3/3') return route.continue()
    refused += 1
    return route.fulfill({ status: 500, json: { detail: 'Something went wrong.', code: 'internal' } })
  })
  await beginPlainly(page, slide, middle)
  await expect(async () => {
    await page.clock.fastForward(4000)
    await expect(loading(page)).toHaveAttribute('data-loading', 'failed', { timeout: 500 })
  }).toPass()
  await expect(pane(page)).toContainText('1 tile failed')
  // Nobody is told before it was tried a few times.
  expect(refused).toBeGreaterThan(2)
  const image = await openFile(slide.path)
  const right = await drawReference(sentColors(image), middle, screen, { crisp: true })
  const withFault = await seenPixels(page)
  // The tile covers 720–960 × 528–704 of the image.
  const [left, top] = [
    720 - (middle.center.x - screen.width / 2),
    528 - (middle.center.y - screen.height / 2),
  ]
  for (const x of [left - 1, left + 240])
    expect(pixelAt(withFault, x, top + 88)).toEqual(pixelAt(right, x, top + 88))
  const inside = (picture: typeof right) =>
    Array.from({ length: 100 }, (_, step) => pixelAt(picture, left + 10 + step, top + 10 + step))
  expect(inside(withFault)).not.toEqual(inside(right))

  await page.unroute(tileAddress)
  await pane(page).getByRole('button', { name: 'Try again' }).click()
  await whenLoaded(page)
  await expect.poll(async () => differenceOf(await seenPixels(page), right).most).toBeLessThanOrEqual(2)
})

test('a token that is renewed has no tile fetched again', { tag: '@long' }, async ({ page, slides }) => {
  const slide = slides.of('tissue')
  await page.clock.install()
  await openPlainly(page, slide, { v1: viewText(middle) })
  const before = await accessToken(page)
  const { asked } = watchTiles(page)
  await page.clock.fastForward(
    (identityLimits.accessTokenSeconds - identityLimits.renewBeforeSeconds) * 1000 + 1000,
  )
  await expect.poll(() => accessToken(page)).not.toBe(before)
  await page.clock.runFor(1000)
  await whenLoaded(page)
  expect(asked).toEqual([])

  await page.keyboard.press('Shift+ArrowRight')
  await page.clock.runFor(1000)
  await whenLoaded(page)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const renewed = await accessToken(page)
  expect([...new Set(asked.map(({ token }) => token))]).toEqual([renewed])
  const seenBefore = placesSeen(await readPyramid(page, slide), middle, screen)
  expect(asked.filter(({ place }) => seenBefore.includes(place))).toEqual([])
})
