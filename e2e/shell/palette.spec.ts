import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { insertSlides } from '../support/insert-slides.ts'
import { addOrganization, addPerson, signInWithPassword } from '../support/people.ts'
import { signInAs } from '../support/person.ts'
import { seedProject, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const box = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })

/** Whoever sees nothing happen presses once more. That the first time is enough has a test of its own. */
async function open(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeFocused({ timeout: 5000 })
  }).toPass()
}

test('projects, slides and commands are found by keys', async ({ page, product, complaints }) => {
  // Slides that were never uploaded have no pictures.
  complaints.expect(/viewers\/thumbnails/)
  // In an organisation of its own: on the dashboard of others its slide would be one without a picture.
  const { id: organization, name } = await addOrganization(product, 'Palette')
  await signInWithPassword(page, await addPerson(product, { role: 'manager', organization: name }))
  const mark = uniqueName('خزعة <b>').trim()
  const project = await seedProject(page, { name: `${mark} project` })
  await insertSlides(product, organization, [{ name: `${mark} slide`, projectId: project.id }])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page)
  await expect(group(page, 'Commands').getByRole('option', { name: 'New project' })).toBeVisible()
  await page.keyboard.type(mark)
  await expect(group(page, 'Projects').getByRole('option')).toHaveText([/project1 slide$/])
  await expect(group(page, 'Slides').getByRole('option')).toHaveCount(1)
  await expect(group(page, 'Slides').locator('mark').first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `palette, ${colorScheme}`)
  }
  await expect(group(page, 'Projects').getByRole('option')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  const chosen = group(page, 'Slides').getByRole('option')
  await expect(chosen).toHaveAttribute('aria-selected', 'true')
  await expect(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await chosen.getAttribute('id')) ?? 'none',
  )
  await page.keyboard.press('ArrowUp')
  const opening = page.context().waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const tab = await opening
  await expect(tab).toHaveURL(`/project/${project.id}`)
  await tab.close()
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/project/${project.id}`)
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('what is typed while the palette is still being fetched is not lost', async ({ page }) => {
  await signInAs(page, 'user')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/palette-*.js', async (route) => {
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

test('nothing found and failed searches say so and lead on', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  complaints.expect(/500/)
  await signInAs(page, 'guest')
  await page.getByRole('button', { name: 'Search', exact: false }).first().click()
  await expect(option(page, 'Upload slides')).toHaveCount(0)
  await expect(option(page, 'New project')).toHaveCount(0)
  await box(page).fill('nothing is called this')
  await expect(
    palette(page)
      .getByText(/^Nothing matches/)
      .first(),
  ).toBeVisible()
  await expect(option(page, 'Go to the dashboard')).toBeVisible()
  await page.route('**/api/slides/?**', (route) =>
    route.fulfill({ status: 500, json: { detail: 'The database is tired.', code: 'internal' } }),
  )
  await box(page).fill('tired')
  await expect(option(page, 'Slides could not be searched')).toContainText('The database is tired.')
  await expectAccessible(page, 'failed search')
  await page.unroute('**/api/slides/?**')
  await option(page, 'Slides could not be searched').click()
  await expect(option(page, 'Slides could not be searched')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Search/ }).first()).toBeFocused()
})

test('Ctrl+K is heard from the moment on that a page is seen', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('h1')?.textContent !== 'Reports') return
      observer.disconnect()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))
    }).observe(document, { childList: true, subtree: true })
  })
  // The page has been fetched before it is known of which organisation: all of it appears at once.
  await page.route('**/api/organizations/**', async (route) => {
    await sleep(2000)
    await route.continue()
  })
  await signInAs(page, 'user', '/reports')
  await expect(box(page)).toBeFocused()
})

test('on a phone the palette fills the screen', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'user')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(box(page)).toBeFocused()
  expect((await palette(page).boundingBox())?.width).toBe(390)
  await expectAccessible(page, 'palette on a phone')
  await palette(page).getByRole('button', { name: 'Close' }).click()
  await expect(palette(page)).toBeHidden()
})
