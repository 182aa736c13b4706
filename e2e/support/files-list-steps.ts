import { expect, type Locator, type Page } from '@playwright/test'

export const filesTable = (page: Page): Locator => page.getByRole('table', { name: 'Files' })

/** The line of a file in the list of the organisation. */
export const fileRow = (page: Page, name: string): Locator =>
  filesTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').getByText(name, { exact: true }) })

export async function searchFiles(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search files by name' }).fill(text)
  // Once the typing has settled.
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
}

/** Something of the menu of a file. */
export async function chooseOfFile(page: Page, name: string, action: string): Promise<void> {
  await fileRow(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
