import { type RoleKey, roleKeys, roles } from '@cresyl/contract/api/permissions'
import type { Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import { openPasswordPage, typePassword } from '../support/people.ts'
import {
  account,
  demoButton,
  sessionRecord,
  signInAs,
  signInByButton,
  storedKeys,
  visitsToProvider,
} from '../support/person.ts'
import { emailOf } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const people = {
  admin: 'Amara Okafor',
  manager: 'Mikael Lindqvist',
  user: 'Yuki Tanaka',
  guest: 'Giulia Ferri',
} as const

for (const role of roleKeys.filter((each) => each !== 'guest')) {
  test(`one click signs the ${roles[role].label} in`, { tag: '@long' }, async ({ page }) => {
    await signInByButton(page, role)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByText('Demo Pathology')).toBeVisible()
    await expectPerson(page, role)
  })
}

async function expectPerson(page: Page, role: RoleKey): Promise<void> {
  await account(page).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText(people[role])
  await expect(menu).toContainText(emailOf(role))
  await expect(menu.getByText(roles[role].label, { exact: true })).toBeVisible()
}

test('one click signs the Guest in at the page they asked for, and a reload keeps them signed in', async ({
  page,
}) => {
  await test.step('signed out, paths with and without a screen lead to the login page', async () => {
    for (const path of ['/slide/1', '/nonsense']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/login')
    }
  })
  await page.goto('/models?x=1')
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ 'return-to': '/models?x=1' })}`)
  await demoButton(page, 'guest').click()
  await expect(page.getByRole('heading', { name: 'Model', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/models?x=1')

  await test.step('local storage holds the access token and nothing else', async () => {
    expect(await storedKeys(page)).toEqual(['access_token'])
    const { refreshToken } = (await sessionRecord(page)) ?? {}
    expect(refreshToken).toEqual(expect.stringMatching(/.{20}/))
    const values = await page.evaluate(() => [
      ...Object.values(localStorage),
      ...Object.values(sessionStorage),
    ])
    expect(values.filter((value) => String(value).includes(refreshToken ?? ''))).toEqual([])
  })

  await page.reload()
  await expectPerson(page, 'guest')
  await expect(page).toHaveURL('/models?x=1')
})

test('a password signs in through the page of the provider, which looks like the app and tells what went wrong', async ({
  page,
  context,
  product,
  complaints,
}) => {
  complaints.expect(/oidc\/interaction/)
  await page.goto('/models?x=1')
  const toProvider = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect(toProvider).toBeVisible()
  const look = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      const fonts = [...document.fonts].filter(({ status }) => status === 'loaded')
      const logo = document.querySelector('main img') as HTMLImageElement
      return { fonts: fonts.map(({ family }) => family), logo: [logo.src, logo.width, logo.naturalWidth > 0] }
    })
  const appearance = await look()
  expect(appearance.fonts).not.toEqual([])
  await toProvider.click()
  await expect(page).toHaveURL(/\/oidc\/interaction\//)
  expect(await look()).toEqual(appearance)

  await test.step('a sign-in that fails leads back to the login page, which still knows the page they asked for', async () => {
    // As after an hour.
    await context.clearCookies()
    await typePassword(page, emailOf('user'), await product.passwordOf('user'))
    await expect(page.getByRole('alert')).toContainText('This sign-in page is out of date.')
    await page.getByRole('link', { name: 'Back to Cresyl' }).click()
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ 'return-to': '/models?x=1' })}`)
  })
  await test.step('a wrong password is refused with a sentence and the e-mail address stays', async () => {
    await toProvider.click()
    await typePassword(page, emailOf('user'), 'not the password')
    await expect(page.getByRole('alert')).toContainText('The e-mail address or password is wrong.')
    await expect(page.getByLabel('E-mail address')).toHaveValue(emailOf('user'))
    await expect(page.getByLabel('Password')).toHaveValue('')
  })
  await page.getByLabel('Password').fill(await product.passwordOf('user'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(account(page)).toHaveAccessibleName(`Your account: ${isolated(people.user)}`)
  await expect(page).toHaveURL('/models?x=1')
})

test('the back button leads back into the app, not to the sign-in that is over', async ({
  page,
  product,
}) => {
  await openPasswordPage(page, '/models?x=1')
  await typePassword(page, emailOf('user'), await product.passwordOf('user'))
  await expect(page).toHaveURL('/models?x=1')
  await expect(account(page)).toBeVisible()
  await page.goBack()
  await expect(account(page)).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a newcomer sees the login page without a detour', { tag: '@long' }, async ({ page }) => {
  const visited = visitsToProvider(page)
  await page.goto('/reports')
  await expect(demoButton(page, 'guest')).toBeVisible()
  expect(visited).toEqual([])
})

test('nobody is sent to another site after signing in', { tag: '@long' }, async ({ page, baseURL }) => {
  await page.goto(`/login?${new URLSearchParams({ 'return-to': '//example.org/' })}`)
  await demoButton(page, 'guest').click()
  await expect(account(page)).toBeVisible()
  expect(page.url()).toBe(`${baseURL}/`)
})

test('a new tab of the same browser is signed in', { tag: '@long' }, async ({ page, context }) => {
  await signInAs(page, 'user')
  const second = await context.newPage()
  await second.goto('/models')
  await expect(account(second)).toHaveAccessibleName(`Your account: ${isolated(people.user)}`)
  await expect(second).toHaveURL('/models')
})

const withoutScreen = [
  '/login',
  '/signup',
  '/forget-password',
  '/verify',
  '/reset-password',
  '/not-found',
  '/org-model',
  '/dashboard',
  '/nonsense',
  '/project',
  '/reports/nonsense',
]

test('signed in, paths without a screen lead to the dashboard', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'guest')
  for (const path of withoutScreen) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
      await expect(page).toHaveURL('/')
    })
  }
})
