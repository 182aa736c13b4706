import { expect, type Locator, type Page } from '@playwright/test'

/** So many times Tab is pressed before a control counts as out of reach. */
export const farthest = 60

/** Presses Tab until the control has the focus, as someone without a mouse would. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < farthest; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target} was not reached with ${farthest} times ${key}.`)
}

export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
