import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { signInAs } from '../support/person.ts'
import { expect, test } from '../support/test.ts'

// The pages of the app itself are looked at in web/test/accessibility.test.tsx.

async function scan(page: Page, path: string, ready: () => Promise<void>): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path)
    await ready()
    await expectAccessible(page, path)
  })
}

const leaveFew = (all: Element[]) => {
  for (const each of all.slice(8)) each.remove()
}

for (const colorScheme of ['light', 'dark'] as const) {
  // The same again in other colours.
  const options = { tag: colorScheme === 'dark' ? '@long' : [] }
  test(
    `the pages around the app are accessible in ${colorScheme} mode`,
    options,
    async ({ page, complaints }) => {
      await page.emulateMedia({ colorScheme })
      complaints.expect(/oidc\/interaction/)
      const docs = () => expect(page.getByRole('heading', { level: 1 })).toContainText('API')
      await scan(page, '/api/docs', async () => {
        await docs()
        // One route is drawn as the others are: all of them are looked at in the long run only.
        if (colorScheme === 'light') await page.locator('details').evaluateAll(leaveFew)
      })
      await page.locator('summary').first().click()
      await expectAccessible(page, 'a route of the documentation', 'details[open]')
      await scan(page, '/login', () =>
        expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible(),
      )
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByLabel('Password')).toBeVisible()
      await expectAccessible(page, 'login page of the provider')
      await page.getByLabel('E-mail address').fill('nobody@demo.cresyl')
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectAccessible(page, 'login page of the provider with an error')
    },
  )
}

test('the app is accessible on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in to your organisation' })).toBeVisible()
  await expectAccessible(page, 'login')
  await signInAs(page, 'admin')
  await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
  await expectAccessible(page, 'dashboard')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page, 'menu')
})
