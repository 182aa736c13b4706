import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withAnnotations } from './support/annotated-slide.ts'
import { openApp } from './support/app.tsx'
import { makeProject, withProjects } from './support/organization.ts'
import { expectAddress, expectGone } from './support/steps.ts'

beforeEach(() => page.viewport(390, 844))
afterEach(() => page.viewport(1440, 900))

test('the menu opens over the page and leads to every section', async () => {
  await openApp('/', 'user')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const opener = page.getByRole('button', { name: 'Open the menu' })
  for (const [entry, title] of [
    ['Model', 'Model'],
    ['Reports', 'Reports'],
    ['Uploads', 'Uploads'],
    ['Dashboard', 'Dashboard'],
  ] as const) {
    await expectGone(menu)
    await opener.click()
    await menu.getByRole('link', { name: entry }).click()
    await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  }
  await opener.click()
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectGone(menu)
})

test('projects are cards that can be created and sorted', async () => {
  await openApp('/', 'manager', withProjects(makeProject({ name: 'Liver' })))
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Phone')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect.element(page.getByRole('heading', { name: 'Phone', level: 1 })).toBeVisible()
  history.back()
  await page.getByRole('button', { name: 'Sort by' }).click()
  await page.getByRole('menuitemradio', { name: 'Oldest' }).click()
  await expectAddress('/?ordering=created_at')
  const cards = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
  await expect.element(cards.first()).toBeVisible()
})

test('what is told of failed tiles, and the way to try again, are within the screen', async () => {
  const { slide, answers } = withAnnotations('user')
  await openApp(`/slide/${slide.id}`, 'user', answers)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeInViewport({ ratio: 1 })
  const box = again.element().closest('[data-readings]')?.getBoundingClientRect()
  expect(again.element().getBoundingClientRect().right).toBeLessThanOrEqual(box?.right ?? 0)
})
