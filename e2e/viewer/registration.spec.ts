import type { Page } from '@playwright/test'
import { openViewer, pane, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { expectView, middleOf, viewText } from '../support/viewer-view-steps.ts'

// High enough for the panel beside what is marked.
test.use({ viewport: { width: 1440, height: 900 } })

/** In the middle of `tissue` and of `steep`, both with half a µm in a pixel. */
const middles = { tissue: { x: 1200, y: 800 }, steep: { x: 901.5, y: 653.5 } }
const link = `?v1=${viewText({ ...middles.tissue, resolution: 2 })}`

async function openPanesMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Panes/ }).click()
}

async function beginAligning(page: Page): Promise<void> {
  await openPanesMenu(page)
  await page.getByRole('button', { name: 'Align these slides…' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Places around the middle of a pane, in pixels of the screen. */
const places = [
  { x: -100, y: -90 },
  { x: 110, y: -70 },
  { x: 20, y: -150 },
]
/** How much further the same tissue lies in the other slide. */
const shift = { x: 30, y: 20 }

async function click(page: Page, number: number, by: { x: number; y: number }): Promise<void> {
  const middle = await middleOf(page, number)
  await page.mouse.click(middle.x + by.x, middle.y + by.y)
}

test('two slides are aligned by points, and move together by that from then on', async ({ page, slides }) => {
  await openViewer(page, slides.of('tissue'), link)
  await openPanesMenu(page)
  await page.getByRole('button', { name: 'Two panes side by side', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^steep pyramid/ }).dragTo(pane(page, 1))
  await whenLoaded(page, 1)
  await expectView(page, { ...middles.steep, resolution: 2 }, 1)

  await beginAligning(page)
  const panel = page.getByRole('region', { name: /^Align / })
  const save = panel.getByRole('button', { name: 'Save' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  for (const [at, place] of places.entries()) {
    await click(page, 0, place)
    await expect(panel).toContainText(`point ${at + 1}, in`)
    await click(page, 1, { x: place.x + shift.x, y: place.y + shift.y })
    await expect(panel.getByRole('row')).toHaveCount(at + 2)
    await expect(panel).not.toContainText('to be marked')
  }
  await expect(panel.locator('[data-residual]')).toHaveText(/^Three pairs always fit/)
  await save.click()
  await expect(panel).toBeHidden()

  // The pane in use leads: what is in its middle lies by the shift, twice as many pixels, before that in the other.
  const there = { x: middles.tissue.x - 2 * shift.x, y: middles.tissue.y - 2 * shift.y }
  await expectView(page, { ...there, resolution: 2 }, 0, 2)
  await expectView(page, { ...middles.steep, resolution: 2 }, 1)
  await page.reload()
  await whenLoaded(page, 1)
  const first = await middleOf(page, 0)
  await page.mouse.click(first.x, first.y)
  await page.keyboard.press('t')
  await expectView(page, { ...there, degrees: 90 }, 0, 2)
  await expectView(page, { ...middles.steep, degrees: 90 }, 1, 2)

  await test.step('with a lock that is let go only one turns; the pointer of it is seen in the other', async () => {
    await openPanesMenu(page)
    await page.getByRole('checkbox', { name: 'Rotate', exact: true }).setChecked(false)
    await page.keyboard.press('Escape')
    // While it fades away, what lies before the picture still takes clicks.
    await expect(page.locator('.MuiPopover-root')).toHaveCount(0)
    await page.mouse.click(first.x, first.y)
    await page.keyboard.press('u')
    await expectView(page, { degrees: 0 }, 0)
    await expectView(page, { degrees: 90 }, 1)
    await expect(pane(page, 1).locator('[data-mirrored-cursor] path').first()).toBeAttached()
  })

  await test.step('until that is removed', async () => {
    await beginAligning(page)
    await expect(panel.getByRole('row')).toHaveCount(places.length + 1)
    await panel.getByRole('button', { name: 'Remove the alignment' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(panel).toBeHidden()
    await beginAligning(page)
    await expect(panel.getByRole('row')).toHaveCount(0)
  })
})
