import type { Page } from '@playwright/test'
import { goWithin } from '../support/person.ts'
import { openViewer, pane, picture, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { openPlainly, openWithin } from '../support/viewer-view.ts'
import {
  areaOf,
  drag,
  expectUnderPointer,
  expectView,
  middleOf,
  orientation,
  type Place,
  pointAt,
  readout,
  underPointer,
  viewIn,
  viewText,
  whenKept,
} from '../support/viewer-view-steps.ts'
import { whenAddress } from '../support/waiting.ts'

const middle = { x: 1200, y: 800 }
/** Upright, and turned and mirrored: what is under the pointer stays there either way. */
const seen = {
  upright: { ...middle, resolution: 2, degrees: 0, f: false },
  'turned and mirrored': { ...middle, resolution: 2, degrees: 30, f: true },
}

test.describe('with nothing beside the picture', () => {
  test.use({ viewport: { width: 800, height: 560 } })

  for (const [how, view] of Object.entries(seen)) {
    const options = { tag: view.f ? [] : '@long' }
    test(
      `wheel, drag and double click keep the tissue under the pointer: ${how}`,
      options,
      async ({ page, slides }) => {
        await openPlainly(page, slides.of('tissue'), { v1: viewText(view) })
        const centre = await middleOf(page)
        const aside = { x: centre.x + 90, y: centre.y - 140 }
        await pointAt(page, aside)
        await expect.poll(() => underPointer(page)).not.toEqual({ x: Number.NaN, y: Number.NaN })
        const held = await underPointer(page)

        await page.mouse.wheel(0, -100)
        await expect(readout(page)).toHaveText('13×')
        await expectUnderPointer(page, held)
        await page.mouse.wheel(0, 100)
        await expect(readout(page)).toHaveText('10×')
        await expectUnderPointer(page, held)

        await drag(page, aside, { x: -150, y: 70 })
        await expectUnderPointer(page, held)
        // Back by the same way: nothing was lost on it.
        await drag(page, { x: aside.x - 150, y: aside.y + 70 }, { x: 150, y: -70 })
        await expectView(page, view)

        await page.mouse.dblclick(aside.x, aside.y)
        await expect(readout(page)).toHaveText('20×')
        await expectUnderPointer(page, held)
        await page.keyboard.down('Shift')
        await page.mouse.dblclick(aside.x, aside.y)
        await page.keyboard.up('Shift')
        await expect(readout(page)).toHaveText('10×')
        await expectUnderPointer(page, held)

        await page.mouse.move(centre.x, centre.y)
        await page.mouse.down({ button: 'middle' })
        await page.mouse.move(centre.x + 40, centre.y)
        await page.mouse.up({ button: 'middle' })
        await expectView(page, { resolution: 2, flipped: view.f })
        if (!view.f) return
        await test.step('a box drawn with Shift is shown as large as it fits; Alt turns freely', async () => {
          await openWithin(page, slides.of('tissue'), { v1: viewText({ ...middle, resolution: 2 }) })
          await expectBoxAndTurn(page)
        })
      },
    )
  }
})

async function expectBoxAndTurn(page: Page): Promise<void> {
  const area = await areaOf(page)
  const centre = await middleOf(page)
  await page.keyboard.down('Shift')
  await drag(page, { x: centre.x - 50, y: centre.y - 120 }, { x: 200, y: 160 })
  await page.keyboard.up('Shift')
  const resolution = Math.max((200 * 2) / area.width, (160 * 2) / area.height)
  await expectView(page, { x: middle.x + 100, y: middle.y - 80, resolution })

  for (const [mirror, sense] of [
    [null, 1],
    ['m', -1],
  ] as const) {
    await test.step(mirror === null ? 'clockwise' : 'clockwise, mirrored', async () => {
      if (mirror !== null) await page.keyboard.press(mirror)
      await page.keyboard.press('6')
      await expectView(page, { resolution: 1, degrees: 0 })
      await page.keyboard.down('Alt')
      await turnClockwise(page, centre, 90)
      await page.keyboard.up('Alt')
      const degrees = () => ((viewIn(page)?.rotation ?? 0) * sense * 180) / Math.PI
      await whenAddress(page, () => (degrees() > 89 ? [] : [String(degrees())]), 'turned by 90°')
      expect(degrees()).toBeLessThan(91)
      await page.keyboard.press('u')
    })
  }
}

/** Around a place of the page, the pointer 100 pixels away from it, from its right on. */
async function turnClockwise(page: Page, around: Place, degrees: number): Promise<void> {
  await page.mouse.move(around.x + 100, around.y)
  await page.mouse.down()
  for (let turned = 15; turned <= degrees; turned += 15) {
    const angle = (turned * Math.PI) / 180
    await page.mouse.move(around.x + 100 * Math.cos(angle), around.y + 100 * Math.sin(angle))
  }
  await page.mouse.up()
}

test('navigator, objective buttons, go-to and the controls of the orientation', async ({ page, slides }) => {
  const { slide } = slides.of('tissue')
  await openViewer(page, slides.of('tissue'), `?v1=${viewText({ ...middle, resolution: 1 })}`)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

  await test.step('a click on the navigator goes there, its box is dragged', async () => {
    const navigator = page.getByRole('group', { name: 'Navigator' })
    await expect(navigator).toBeVisible()
    const box = await navigator.boundingBox()
    if (box === null) throw new Error('There is no navigator.')
    // A pixel of the navigator is 12 of the image, which is as wide as the navigator and lies in its middle.
    const at = (x: number, y: number) => ({
      x: box.x + x / 12,
      y: box.y + (box.height - 1600 / 12) / 2 + y / 12,
    })
    const near = (x: number, y: number) => expectView(page, { x, y, resolution: 1 }, 0, 16)
    const first = at(600, 400)
    await page.mouse.click(first.x, first.y)
    await near(600, 400)
    await drag(page, first, { x: 100, y: 100 / 3 })
    await near(1800, 800)
  })

  await test.step('objectives', async () => {
    for (const [name, now] of [
      ['5×', '5×'],
      ['10×', '10×'],
      ['40×', '40×'],
      ['20×', '20×'],
    ] as const) {
      await button(name).click()
      await expect(readout(page)).toHaveText(now)
      await expect(button(name)).toHaveAttribute('aria-pressed', 'true')
    }
    await readout(page).click()
    await page.getByRole('menuitem', { name: '40×' }).click()
    await expect(readout(page)).toHaveText('40×')
    await expect(
      page.getByRole('button', { name: /Magnification now: 40×.*no more detail appears/ }),
    ).toBeVisible()
  })

  await test.step('go to a place', async () => {
    await page.keyboard.press('g')
    const dialog = page.getByRole('dialog', { name: 'Go to a position' })
    await dialog.getByLabel('x in µm').fill('1300')
    await dialog.getByLabel('y in µm').fill('not a number')
    await dialog.getByRole('button', { name: 'Go there' }).click()
    await expect(dialog.getByText('The image spans 0 to 1,200 across and 0 to 800 down.')).toBeHidden()
    await expect(dialog.getByText('Enter a number.')).toBeVisible()
    await dialog.getByLabel('y in µm').fill('300,5')
    await expect(dialog.getByText('The image spans 0 to 1,200 across and 0 to 800 down.')).toBeVisible()
    await dialog.getByLabel('x in µm').fill('250')
    await dialog.getByLabel('Magnification').fill('10')
    await dialog.getByRole('button', { name: 'Go there' }).click()
    await expect(dialog).toBeHidden()
    await expectView(page, { x: 500, y: 601, resolution: 2 })
  })

  await test.step('any angle, mirrored either way, and as it was scanned', async () => {
    await orientation(page).click()
    const controls = page.getByRole('dialog', { name: 'Rotate and flip' })
    await controls.getByLabel('Angle').fill('37.5')
    await controls.getByLabel('Angle').press('Enter')
    await expectView(page, { x: 500, y: 601, degrees: 37.5, flipped: false })
    await controls.getByRole('button', { name: /^Flip horizontally/ }).click()
    await expectView(page, { degrees: 37.5, flipped: true })
    await controls.getByRole('button', { name: /^Flip vertically/ }).click()
    await expectView(page, { degrees: -142.5, flipped: false })
    await controls.getByRole('button', { name: /^Reset rotation and flip/ }).click()
    await expectView(page, { degrees: 0, flipped: false })
    await page.keyboard.press('Escape')
    await button('Rotate right by 90°').click()
    await expectView(page, { x: 500, y: 601, resolution: 2, degrees: 90 })
  })

  await test.step('kept for this slide, and for no other', async () => {
    await page.keyboard.press('m')
    await whenKept(page, slide.image_id, { x: 500, y: 601, resolution: 2, degrees: 90, flipped: true })
    await page.goto(`/slide/${slide.id}`)
    await whenLoaded(page)
    await expectView(page, { x: 500, y: 601, resolution: 2, degrees: 90, flipped: true })
    await goWithin(page, `/slide/${slides.of('steep').slide.id}`)
    await expect(pane(page)).toHaveAccessibleName(/steep pyramid/)
    await whenLoaded(page)
    await expectView(page, { x: 901.5, y: 653.5, degrees: 0, flipped: false })
    await expect(picture(page)).toBeVisible()
  })
})
