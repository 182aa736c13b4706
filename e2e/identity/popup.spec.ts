import { identityLimits } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import type { Page } from '@playwright/test'
import { account, demoButton, storedKeys } from '../support/person.ts'
import { emailOf, type Product } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const timeIn = (page: Page) => page.evaluate(() => Date.now())
const opener = (page: Page) => page.getByRole('button', { name: 'Sign in using a pop-up window' })

async function openPopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await opener(page).click()
  const popup = await opening
  await expect(popup.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('Finish signing in in the pop-up window.')
  return popup
}

async function fillIn(popup: Page, product: Product): Promise<void> {
  await popup.getByLabel('E-mail address').fill(emailOf('manager'))
  await popup.getByLabel('Password').fill(await product.passwordOf('manager'))
  await popup.getByRole('button', { name: 'Sign in' }).click()
}

test('people sign in in a separate window and go on at the page they asked for, whatever went wrong before', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/oidc\/interaction/)
  const asked = `/login?${new URLSearchParams({ 'return-to': '/models?x=1' })}`
  await page.goto('/models?x=1')

  await test.step('the way back to the app closes the window', async () => {
    const popup = await openPopup(page)
    const closed = popup.waitForEvent('close')
    await popup.getByRole('link', { name: 'Back to Cresyl' }).click()
    await closed
    await expect(opener(page)).toBeEnabled()
    await expect(page).toHaveURL(asked)
  })
  await test.step('a failure in the window is told in the page, and the window closes', async () => {
    const popup = await openPopup(page)
    const closed = popup.waitForEvent('close')
    // As after an hour.
    await context.clearCookies()
    await fillIn(popup, product)
    await closed
    await expect(page.getByRole('alert')).toContainText('This sign-in page is out of date.')
  })
  await test.step('where the browser blocks the window, the page says so and offers the other way', async () => {
    await page.evaluate(() => {
      const { open } = window
      window.open = () => {
        window.open = open
        return null
      }
    })
    await opener(page).click()
    await expect(page.getByRole('alert')).toContainText('Your browser blocks pop-up windows')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  })

  const popup = await openPopup(page)
  const closed = popup.waitForEvent('close')
  await fillIn(popup, product)
  await closed
  await expect(account(page)).toBeVisible()
  await expect(page).toHaveURL('/models?x=1')
  expect(await storedKeys(page)).toEqual(['access_token'])
})

test('a window that is closed leaves the person signed out, with a word about it', { tag: '@long' }, async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/login')
  const popup = await openPopup(page)
  // The page looks now and then whether the window is there, and must have seen it.
  await page.clock.runFor(1000)
  await popup.close()
  await page.bringToFront()
  await expect(page.getByRole('alert')).toContainText(messages.identity.popupClosed)
  await expect(page.getByRole('alert')).toContainText('The pop-up window was closed')
  await expect(opener(page)).toBeEnabled()
  expect(await storedKeys(page)).toEqual([])
})

test('the person can give up the window from the page', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  const popup = await openPopup(page)
  const closed = popup.waitForEvent('close')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await closed
  await expect(opener(page)).toBeVisible()
  await expect(demoButton(page, 'guest')).toBeEnabled()
})

test('a window in which nothing happens for a minute is given up', { tag: '@long' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await expect(opener(page)).toBeVisible()
  const before = await timeIn(page)
  const popup = await openPopup(page)
  const after = await timeIn(page)
  const closed = popup.waitForEvent('close')
  await page.clock.pauseAt(before + identityLimits.popupTimeout - 100)
  await expect(page.getByRole('status')).toContainText('Finish signing in')
  await page.clock.fastForward(after - before + 200)
  await closed
  await expect(page.getByRole('alert')).toContainText(messages.identity.timeout)
})

test('an answer that the page did not ask for is not believed', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('E-mail address')).toBeVisible()
  await page.goto('/?code=stolen&state=somebody-elses')
  await expect(page.getByRole('alert')).toContainText(messages.identity.invalidState)
  await expect(page).toHaveURL('/login')
  expect(await storedKeys(page)).toEqual([])
})

test('an answer of another state in the window is not believed', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await page.goto('/login')
  const popup = await openPopup(page)
  await popup.evaluate(
    (address) => location.assign(address),
    `${baseURL}/silent.html?code=stolen&state=other`,
  )
  await expect(page.getByRole('alert')).toContainText(messages.identity.invalidState)
  expect(await storedKeys(page)).toEqual([])
})
