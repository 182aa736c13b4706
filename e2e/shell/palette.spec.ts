import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { signInAs } from '../support/person.ts'
import { expect, test } from '../support/test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const box = (page: Page) => palette(page).getByRole('combobox')

test('what is typed while the palette is still being fetched is not lost', async ({ page, context }) => {
  await signInAs(page, 'user')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await context.route('**/assets/palette-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('darx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('k')
  release()
  await expect(box(page)).toHaveValue('dark')
  await page.keyboard.type(' theme')
  await expect(box(page)).toHaveValue('dark theme')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark')
})

test('Ctrl+K is heard from the moment on that a page is seen', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('h1')?.textContent !== 'Model') return
      observer.disconnect()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))
    }).observe(document, { childList: true, subtree: true })
  })
  // The page has been fetched before it is known of which organisation: all of it appears at once.
  await page.route('**/api/organizations/**', async (route) => {
    await sleep(2000)
    await route.continue()
  })
  await signInAs(page, 'user', '/models')
  await expect(box(page)).toBeFocused()
})
