import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

/** A name as it stands inside a sentence of the app: between marks that keep it to itself. */
export const isolated = (name: string): string => `\u2068${name}\u2069`

/** What is announced, and shown for a while. */
export const saying = (text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text })

export const actionsFor = (name: string): Locator =>
  page.getByRole('button', { name: `Actions for ${isolated(name)}`, exact: true })

export async function chooseAction(name: string, action: string): Promise<void> {
  await actionsFor(name).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click()
}

/** A row of a table, by what stands at its beginning. */
export const tableRow = (name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/** So many times Tab is pressed before a control counts as out of reach. */
const farthest = 60

/** Presses Tab until the control, or one in the group, has the focus, as someone without a mouse would. */
export async function tabTo(target: Locator, key = '{Tab}'): Promise<void> {
  await expect.element(target).toBeVisible()
  for (let presses = 0; presses < farthest; presses++) {
    await userEvent.keyboard(key)
    if (target.query()?.contains(document.activeElement)) return
  }
  throw new Error(`It was not reached with ${farthest} times ${key}: ${target.selector}`)
}

export async function press(target: Locator): Promise<void> {
  await tabTo(target)
  await userEvent.keyboard('{Enter}')
}

export async function expectGone(target: Locator): Promise<void> {
  await expect.poll(() => target.elements().length).toBe(0)
}

export async function expectCount(target: Locator, count: number): Promise<void> {
  await expect.poll(() => target.elements().length).toBe(count)
}

export async function expectTexts(target: Locator, texts: (string | RegExp)[]): Promise<void> {
  const matching = texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text)))
  await expect.poll(() => target.elements().map((each) => each.textContent)).toEqual(matching)
}

/** Off, but there for whoever wants to know why. */
export async function expectOff(target: Locator, off = true): Promise<void> {
  await expect.poll(() => target.element().getAttribute('aria-disabled') === 'true').toBe(off)
}

export async function expectAddress(address: string | RegExp): Promise<void> {
  const now = () => location.pathname + location.search + location.hash
  if (typeof address === 'string') await expect.poll(now).toBe(address)
  else await expect.poll(now).toMatch(address)
}

export const hasSidewaysScroll = (): boolean =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth
