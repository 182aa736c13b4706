import type { Page } from '@playwright/test'
import { fileRow, searchFiles } from '../support/files-list-steps.ts'
import { leftSince, nothingLeft, readLeftovers } from '../support/leftovers.ts'
import type { PartProxy } from '../support/part-proxy.ts'
import { account, signInAs, storedKeys } from '../support/person.ts'
import { seedProject, uniqueName } from '../support/project-steps.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { fileNamed, readRow, upload, uploadRow, waitForState } from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

/** In three parts. */
const size = 11_000_000
const open = (page: Page, entry: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry }).click()
const indicator = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Upload/ })

async function begin(page: Page, parts: PartProxy, path: string): Promise<void> {
  parts.hold()
  await upload(page, [path])
  await expect.poll(() => parts.held()).toBe(3)
}

test('uploads go on while one is elsewhere, and nobody closes the tab on them by accident', async ({
  page,
  files,
  parts,
}) => {
  const name = uniqueFileName('Travels')
  await signInAs(page, 'user', '/uploads')
  await expect(indicator(page)).toHaveCount(0)
  await begin(page, parts, await files.sparse(name, size))
  await open(page, 'Model')
  await expect(page.getByRole('heading', { name: 'Model', level: 1 })).toBeVisible()
  await expect(indicator(page)).toHaveAccessibleName(/^Uploading, 0 of 1 file done, /)
  parts.letGo(1)
  await expect(indicator(page)).toHaveAccessibleName(/^Uploading, 0 of 1 file done, \d+%/)
  await indicator(page).click()
  await expect(page).toHaveURL('/uploads')
  await expect.poll(() => readRow(page, name)).toMatchObject({ partsSent: 1, partCount: 3 })

  await open(page, 'Dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  parts.release()
  await expect(page.getByText('1 file uploaded.')).toBeVisible()
  await expect(indicator(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'See uploads' }).click()
  await waitForState(page, name, 'Uploaded')

  await test.step('closing the tab is asked about while something is under way, and only then', async () => {
    const kept = uniqueFileName('Kept')
    await begin(page, parts, await files.sparse(kept, size))
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await waitForState(page, kept, 'Uploading')
    parts.release()
    await waitForState(page, kept, 'Uploaded')

    page.on('dialog', () => expect(false, 'There is nothing to ask about any more.').toBe(true))
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
  })
})

test('signing out asks first, cancels what is under way, and leaves nothing behind', {
  tag: '@long',
}, async ({ page, files, parts, product, openBrowser }) => {
  const name = uniqueFileName('SignedOut')
  const before = await readLeftovers(product)
  await signInAs(page, 'user', '/uploads')
  await begin(page, parts, await files.sparse(name, size))
  const leave = async () => {
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await leave()
  const question = page.getByRole('alertdialog', { name: 'Sign out while files are uploading?' })
  await expect(question).toContainText('1 upload is in progress. Signing out cancels unfinished uploads.')
  await question.getByRole('button', { name: 'Keep uploading' }).click()
  await waitForState(page, name, 'Uploading')

  await leave()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  expect(await storedKeys(page)).toEqual([])
  expect(await leftSince(product, before)).toEqual(nothingLeft)

  const other = await openBrowser()
  await signInAs(other, 'manager')
  expect(await fileNamed(other, name)).toMatchObject({
    state: 'aborted',
    state_message: 'Cancelled by user',
  })
})

test('a second tab goes its own way beside the first, and is told of when one leaves', {
  tag: '@long',
}, async ({ page, context, files, parts }) => {
  const [first, second] = [uniqueFileName('TabOne'), uniqueFileName('TabTwo')]
  await signInAs(page, 'user', '/uploads')
  await begin(page, parts, await files.sparse(first, size))
  const other = await context.newPage()
  await other.goto('/uploads')
  await upload(other, [await files.sparse(second, 2000)])
  await expect.poll(() => parts.held()).toBe(4)

  await test.step('each list shows what the other tab sends, and how far it is', async () => {
    parts.letGo(1)
    await expect.poll(async () => (await readRow(page, first)).partsSent).toBe(1)
    await searchFiles(other, first)
    const row = fileRow(other, first)
    await expect(row).toContainText('In another tab, 33%')
    await searchFiles(page, first)
    await expect(fileRow(page, first)).toContainText('In this tab')
  })

  await other
    .getByRole('banner')
    .getByRole('button', { name: /^Your account/ })
    .click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = other.getByRole('alertdialog')
  await expect(question).toContainText('2 uploads are in progress, some of them in another tab.')
  await question.getByRole('button', { name: 'Keep uploading' }).click()
  parts.release()
  await waitForState(page, first, 'Uploaded')
  await waitForState(other, second, 'Uploaded')
  await expect(uploadRow(page, second)).toHaveCount(0)
})

test('whoever types an address is led away only after the uploads are done', { tag: '@long' }, async ({
  page,
  files,
  parts,
}) => {
  const name = uniqueFileName('Stays')
  await signInAs(page, 'manager', '/uploads')
  const { id } = await seedProject(page, { name: uniqueName('Elsewhere') })
  await begin(page, parts, await files.sparse(name, size))
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.goto(`/project/${id}`).catch(() => {})
  await expect(page).toHaveURL('/uploads')
  await waitForState(page, name, 'Uploading')
  parts.release()
  await waitForState(page, name, 'Uploaded')
})
