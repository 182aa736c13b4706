import type { File } from '@cresyl/contract/files/files'
import type { Slide } from '@cresyl/contract/slides/slides'
import { expect, type Locator, type Page } from '@playwright/test'
import { isolated } from './isolated.ts'
import type { Product } from './product.ts'
import { filesFound, slidesFound } from './stored-files.ts'

/** What the chip of a row says. */
export type UploadWord =
  | 'Waiting'
  | 'Starting'
  | 'Uploading'
  | 'Paused'
  | 'Waiting for the connection'
  | 'Finishing'
  | 'Uploaded'
  | 'Failed'
  | 'Upload cancelled'

/** What can be done with a row by a button of its own. */
export type RowDeed =
  | 'Pause'
  | 'Resume'
  | 'Cancel'
  | 'Retry'
  | 'Upload again'
  | 'Dismiss'
  | 'Remove'
  | 'Edit name or project'

export const draftList = (page: Page): Locator => page.getByRole('list', { name: 'New files' })
export const uploadList = (page: Page): Locator => page.getByRole('list', { name: 'Uploads of this tab' })

export async function chooseFiles(page: Page, paths: readonly string[]): Promise<void> {
  await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles([...paths])
}

export async function chooseFolder(page: Page, folder: string): Promise<void> {
  await page.locator('input[type=file][webkitdirectory]').setInputFiles(folder)
}

/** Drops files and folders on the middle of the page, as from a file manager: of any size, they are not copied. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  // A page that is not there yet would not take it, and the browser would open it instead.
  await page.getByRole('heading', { name: 'Uploads', level: 1 }).waitFor()
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 }
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data })
  }
  await session.detach()
}

/** The button that says how many of the new files can be uploaded. */
export const startButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Upload( [\d,]+ files?, .+)?$/ })

/** Drops the files and starts them. */
export async function upload(page: Page, paths: readonly string[]): Promise<void> {
  await dropFiles(page, paths)
  await startButton(page).click()
}

/** The row of a file, of either list. In a long list only rows in sight are there: see `showRow`. */
export function uploadRow(page: Page, name: string): Locator {
  return page.locator('li[data-upload]').filter({ has: page.getByText(name, { exact: true }) })
}

const isShown = (row: Locator) =>
  row.waitFor({ timeout: 250 }).then(
    () => true,
    () => false,
  )

/** Scrolls the list until the row is there. */
export async function showRow(page: Page, name: string): Promise<Locator> {
  const row = uploadRow(page, name)
  const box = page.locator('[data-rows]').last()
  // Rows are drawn a little after the list has moved, and grow as more is known of them: it is gone through again.
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo({ top: 0 }))
    for (let moved = true; moved && !(await isShown(row)); ) {
      moved = await box.evaluate((element) => {
        const before = element.scrollTop
        element.scrollBy({ top: element.clientHeight / 2 })
        return element.scrollTop > before
      })
    }
    await expect(row).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  return row
}

export async function waitForState(
  page: Page,
  name: string,
  word: UploadWord,
  options: { timeout?: number } = { timeout: 40_000 },
): Promise<void> {
  // An expectation would describe the whole page each time that it looks and does not find it yet.
  await uploadRow(page, name).getByText(word, { exact: true }).first().waitFor(options)
}

export interface ShownUpload {
  /** All that the row says, line by line. */
  text: string
  partsSent: number
  partCount: number
  partsFailed: number
  /** Of its bytes, by the bar; null where the row has none. */
  percent: number | null
}

export async function readRow(page: Page, name: string): Promise<ShownUpload> {
  const row = uploadRow(page, name)
  const text = (await row.allInnerTexts()).join('\n')
  const [, sent = '0', count = '0', failed = '0'] =
    /(\d+) of (\d+) parts?(?:, (\d+) failed)?/.exec(text) ?? []
  const bar = row.getByRole('progressbar')
  const percent = (await bar.count()) === 0 ? null : Number(await bar.getAttribute('aria-valuenow'))
  return { text, partsSent: Number(sent), partCount: Number(count), partsFailed: Number(failed), percent }
}

export async function pressRow(page: Page, name: string, deed: RowDeed): Promise<void> {
  await page.getByRole('button', { name: `${deed}: ${isolated(name)}`, exact: true }).click()
}

/** Something of the menu of a row. */
export async function chooseOfRow(page: Page, name: string, action: string): Promise<void> {
  await uploadRow(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The list that the browser keeps of its uploads; null where there is none. */
export function readRecords(page: Page): Promise<Record<string, unknown>[] | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('uploads') ?? 'null'))
}

/** The newest file of this name, as the API tells it to whoever is signed in on the page. */
export async function fileNamed(page: Page, name: string): Promise<File | undefined> {
  return (await filesNamed(page, name)).at(-1)
}

/** All of this name, oldest first. */
export async function filesNamed(page: Page, name: string): Promise<File[]> {
  const files = await filesFound(page, name)
  return files.filter((file) => file.name === name).reverse()
}

/** The slides that came of files of this name. */
export async function slidesOf(page: Page, name: string): Promise<Slide[]> {
  const ids = new Set((await filesNamed(page, name)).map(({ id }) => id))
  return (await slidesFound(page)).filter(({ file_id }) => ids.has(file_id))
}

/** All values of a figure that fit the labels, together: `figureOf(product, 'cresyl_uploads_ended_total', 'how="stored"')`. */
export async function figureOf(product: Product, name: string, labels = ''): Promise<number> {
  const lines = (await product.metrics()).split('\n')
  const isOfIt = (line: string) => /^\w+/.exec(line)?.[0] === name && line.includes(labels)
  return lines.filter(isOfIt).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
