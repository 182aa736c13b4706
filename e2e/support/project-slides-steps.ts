import type { Page as ListPage } from '@cresyl/contract/api/list'
import type { Slide } from '@cresyl/contract/slides/slides'
import type { Locator, Page } from '@playwright/test'
import { insertSlides, type SlideToInsert } from './insert-slides.ts'
import { accessToken, organizationOf } from './person.ts'
import type { Product } from './product.ts'
import { seedProject, uniqueName } from './project-steps.ts'

/** Slides that were inserted have no pictures. */
export const noPictures = /thumbnails/

export interface Seeded {
  id: string
  name: string
  slideIds: string[]
}

/** A project with slides "Case 001" to "Case n", the first of them the newest. */
export async function seedSlides(
  page: Page,
  product: Product,
  count: number,
  each: (n: number) => Partial<SlideToInsert> = () => ({}),
): Promise<Seeded> {
  const name = uniqueName('Slides')
  const { id } = await seedProject(page, { name })
  const now = Date.now()
  const digits = Math.max(3, String(count).length)
  const rows = Array.from({ length: count }, (_, n) => ({
    name: `Case ${String(n + 1).padStart(digits, '0')}`,
    projectId: id,
    createdAt: new Date(now - n * 60_000),
    ...each(n),
  }))
  return { id, name, slideIds: await insertSlides(product, await organizationOf(page), rows) }
}

/** Calls as whoever is signed in on the page. */
export async function ask<Reply>(page: Page, path: string): Promise<Reply> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  return (await page.request.get(path, { headers })).json()
}

export async function slidesOf(page: Page, projectId: string, more = ''): Promise<Slide[]> {
  const path = `/api/slides/?project_id=${projectId}&ordering=name&limit=-1${more}`
  return (await ask<ListPage<Slide>>(page, path)).results
}

export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Slides' })
/** In the gallery. */
export const card = (page: Page, name: string): Locator =>
  grid(page).getByRole('gridcell', { name: new RegExp(`^${name}\\b`) })
/** In the table. */
export const line = (page: Page, name: string): Locator => grid(page).getByRole('row', { name, exact: true })
export const selected = (page: Page): Locator => grid(page).locator('[aria-selected="true"]')
export const bar = (page: Page): Locator =>
  page.getByRole('region', { name: 'Actions for the selected slides' })
export const news = (page: Page): Locator => page.getByRole('region', { name: 'Changes to slides' })
export const count = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: text })

export async function firstOf(page: Page, path: string): Promise<{ id: string }> {
  const [first] = (await ask<{ results: { id: string }[] }>(page, path)).results
  if (first === undefined) throw new Error(`There is nothing at ${path}.`)
  return first
}

export async function startAction(page: Page, label: string): Promise<void> {
  await bar(page).getByRole('button', { name: label, exact: true }).click()
}
