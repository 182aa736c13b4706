import { identityLimits } from '@cresyl/contract/api/limits'
import type { BrowserContext, Page, Response } from '@playwright/test'
import {
  accessToken,
  account,
  deleteDatabase,
  forgetSession,
  forgetSessionRecord,
  signInAs,
  signInByButton,
  storedKeys,
  visitsToProvider,
} from '../support/person.ts'
import { search } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

const untilRenewal = (identityLimits.accessTokenSeconds - identityLimits.renewBeforeSeconds) * 1000

function collect(context: BrowserContext, part: string): Response[] {
  const responses: Response[] = []
  context.on('response', (response) => {
    if (response.url().includes(part)) responses.push(response)
  })
  return responses
}

const statuses = (responses: Response[]) => responses.map((response) => response.status())

/** There was one at least: how often the page asks is its own affair, as long as all goes well. */
function expectOnlyGood(responses: Response[]): void {
  expect([...new Set(statuses(responses))]).toEqual([200])
}

/** Signed in, and past all that the page asks for by itself. */
async function signInAndSettle(page: Page): Promise<void> {
  const live = page.waitForResponse('**/api/events/')
  await signInAs(page, 'user')
  await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
  await live
}

test('the access token is renewed before it expires and nobody notices', async ({ page, context }) => {
  await page.clock.install()
  await signInAs(page, 'user')
  const before = await accessToken(page)
  const renewals = collect(context, '/oidc/token')
  await page.evaluate(() => document.body.setAttribute('data-untouched', ''))

  await page.clock.fastForward(untilRenewal - 30_000)
  expect(await accessToken(page)).toBe(before)
  await page.clock.fastForward(31_000)
  await expect.poll(() => accessToken(page)).not.toBe(before)

  expectOnlyGood(renewals)
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  expect((await page.request.get('/api/organizations/current', { headers })).status()).toBe(200)
  await search(page, 'Scanner')
  await expect(page.getByRole('link', { name: 'Scanner acceptance 2026' })).toBeVisible()
  await expect(page.locator('body[data-untouched]')).toBeVisible()
})

test('three tabs that renew at the same moment keep the session', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await context.clock.install()
  await signInAs(page, 'user')
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const tab of tabs.slice(1)) {
    await tab.goto('/')
    await expect(account(tab)).toBeVisible()
  }
  const before = await accessToken(page)
  const renewals = collect(context, '/oidc/token')

  await context.clock.fastForward(untilRenewal + 1000)
  await expect.poll(() => accessToken(page)).not.toBe(before)
  for (const tab of tabs) {
    await search(tab, 'Scanner')
    await expect(tab.getByRole('status').filter({ hasText: /^1 project$/ })).toBeVisible()
    await expect(account(tab)).toBeVisible()
  }
  expect(statuses(renewals)).toEqual([200])
})

test('a token that the server refuses is renewed and the call made again', { tag: '@long' }, async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/401/)
  await signInAs(page, 'user')
  const before = await accessToken(page)
  const calls = collect(context, 'search=Scanner')
  await page.route(
    '**/api/projects/?*search=Scanner*',
    (route) => route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer broken' } }),
    { times: 1 },
  )
  await search(page, 'Scanner')
  await expect(page.getByRole('status').filter({ hasText: /^1 project$/ })).toBeVisible()
  expect(statuses(calls)).toEqual([401, 200])
  expect(await accessToken(page)).not.toBe(before)
  await expect(account(page)).toBeVisible()
})

