import { expect, type Locator, type Page } from '@playwright/test'
import { goWithin, signInAs } from './person.ts'
import type { ViewerSlide } from './viewer-slides.ts'

export const pane = (page: Page, number = 0): Locator => page.locator(`[data-pane="${number}"]`)

/** What takes the pointer of a pane. */
export const picture = (page: Page, number = 0): Locator => pane(page, number).locator('[data-map]')

/** Waits until all tiles of what is to be seen are drawn. */
export async function whenLoaded(page: Page, number = 0, timeout = 30_000): Promise<void> {
  const status = pane(page, number).locator('[data-loading]')
  await expect(status).toHaveAttribute('data-loading', 'loaded', { timeout })
}

export async function openViewer(page: Page, { slide }: ViewerSlide, query = ''): Promise<void> {
  await signInAs(page, 'admin', `/slide/${slide.id}${query}`)
  await whenLoaded(page)
}

/** For a page without a slide, in the app that is open already. */
export async function leaveSlide(page: Page): Promise<void> {
  await goWithin(page, '/notifications')
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
}
