import { layoutWidth } from '@cresyl/contract/api/limits'
import type { Page } from '@playwright/test'
import { accessToken, account, signInAs, signOut } from '../support/person.ts'
import { expect, test } from '../support/test.ts'

const background = { light: 'rgb(250, 248, 252)', dark: 'rgb(20, 17, 24)' } as const

const expectBackground = (page: Page, mode: keyof typeof background) =>
  expect(page.locator('body')).toHaveCSS('background-color', background[mode])

async function chooseTheme(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Theme', exact: true }).click()
  await chooseInMenu(page, name)
  await expect(page.getByRole('menu')).toBeHidden()
}

/** Returns once the profile has it too. */
async function chooseInMenu(page: Page, name: string): Promise<void> {
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/api/profiles/me/') && reply.ok())
  await page.getByRole('menuitemradio', { name }).click()
  await saved
}

/** Notes the background of every frame from the moment there is something of the app to see. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenBackgrounds: seen })
    const look = () => {
      const hasContent = document.getElementById('root')?.firstElementChild
      if (hasContent) seen.push(getComputedStyle(document.body).backgroundColor)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

const seenBackgrounds = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set((window as { seenBackgrounds?: string[] }).seenBackgrounds)])

test.use({ colorScheme: 'light' })

test.afterEach('the profile forgets the theme', async ({ page }) => {
  if ((await accessToken(page)) === '') await signInAs(page, 'user')
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.patch('/api/profiles/me/', { headers, data: { theme: 'system' } })
  expect(reply.status()).toBe(200)
})

test('dark mode is chosen with the switch and remembered without a flash of light', async ({ page }) => {
  await signInAs(page, 'user')
  await expectBackground(page, 'light')
  await chooseTheme(page, 'Dark')
  await expectBackground(page, 'dark')
  await watchFrames(page)
  await page.reload()
  await expect(account(page)).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  expect(await seenBackgrounds(page)).toEqual([background.dark])
})

test('the login page keeps the mode that was used last on this device', { tag: '@long' }, async ({
  page,
}) => {
  await signInAs(page, 'user')
  await chooseTheme(page, 'Dark')
  await signOut(page)
  await expectBackground(page, 'dark')
})

test('the mode can be chosen in the account menu too', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'user')
  await account(page).click()
  await chooseInMenu(page, 'Dark')
  await expectBackground(page, 'dark')
  await account(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked()
})

test('without a choice the app follows the device, also when it changes', { tag: '@long' }, async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAs(page, 'user')
  await expectBackground(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectBackground(page, 'light')
  await chooseTheme(page, 'Dark')
  await chooseTheme(page, 'Same as this device')
  await expectBackground(page, 'light')
})

test('nothing moves for people who want less motion', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'manager')
  await page.getByRole('button', { name: 'New project' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().activeDuration ?? 0))
      .filter((duration) => duration > 1),
  )
  expect(moving).toEqual([])
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element)
      return `${transitionDuration},${animationDuration}`.split(',').map(Number.parseFloat)
    }),
  )
  expect(Math.max(...durations)).toBeLessThan(0.001)
})

test('the menu collapses to icons and stays so', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'user')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const width = async () => (await menu.boundingBox())?.width ?? 0
  expect(await width()).toBeCloseTo(layoutWidth, -1)
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  await expect.poll(width).toBeLessThan(80)
  await page.reload()
  await expect(account(page)).toBeVisible()
  await expect.poll(width).toBeLessThan(80)

  await menu.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Expand the menu' }).click()
  await expect.poll(width).toBeGreaterThan(200)
})