test('a call refused again with a fresh token ends at the login page, which leads back', {
  tag: '@long',
}, async ({ page, context, complaints }) => {
  complaints.expect(/401/)
  await signInAs(page, 'user')
  const calls = collect(context, 'search=Scanner')
  await page.route('**/api/projects/?*search=Scanner*', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Please sign in.', code: 'unauthenticated' } }),
  )
  await page.evaluate(() => localStorage.setItem('something-else', 'kept by somebody'))
  await search(page, 'Scanner')
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ 'return-to': '/?search=Scanner' })}`)
  expect(statuses(calls)).toEqual([401, 401])
  expect(await storedKeys(page)).toEqual([])

  await page.unroute('**/api/projects/?*search=Scanner*')
  await signInByButton(page, 'user', page.url())
  await expect(page).toHaveURL('/?search=Scanner')
  await expect(page.getByRole('link', { name: 'Scanner acceptance 2026' })).toBeVisible()
})

test('a session that ends while someone works leads to the login page and back', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/401/)
  await signInAndSettle(page)
  await context.clearCookies()
  await forgetSessionRecord(page)
  await page.evaluate(() => localStorage.setItem('something-else', 'kept by somebody'))
  // Refused is this call and no other: one that the page makes by itself could come before.
  await page.route(/\/api\/projects\/\?.*Scanner/, (route) =>
    route.fulfill({ status: 401, json: { detail: 'Please sign in.', code: 'unauthenticated' } }),
  )
  await search(page, 'Scanner')
  await expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ 'return-to': '/?search=Scanner' })}`)
  expect(await storedKeys(page)).toEqual([])

  await test.step('so does one that a page finds already ended', async () => {
    await page.evaluate(() => localStorage.setItem('access_token', 'broken'))
    await page.evaluate(() => localStorage.setItem('something-else', 'kept by somebody'))
    await page.goto('/models?x=1')
    await expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ 'return-to': '/models?x=1' })}`)
    expect(await storedKeys(page)).toEqual([])
  })
})

test('a session that the provider still knows comes back in a hidden frame', { tag: '@long' }, async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/401/)
  await signInAs(page, 'user', '/models')
  await forgetSession(page)
  const frames = collect(context, '/silent.html')
  const visited = visitsToProvider(page)
  await page.goto('/models')
  await expect(account(page)).toBeVisible()
  await expect(page).toHaveURL('/models')
  expect(await storedKeys(page)).toEqual(['access_token'])
  expectOnlyGood(frames)
  expect(visited).toEqual([])
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('without a refresh token the hidden frame renews, and nobody notices', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await page.clock.install()
  await signInAs(page, 'user')
  const before = await accessToken(page)
  await page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const database = await settled(indexedDB.open('cresyl'))
    const store = database.transaction('session', 'readwrite').objectStore('session')
    const { refreshToken: _gone, ...rest } = await settled(store.get('tokens'))
    await settled(store.put(rest, 'tokens'))
    database.close()
  })
  await page.reload()
  await expect(account(page)).toBeVisible()
  await page.evaluate(() => document.body.setAttribute('data-untouched', ''))
  const frames = collect(context, '/silent.html')
  await page.clock.fastForward(untilRenewal + 1000)
  await expect.poll(() => accessToken(page)).not.toBe(before)
  expectOnlyGood(frames)
  await expect(page.locator('body[data-untouched]')).toBeVisible()
})

test('people stay signed in while the provider cannot be reached, and it is asked again', {
  tag: '@long',
}, async ({ page, context, complaints }) => {
  complaints.expect(/ERR_FAILED/)
  await page.clock.install()
  await signInAs(page, 'user')
  const before = await accessToken(page)
  let tries = 0
  await context.route('**/oidc/token', (route) => {
    tries += 1
    return route.abort()
  })
  await page.clock.fastForward(untilRenewal + 1000)
  // Or a multiple of it: whatever asks the server in the meantime needs a token too.
  await expect.poll(() => tries).toBeGreaterThanOrEqual(identityLimits.tokenRequestAttempts)
  await expect(account(page)).toBeVisible()

  await context.unroute('**/oidc/token')
  await expect(async () => {
    await page.clock.fastForward(5000)
    expect(await accessToken(page)).not.toBe(before)
  }).toPass()
  await expect(account(page)).toBeVisible()
})

test('a database deleted under an open page is opened anew', { tag: '@long' }, async ({ page }) => {
  await signInAndSettle(page)
  await deleteDatabase(page)
  await page.evaluate(() => localStorage.clear())
  await search(page, 'Scanner')
  // The provider still knows who is there.
  await expect(page.getByRole('status').filter({ hasText: /^1 project$/ })).toBeVisible()
  await expect(account(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('whoever clears everything under an open page is led to the login page', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signInAndSettle(page)
  await context.clearCookies()
  await deleteDatabase(page)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await search(page, 'Scanner')
  await expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ 'return-to': '/?search=Scanner' })}`)
})
