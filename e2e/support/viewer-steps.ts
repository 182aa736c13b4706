import type { Locator, Page } from '@playwright/test'
import { goWithin } from './person.ts'
import { enterAs } from './signing-in.ts'
import type { ViewerSlide } from './viewer-slides.ts'
import { whenSeen } from './waiting.ts'

export const pane = (page: Page, number = 0): Locator => page.locator(`[data-pane="${number}"]`)

/** What takes the pointer of a pane. */
export const picture = (page: Page, number = 0): Locator => pane(page, number).locator('[data-map]')

/** Waits until all tiles of what is to be seen are drawn. */
export async function whenLoaded(page: Page, number = 0, timeout = 30_000): Promise<void> {
  await pane(page, number).locator('[data-loading="loaded"]').waitFor({ state: 'attached', timeout })
}

export async function openViewer(page: Page, { slide }: ViewerSlide, query = ''): Promise<void> {
  await enterAs(page, 'admin', `/slide/${slide.id}${query}`)
  await whenLoaded(page)
}

/** For a page without a slide, in the app that is open already. */
export async function leaveSlide(page: Page): Promise<void> {
  await goWithin(page, '/notifications')
  await whenSeen(page.getByRole('heading', { name: 'Notifications', level: 1 }))
}
