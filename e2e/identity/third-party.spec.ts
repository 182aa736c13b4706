import type { Page } from '@playwright/test'
import { findFreePort } from '../../server/src/platform/postgres/free-port.ts'
import config from '../playwright.config.ts'
import { isolated } from '../support/isolated.ts'
import { accessToken, account, forgetSession, goWithin } from '../support/person.ts'
import { startProduct } from '../support/product.ts'
import { test as base, expect } from '../support/test.ts'
import { startThirdPartyProvider, type ThirdPartyProvider } from '../support/third-party-provider.ts'

/** The product as a hospital runs it: people are known to an identity provider on another site. */
const test = base.extend<object, { provider: ThirdPartyProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const provider = await startThirdPartyProvider()
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ provider }, use) => {
      const port = await findFreePort()
      provider.serve(`http://localhost:${port}`)
      const product = await startProduct({
        port,
        settings: {
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: provider.clientId,
          OIDC_AUDIENCE: provider.audience,
          OIDC_AUDIENCE_PARAMETER: 'resource',
          OIDC_CLAIM_ORGANIZATION: 'tenant',
          OIDC_CLAIM_ROLES: 'groups',
          OIDC_ROLES: 'pathologist=user',
        },
        prepare: [['org', 'add', '--name', 'lab', '--display-name', 'The Lab']],
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// One worker is enough: each starts a product.
test.describe.configure({ mode: 'default' })

// As browsers do that keep the cookies of other sites out of frames.
const { executablePath, args = [] } = config.use?.launchOptions ?? {}
test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [...args, '--test-third-party-cookie-phaseout'],
  },
})

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: /^Sign in with/ }).click()
  await page.getByRole('textbox').fill(name)
  await page.getByRole('button', { name: 'Enter' }).click()
}

test('people of another provider sign in by redirect, with the rights that its claims give, and out', async ({
  page,
}) => {
  await signIn(page, 'petra')
  await expect(account(page)).toHaveAccessibleName(`Your account: ${isolated('Petra Novak')}`)
  await expect(page.getByRole('button', { name: `Organisation: ${isolated('The Lab')}` })).toBeVisible()
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const people = await (await page.request.get('/api/users/', { headers })).json()
  expect(people.results).toEqual([expect.objectContaining({ name: 'Petra Novak' })])
  await goWithin(page, '/uploads')
  await expect(page.getByRole('heading', { name: 'Uploads', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('You need the role')
  expect((await page.request.get('/api/audits/', { headers })).status()).toBe(403)
  expect((await page.request.post('/api/projects/', { headers, data: { name: 'x' } })).status()).toBe(403)

  await test.step('signing out ends the session at the provider too', async () => {
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('button', { name: /^Sign in with/ }).click()
    await expect(page.getByRole('heading', { name: 'Hospital sign-in' })).toBeVisible()
  })
})

test('a reload keeps people signed in although the provider has no cookies in frames', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'petra')
  await expect(account(page)).toBeVisible()
  await page.reload()
  await expect(account(page)).toBeVisible()

  await test.step('also without anything of the session: the page is led through the provider once', async () => {
    await forgetSession(page)
    const asked = page.waitForRequest(
      (request) =>
        request.isNavigationRequest() &&
        request.frame() === page.mainFrame() &&
        request.url().includes('prompt=none'),
    )
    await page.goto('/models')
    await asked
    await expect(account(page)).toHaveAccessibleName(`Your account: ${isolated('Petra Novak')}`)
    await expect(page).toHaveURL('/models')
  })
})

test('a role that nobody here knows gives no rights', { tag: '@long' }, async ({ page, complaints }) => {
  complaints.expect(/401/)
  await signIn(page, 'nobody')
  await expect(page.getByRole('alert')).toContainText('not a member of')
  await expect(page).toHaveURL(/\/login/)
})

test('someone of an organisation that is not served here is told so', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  complaints.expect(/401/)
  await signIn(page, 'stranger')
  await expect(page.getByRole('alert')).toContainText('elsewhere')
  await expect(page).toHaveURL(/\/login/)
})
