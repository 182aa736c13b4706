import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { openViewer, pane, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { middleOf, orientation } from '../support/viewer-view-steps.ts'

async function scanPopup(page: Page, button: string | RegExp, what: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  await scanOpened(page, what)
}

async function scanOpened(page: Page, what: string): Promise<void> {
  const popup = page.getByRole('dialog').or(page.getByRole('menu')).first()
  await expect(popup).toBeVisible()
  await expectAccessible(page, what, '[role="dialog"], [role="menu"]')
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
}

for (const colorScheme of ['light', 'dark'] as const) {
  // Contrast of both is tried without a browser; looking at everything twice takes long.
  test.describe(`in ${colorScheme} mode`, { tag: colorScheme === 'dark' ? '@long' : [] }, () => {
    test.use({ colorScheme })

    test('the viewer is accessible with everything that opens around it', async ({ page, slides }) => {
      test.slow()
      await openViewer(page, slides.of('tissue'))
      await expectAccessible(page, 'a slide in colours')
      await page.getByRole('tab', { name: 'Info' }).click()
      await expect(page.getByRole('region', { name: 'Levels' })).toBeVisible()
      await expectAccessible(page, 'what is known of it', '[role="tabpanel"]')
      await scanPopup(page, /^Rotate and flip/, 'orientation')
      await scanPopup(page, /^Magnification now/, 'magnifications')
      await scanPopup(page, /^More$/, 'the menu')
      await scanPopup(page, 'Size of the fields', 'fields')
      await scanPopup(page, 'Spacing of the grid', 'grid')
      await scanPopup(page, 'Take a snapshot', 'snapshot')
      for (const [key, what] of [
        ['Shift+E', 'export'],
        ['g', 'go to'],
        ['?', 'all keys'],
      ] as const) {
        await page.keyboard.press(key)
        await scanOpened(page, what)
      }

      await page.keyboard.press('d')
      const { x, y } = await middleOf(page)
      for (const by of [0, 100]) await page.mouse.click(x + by, y)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Shift+G')
      await expect(page.getByRole('region', { name: 'Measurements' })).toBeVisible()
      await expectAccessible(page, 'a measurement, a tool in hand, a grid')
    })

    test('channels, planes and several panes are accessible', { tag: '@long' }, async ({ page, slides }) => {
      test.slow()
      const { slide } = slides.of('tissue')
      await openViewer(
        page,
        slides.of('stack'),
        `?n=4&i1=${slides.of('stack').slide.image_id}&i2=${slide.id}_${slide.image_id}`,
      )
      await whenLoaded(page, 1)
      await pane(page, 0).focus()
      await expect(page.getByRole('slider', { name: 'Focus' })).toBeVisible()
      await expectAccessible(page, 'channels, planes and panes')
      await scanPopup(page, /^Panes/, 'locks')
      await scanPopup(page, /^Colour of .DAPI/, 'colours of a channel')
      await scanPopup(page, /presets.$/, 'menu of the presets')
      await scanPopup(page, /Ways to open .tissue/, 'ways to open')
    })
  })
}

test('the viewer is accessible on a phone', { tag: '@long' }, async ({ page, slides }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openViewer(page, slides.of('stack'))
  await expectAccessible(page, 'the image')
  await page.getByRole('button', { name: 'Show the panel' }).click()
  await expect(page.getByRole('tabpanel')).toBeVisible()
  await expectAccessible(page, 'the panel')
  await page.getByRole('button', { name: 'Hide the panel' }).click()
  await page.getByRole('button', { name: 'Show the slides' }).click()
  await expect(page.getByRole('link', { name: /^tissue/ })).toBeVisible()
  await expectAccessible(page, 'the slides')
  await page.getByRole('button', { name: 'Hide the slides' }).click()
  await scanPopup(page, /^Rotate and flip/, 'orientation')
  await expect(orientation(page)).toBeVisible()
})
