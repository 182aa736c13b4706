import type { Page } from '@playwright/test'
import { signInAs } from '../support/person.ts'
import { startProduct } from '../support/product.ts'
import { seedProject, uniqueName } from '../support/project-steps.ts'
import { test as base, expect } from '../support/test.ts'

/** Two of the slides are enough to see them arrive and go. */
const test = base.extend({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const product = await startProduct({ settings: { CRESYL_DEMO_SLIDES: '2' } })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const strip = (page: Page) => page.getByRole('region', { name: 'Demonstration', exact: true })
const removeButton = (page: Page) => strip(page).getByRole('button', { name: 'Remove demonstration' })

// The page alone in web/test/dashboard.test.tsx, the rest in make-demo.test.ts and remove-demo.test.ts.
test('slides of the demonstration arrive by themselves, and an administrator removes them in one action', {
  tag: '@long',
}, async ({ page, openBrowser }) => {
  test.setTimeout(240_000)
  await signInAs(page, 'admin')
  await expect(strip(page)).toContainText(/Demonstration slides are arriving: [01] of 2/)
  await expect(strip(page).getByRole('progressbar')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await expect(strip(page)).toContainText('contains 2 demonstration slides', { timeout: 120_000 })
  const main = page.getByRole('main')
  for (const name of ['B26-1042 A1 H&E', 'B26-1042 A1 Ki-67']) {
    await expect(main.getByText(name).first()).toBeVisible()
  }

  const guest = await openBrowser()
  await signInAs(guest, 'guest')
  await expect(strip(guest)).toContainText('contains 2 demonstration slides')
  await expect(removeButton(guest)).toHaveCount(0)

  const { name: own } = await seedProject(page, { name: uniqueName('Ours') })
  await removeButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove the demonstration?' })
  await expect(dialog).toContainText('2 demonstration slides and 3 demonstration projects go')
  await dialog.getByRole('button', { name: 'Remove demonstration' }).click()
  await expect(strip(page)).toBeHidden({ timeout: 60_000 })
  await expect(strip(guest)).toBeHidden()
  for (const each of [page, guest]) {
    await expect(each.getByRole('main').getByText(own)).toBeVisible()
    await expect(each.getByRole('main').getByText('Breast biopsies: virtual IHC')).toHaveCount(0)
    await expect(each.getByRole('main').getByText('B26-1042 A1 H&E')).toHaveCount(0)
  }
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})
