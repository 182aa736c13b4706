import type { Locator, Page } from '@playwright/test'
import { serverAway } from '../support/complaints.ts'
import { goWithin, signInAs } from '../support/person.ts'
import { startProduct } from '../support/product.ts'
import { test as base, expect } from '../support/test.ts'

/** Nobody takes up jobs until a test lets a worker start: what waits stays waiting. */
const test = base.extend({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const product = await startProduct({ settings: { CRESYL_ROLES: 'api' } })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const checksPath = '/manage-org?tab=checks'
const drawer = (page: Page): Locator => page.getByRole('dialog')
const indicator = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /jobs? (running|waiting)|nothing is running/ })
const list = (page: Page, name: string): Locator => drawer(page).getByRole('list', { name, exact: true })
const check = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Checks' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })

// The page alone in web/test/jobs.test.tsx, the queue in the tests of the server.
test('a batch waits, is cancelled, tried again, and done once a machine takes it up', {
  tag: '@long',
}, async ({ page, product, complaints }) => {
  complaints.expect(serverAway)
  test.setTimeout(180_000)
  await signInAs(page, 'admin', checksPath)
  await expect(indicator(page)).toHaveAccessibleName('Jobs: nothing is running')
  const checkEverything = page.getByRole('button', { name: 'Check everything' })
  await checkEverything.click()
  await expect(indicator(page)).toHaveAccessibleName('1 job waiting')
  await expect(checkEverything).toHaveAttribute('aria-disabled', 'true')
  await expect(check(page, 'Check stored files')).toContainText('Waiting')

  await test.step('it waits in the drawer, with its parts', async () => {
    await indicator(page).click()
    const waiting = list(page, 'Waiting')
    await expect(waiting.getByRole('button', { name: 'Check everything', exact: true })).toBeVisible()
    await waiting.getByRole('button', { name: '0 of 2 parts done' }).click()
    const parts = list(page, 'Parts of the batch')
    await expect(parts.getByRole('listitem')).toHaveCount(2)
    await expect(parts).toContainText('Check the audit log')
  })

  await test.step('a batch is cancelled after a question, which is no failure', async () => {
    await drawer(page).getByRole('button', { name: 'Cancel: Check everything' }).click()
    const question = page.getByRole('alertdialog', { name: 'Cancel this batch?' })
    await expect(question.getByRole('button', { name: 'Keep it running' })).toBeFocused()
    await question.getByRole('button', { name: 'Cancel the batch' }).click()
    await expect(list(page, 'Finished')).toContainText('Cancelled')
    await expect(list(page, 'Waiting')).toHaveCount(0)
    await expect(drawer(page)).toContainText('Nothing is running.')
    await expect(list(page, 'Finished')).not.toContainText('Failed')
  })

  await test.step('and tried again', async () => {
    await drawer(page).getByRole('button', { name: 'Try again: Check everything' }).click()
    await expect(list(page, 'Waiting')).toContainText('Check everything')
  })

  await test.step('the drawer gives the focus back to its button', async () => {
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    await expect(indicator(page)).toBeFocused()
    await expect(page).toHaveURL(checksPath)
  })

  await test.step('a machine takes it up, and the page follows by itself', async () => {
    await product.restart({ CRESYL_ROLES: 'api,worker' })
    await expect(check(page, 'Check everything')).toContainText('2 of 2 parts done', { timeout: 45_000 })
    await expect(check(page, 'Check the audit log')).toContainText(/The audit log is intact: .*\d+ rows/)
    await expect(indicator(page)).toHaveAccessibleName('Jobs: nothing is running')
    await expect(page.getByRole('status').filter({ hasText: 'Check everything is done.' })).toBeAttached()
  })

  await test.step('its log is a click away', async () => {
    await page.getByRole('link', { name: 'Open the log: Check the audit log' }).click()
    const log = drawer(page).getByRole('region', { name: 'Lines of the log' })
    await expect(log).toContainText(/Read [\d,]+ rows under/)
    const downloading = page.waitForEvent('download')
    await drawer(page).getByRole('button', { name: 'Download' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^check-audits-.+\.txt$/)
    await drawer(page).getByRole('button', { name: 'Open the batch' }).click()
    await expect(drawer(page)).toContainText('2 of 2 parts done')
    await drawer(page).getByRole('button', { name: 'All jobs' }).click()
    await expect(list(page, 'Finished')).toContainText('Done')
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
  })

  await test.step('the machine is among the servers', async () => {
    await goWithin(page, '/manage-org?tab=servers')
    const row = page.getByRole('table', { name: 'Servers' }).getByRole('row').nth(1)
    await expect(row).toContainText(/Server 1.*Active.*worker.*0/)
  })
})
