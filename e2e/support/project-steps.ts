import { randomUUID } from 'node:crypto'
import type { Project } from '@cresyl/contract/lab/projects'
import { expect, type Locator, type Page } from '@playwright/test'
import { isolated } from './isolated.ts'
import { accessToken } from './person.ts'

/** Tests share a product: a name of its own keeps each to itself. */
export const uniqueName = (start: string): string => `${start} ${randomUUID().slice(0, 8)}`

/** Makes a project with the rights of whoever is signed in on the page. */
export async function seedProject(
  page: Page,
  body: { name: string; description?: string },
): Promise<Project> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.post('/api/projects/', { headers, data: body })
  expect(reply.status()).toBe(201)
  return reply.json()
}

/** The card of a project in the list. */
export function rowOf(page: Page, name: string): Locator {
  return page
    .getByRole('list', { name: 'Projects' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
}

export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search projects' }).fill(text)
}

export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${isolated(name)}`, exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click()
}

/** On the page of a project. */
export const projectMenu = (page: Page): Locator =>
  page.locator('main header').getByRole('button', { name: /^Actions for/ })

/** On the page of a project. */
export async function openEditDialog(page: Page): Promise<void> {
  await projectMenu(page).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
}

export async function openCreateDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await expect(dialog).toBeVisible()
  return dialog
}

export async function hasSidewaysScroll(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
