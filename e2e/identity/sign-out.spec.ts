import type { Page } from '@playwright/test'
import { noConnection } from '../support/complaints.ts'
import { isolated } from '../support/isolated.ts'
import { account, demoButton, sessionRecord, signInAs, signOut, storedKeys } from '../support/person.ts'
import { expect, test } from '../support/test.ts'

test('the back button does not bring the app back', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'user')
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await signOut(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await expect(account(page)).toBeHidden()
})

test('a reload after signing out does not sign in again', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'user')
  await signOut(page)
  await page.goto('/uploads')
  await expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
  await expect(demoButton(page, 'user')).toBeVisible()
})

test('signing out leads to the login page in every tab and leaves nothing behind', async ({
  page,
  context,
  complaints,
}) => {
  // What a tab asked for in the moment before it hears of it.
  complaints.expect(/401/)
  await signInAs(page, 'user')
  const second = await context.newPage()
  await second.goto('/uploads')
  await expect(account(second)).toBeVisible()
  await page.evaluate(() => localStorage.setItem('something-else', 'kept by somebody'))
  await signOut(page)
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL('/login')
    await expect(tab.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
    await expect(account(tab)).toBeHidden()
  }
  await expect.poll(() => storedKeys(page)).toEqual([])
  await expect.poll(() => sessionRecord(page)).toBeUndefined()
})

test('the next person sees their own name and rights', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'manager')
  await expect(account(page)).toHaveAccessibleName(`Your account: ${isolated('Mikael Lindqvist')}`)
  await signOut(page)
  await demoButton(page, 'guest').click()
  await expect(account(page)).toHaveAccessibleName(`Your account: ${isolated('Giulia Ferri')}`)
  await expect(page.getByRole('button', { name: 'New project' })).toHaveAttribute('aria-disabled', 'true')
})

test('after signing out the refresh token is worthless', { tag: '@long' }, async ({ page, baseURL }) => {
  await signInAs(page, 'user')
  const { refreshToken } = (await sessionRecord(page)) ?? {}
  const form = {
    grant_type: 'refresh_token',
    client_id: 'cresyl-web',
    refresh_token: refreshToken ?? '',
    resource: `${baseURL}/api`,
  }
  await signOut(page)
  const reply = await page.request.post('/oidc/token', { form })
  expect(reply.status()).toBe(400)
  expect(await reply.json()).toMatchObject({ error: 'invalid_grant' })
})

/** What has arrived, without the marks of the build. */
const fetchedScripts = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => /\/assets\/(.+)-.{8}\.js$/.exec(name)?.[1]),
  )

const notEnded =
  'You are signed out here, but the sign-in service could not be reached to end its session. Close the browser if others use this computer.'

test('without a connection people are signed out all the same, in every tab and for good', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(noConnection)
  complaints.expect(/401/)
  await signInAs(page, 'user')
  const second = await context.newPage()
  await second.goto('/uploads')
  for (const tab of [page, second]) {
    await expect(account(tab)).toBeVisible()
    // The login page is fetched ahead, for exactly this.
    await expect.poll(() => fetchedScripts(tab)).toEqual(expect.arrayContaining(['auth-layout', 'login']))
  }
  await context.setOffline(true)
  await signOut(page)
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL('/login')
    await expect(tab.getByRole('alert')).toContainText(notEnded)
    await expect(tab.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
  }
  await expect.poll(() => storedKeys(page)).toEqual([])
  await expect.poll(() => sessionRecord(page)).toBeUndefined()

  await context.setOffline(false)
  const third = await context.newPage()
  const asked: string[] = []
  third.on('request', (request) => asked.push(request.url()))
  await third.goto('/models')
  await expect(third.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
  expect(asked.filter((address) => address.includes('prompt=none'))).toEqual([])

  await demoButton(third, 'guest').click()
  await expect(account(third)).toHaveAccessibleName(`Your account: ${isolated('Giulia Ferri')}`)
})
