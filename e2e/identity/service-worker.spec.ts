import { serviceWorkerFile } from '@cresyl/contract/people/app-config'
import type { Page } from '@playwright/test'
import { addPerson, typePassword } from '../support/people.ts'
import { account, demoButton, signOut } from '../support/person.ts'
import { expect, test } from '../support/test.ts'

/** The worker is registered a while after the page: from here on it is asked about everything that is loaded. */
async function whenInControl(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** Whether the browser asks for pages before the worker does, and so for some of them twice. */
const isPreloading = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { navigationPreload } = await navigator.serviceWorker.ready
    return (await navigationPreload.getState()).enabled === true
  })

test('people sign in, and in again, while the service worker runs', async ({ page, product, complaints }) => {
  // What the page asked for in the moment before it is signed out.
  complaints.expect(/401/)
  const person = await addPerson(product, { role: 'user' })
  await page.goto('/models?x=1')
  await whenInControl(page)
  expect(await isPreloading(page)).toBe(false)

  await test.step('with one click', async () => {
    await demoButton(page, 'guest').click()
    await expect(account(page)).toBeVisible()
    await expect(page).toHaveURL('/models?x=1')
    await signOut(page)
  })

  await test.step('with a password, after signing out', async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await typePassword(page, person.email, person.password)
    await expect(account(page)).toBeVisible()
    await signOut(page)
  })

  await test.step('in a separate window', async () => {
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Sign in using a pop-up window' }).click()
    const popup = await opening
    const closed = popup.waitForEvent('close')
    await typePassword(popup, person.email, person.password)
    await closed
    await expect(account(page)).toBeVisible()
  })
})

/** As it was once: with it, the browser sent every sign-in twice. */
const earlierWorker = `
addEventListener('install', () => skipWaiting())
addEventListener('fetch', () => {})
addEventListener('activate', (event) =>
  event.waitUntil(registration.navigationPreload.enable().then(() => clients.claim())))`

test('where an earlier version of the worker runs, people can sign in, and the next version puts it right', async ({
  page,
  context,
}) => {
  const address = `**/${serviceWorkerFile}`
  await context.route(address, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: earlierWorker }),
  )
  await page.goto('/login')
  await whenInControl(page)
  expect(await isPreloading(page)).toBe(true)
  await demoButton(page, 'guest').click()
  await expect(account(page)).toBeVisible()

  await context.unroute(address)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
  await expect.poll(() => isPreloading(page)).toBe(false)
})
