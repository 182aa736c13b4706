import type { Profile } from '@cresyl/contract/people/profiles'
import type { Page } from '@playwright/test'
import { accessToken, account, goWithin, signInAs } from '../support/person.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your profile' })

async function openProfile(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeVisible()
}

async function change(page: Page, data: Partial<Profile>): Promise<Profile> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.patch('/api/profiles/me/', { headers, data })
  expect(reply.status()).toBe(200)
  return reply.json()
}

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'guest', '/?search=Scanner')
})

test.afterEach('the profile is as it was', async ({ page }) => {
  await change(page, { name: 'Giulia Ferri', picture: null, locale: null })
})

// The page alone in web/test/profile.test.tsx; a picture is also uploaded in branding.spec.ts.
test('a name and a picture are seen at once, and other devices can be signed out', { tag: '@long' }, async ({
  page,
  openBrowser,
  complaints,
}) => {
  complaints.expect(/401/)
  await openProfile(page)
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Giulia Ferri-Lloyd')
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } }),
    })
  await expect(dialog(page).getByRole('button', { name: 'Remove' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your profile was saved.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(account(page)).toHaveAccessibleName(/Giulia Ferri-Lloyd/)
  const stored = account(page).locator('img')
  await expect(stored).toHaveAttribute('src', /^\/pictures\//)
  const size = () =>
    stored.evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight])
  await expect.poll(size).toEqual([256, 256])

  await openProfile(page)
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(account(page)).toBeVisible()
  await expect(stored).toHaveCount(0)

  await test.step('another device is signed out, and one is told so', async () => {
    const other = await openBrowser()
    await signInAs(other, 'guest')
    await goWithin(page, '/#profile-security')
    await dialog(page).getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(page.getByText(/other sessions? (was|were) signed out/)).toBeVisible()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(1)
    await other.close()

    await goWithin(page, '/notifications?show=unread')
    const told = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').first()
    await expect(told).toContainText('You were signed out on')
    await expect(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  })
})
