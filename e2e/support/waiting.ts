import { expect, type Locator, type Page } from '@playwright/test'

/** In ms: as long as assertions are given. */
const within = 15_000

/**
 * Waits until something is seen. An assertion would do as well, but each time one fails before it holds, Playwright
 * describes the whole page for its message: what takes a while is waited for.
 */
export const whenSeen = (locator: Locator): Promise<void> => locator.waitFor({ timeout: within })

/** Waits for the address to say what is wanted: told of each change of it, without looking again and again. */
export async function whenAddress(
  page: Page,
  differences: (address: URL) => string[],
  message: string,
): Promise<void> {
  const isWanted = (address: URL) => differences(address).length === 0
  // What is wrong with it is said below.
  await page.waitForURL(isWanted, { waitUntil: 'commit', timeout: within }).catch(() => undefined)
  expect(differences(new URL(page.url())), message).toEqual([])
}

/** The same for a part of it. */
export const whenAddressHas = (page: Page, part: string): Promise<void> =>
  whenAddress(page, ({ href }) => (decodeURIComponent(href).includes(part) ? [] : [href]), part)
