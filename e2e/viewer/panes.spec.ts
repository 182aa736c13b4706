import type { Page } from '@playwright/test'
import { account } from '../support/person.ts'
import { openViewer, pane, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import {
  areaOf,
  expectView,
  middleOf,
  orientation,
  type Place,
  pointAt,
  readout,
  viewIn,
  viewText,
} from '../support/viewer-view-steps.ts'

/** In the middle of `tissue` and of `steep`, both with half a µm in a pixel: there they lie over each other. */
const middles = { tissue: { x: 1200, y: 800 }, steep: { x: 901.5, y: 653.5 } }
const link = `?v1=${viewText({ ...middles.tissue, resolution: 2 })}`

async function openTwoPanes(page: Page): Promise<void> {
  await choosePanes(page, 'Two panes side by side')
  await page.getByRole('link', { name: /^steep pyramid/ }).dragTo(pane(page, 1))
  await whenLoaded(page, 1)
}

async function choosePanes(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Panes/ }).click()
  await page.getByRole('button', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function setLock(page: Page, name: string, on: boolean): Promise<void> {
  await page.getByRole('button', { name: /^Panes/ }).click()
  await page.getByRole('checkbox', { name, exact: true }).setChecked(on)
  await page.keyboard.press('Escape')
  // While it fades away, what lies before the picture still takes clicks.
  await expect(page.locator('.MuiPopover-root')).toHaveCount(0)
}

/** How far what is in the middle of a pane is from the middle of its image, in µm. */
function away(page: Page, number: 0 | 1): Place {
  const center = viewIn(page, number)?.center
  if (center === undefined) return { x: Number.NaN, y: Number.NaN }
  const from = number === 0 ? middles.tissue : middles.steep
  return { x: (center.x - from.x) / 2, y: (center.y - from.y) / 2 }
}

/** Both show the same place, to half a µm: what the address has is rounded. */
async function expectSamePlace(page: Page, offset: Place = { x: 0, y: 0 }): Promise<void> {
  const apart = () => {
    const [one, other] = [away(page, 0), away(page, 1)]
    return Math.hypot(other.x - one.x - offset.x, other.y - one.y - offset.y)
  }
  await expect.poll(apart, { message: 'µm between the middles of both panes' }).toBeLessThan(0.5)
}

// What comes of each lock, and of joining again what stands apart, is tried in create-workspace.test.ts; that slides move
// together, and no more without the lock, also in registration.spec.ts.
test('two slides move together, however they are turned, and locks can be let go', { tag: '@long' }, async ({
  page,
  slides,
}) => {
  await openViewer(page, slides.of('tissue'), link)
  await openTwoPanes(page)
  const first = await middleOf(page, 0)

  await test.step('a slide that is dragged into a pane is lined up with the other', async () => {
    await expectView(page, { ...middles.steep, resolution: 2 }, 1)
    await expect(pane(page, 1)).toHaveAccessibleName('Pane 2: steep pyramid')
  })

  await test.step('the pointer of one is seen in the other', async () => {
    await pointAt(page, { x: first.x + 50, y: first.y - 40 })
    const { width, height } = await areaOf(page, 1)
    const cross = pane(page, 1).locator('[data-mirrored-cursor] path').first()
    const at = async () => {
      const [x = 0, y = 0] = ((await cross.getAttribute('d')) ?? '').slice(1).split(/[,H]/).map(Number)
      return Math.hypot(x + 12 - (width / 2 + 50), y - (height / 2 - 40))
    }
    await expect.poll(at).toBeLessThan(2)
  })

  await page.mouse.click(first.x, first.y)
  await test.step('turned, mirrored, moved and zoomed together', async () => {
    for (const key of ['t', 'Alt+t', 'm', 'ArrowRight', 'Shift+ArrowDown', '6'])
      await page.keyboard.press(key)
    await expectView(page, { resolution: 1, degrees: 95, flipped: true }, 0)
    await expectView(page, { resolution: 1, degrees: 95, flipped: true }, 1)
    expect(Math.hypot(away(page, 0).x, away(page, 0).y)).toBeGreaterThan(50)
    await expectSamePlace(page)
  })

  await test.step('with only one of them turned, the same tissue stays in the middle', async () => {
    await setLock(page, 'Rotate', false)
    await page.mouse.click(first.x, first.y)
    await page.keyboard.press('u')
    await page.keyboard.press('ArrowLeft')
    await expectView(page, { degrees: 0, flipped: false }, 0)
    await expectView(page, { degrees: 95, flipped: true }, 1)
    await expectSamePlace(page)
    const second = await middleOf(page, 1)
    await page.mouse.click(second.x, second.y)
    await page.keyboard.press('u')
    await expectView(page, { degrees: 0, flipped: false }, 1)
  })

  await test.step('moved alone, then kept as they stand', async () => {
    await setLock(page, 'Move', false)
    await page.mouse.click(first.x, first.y)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    // 80 pixels of half a µm.
    const offset = { x: -40, y: -40 }
    await expectSamePlace(page, offset)
    await page.getByRole('button', { name: /^Panes/ }).click()
    await page.getByRole('button', { name: 'Lock current offset' }).click()
    await page.keyboard.press('Escape')
    await setLock(page, 'Move', true)
    await page.mouse.click(first.x, first.y)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('5')
    await expectView(page, { resolution: 2 }, 1)
    await expectSamePlace(page, offset)
  })

  await test.step('settings of the image', async () => {
    const settings = (number: number) => new URL(page.url()).searchParams.get(`d${number}`)
    const brightness = page.getByRole('textbox', { name: 'Brightness' })
    await brightness.fill('0.2')
    await brightness.press('Enter')
    await expect.poll(() => [settings(1), settings(2)]).toEqual(['0.2_0_1', '0.2_0_1'])
    await setLock(page, 'Image settings', false)
    await brightness.fill('-0.1')
    await brightness.press('Enter')
    await expect.poll(() => [settings(1), settings(2)]).toEqual(['-0.1_0_1', '0.2_0_1'])
  })
})

test('one, two or four panes, filled from the tray, and a second window', async ({
  page,
  slides,
  context,
}) => {
  await openViewer(page, slides.of('tissue'), link)
  await choosePanes(page, 'Four panes')
  await expect(page.getByRole('heading', { name: 'This pane is empty' })).toHaveCount(3)
  await page.getByRole('button', { name: /Ways to open .stack/ }).click()
  await page.getByRole('menuitem', { name: 'Open in pane 4' }).click()
  await whenLoaded(page, 3)
  await expect(pane(page, 3)).toHaveAccessibleName('Pane 4: stack')
  // A click on an empty pane, then on a slide.
  await pane(page, 2).click()
  await page.getByRole('link', { name: /^unknown scale/ }).click()
  await whenLoaded(page, 2)
  await expect(pane(page, 2)).toHaveAccessibleName('Pane 3: unknown scale')
  await expect(page.getByRole('link', { name: /^stack.*open in pane 4/ })).toBeVisible()
  await pane(page, 3).getByRole('button', { name: 'Remove the slide from this pane' }).click()
  await expect(pane(page, 3)).toContainText('This pane is empty')
  await pane(page, 2).click()

  await test.step('in a window of its own, as it is here', async () => {
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Open in a second window' }).click()
    const second = await opening
    await whenLoaded(second, 0)
    await expect(second.locator('[data-pane]')).toHaveCount(4)
    await expect(pane(second, 2)).toHaveAccessibleName('Pane 3: unknown scale')
    await expect(account(second)).toBeHidden()
    await expect(second.getByRole('complementary')).toHaveCount(0)
    const zoom = (await readout(page).textContent()) ?? ''
    await expect(readout(second)).toHaveText(zoom)
    // What is done there is done there.
    await second.keyboard.press('t')
    await expect(orientation(second)).toHaveAccessibleName(/90°/)
    await expect(orientation(page)).toHaveAccessibleName('Rotate and flip')
    await second.close()
  })

  await page.keyboard.press('`')
  await expect(pane(page, 3)).toHaveAttribute('aria-current', 'true')
  await pane(page, 2).click()

  // What is in use stays when the others go.
  await choosePanes(page, 'One pane')
  await expect(page.locator('[data-pane]')).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(slides.of('unscaled').slide.id))
})
