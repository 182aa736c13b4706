import { fileStatuses } from '@cresyl/contract/files'
import type { Locator, Page } from '@playwright/test'
import { chooseStatus, fileRow, filesTable, searchFiles } from '../support/files-list-steps.ts'
import { insertFiles } from '../support/insert-files.ts'
import { isolated } from '../support/isolated.ts'
import { organizationOf, signInAs } from '../support/person.ts'
import { uniqueName } from '../support/project-steps.ts'
import { filesFound } from '../support/stored-files.ts'
import { upload, waitForState } from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

/** What is being checked is a slide too. */
const withoutSlides = fileStatuses.filter((status) => status !== 'checking')

const newMark = () => uniqueName('listed').replace(' ', '-')

const firstName = (page: Page): Locator => filesTable(page).getByRole('rowheader').first()
const shown = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text, { exact: true })

test('each state of a file is told in words, with the reason where it went wrong', async ({
  page,
  product,
}) => {
  const mark = newMark()
  const messages = { unreadable: 'This is no slide. Export it anew.', failed: '3 chunks failed' }
  await signInAs(page, 'user', '/uploads')
  const rows = withoutSlides.map((status) => ({
    ...{ name: `${status}-${mark}.svs`, size: 5000, status },
    ...(status in messages && { message: messages[status as keyof typeof messages] }),
  }))
  await insertFiles(product, await organizationOf(page), rows)
  await searchFiles(page, mark)
  for (const [status, words] of [
    ['uploading', 'Being uploaded'],
    ['waiting', 'Uploaded: waiting to be read'],
    ['reading', 'Reading'],
    ['ready', 'Ready'],
    ['unreadable', `Could not be read`],
    ['failed', 'Failed'],
    ['cancelled', 'Cancelled'],
  ] as const) {
    await expect(fileRow(page, `${status}-${mark}.svs`).getByText(words, { exact: true })).toBeVisible()
  }
  await expect(fileRow(page, `unreadable-${mark}.svs`)).toContainText(messages.unreadable)
  await expect(fileRow(page, `failed-${mark}.svs`)).toContainText(messages.failed)

  await chooseStatus(page, 'Failed', 'Cancelled')
  await expect(shown(page, '2 files')).toBeVisible()
  await expect(page).toHaveURL(/status=failed(%2C|,)cancelled/)
  await page.getByRole('group', { name: 'Whose files' }).getByRole('button', { name: 'Mine' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all files' }).click()
  await expect(firstName(page)).toBeVisible()
  await expect(page).toHaveURL('/uploads')
})

test('a thousand files are gone through page by page, sorted and searched', { tag: '@long' }, async ({
  page,
  product,
}) => {
  const mark = newMark()
  await signInAs(page, 'user', '/uploads')
  const nameOf = (index: number) => `n${String(index).padStart(4, '0')}-${mark}.svs`
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    name: nameOf(index),
    size: 2000 + ((index * 7919) % 1000) * 1000,
    status: 'ready' as const,
  }))
  await insertFiles(product, await organizationOf(page), rows)
  await searchFiles(page, mark)
  await expect(shown(page, '1–50 of 1,000')).toBeVisible()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(firstName(page)).toHaveText(nameOf(0))
  await expect(filesTable(page).getByRole('rowheader')).toHaveCount(50)

  const pages = page.getByRole('navigation', { name: 'Pages of files' })
  await pages.getByRole('button', { name: 'Go to page 20' }).click()
  await expect(shown(page, '951–1,000 of 1,000')).toBeVisible()
  await expect(filesTable(page).getByRole('rowheader').last()).toHaveText(nameOf(999))
  await page.reload()
  await expect(filesTable(page).getByRole('rowheader').last()).toHaveText(nameOf(999))
  await page.goBack()
  await expect(shown(page, '1–50 of 1,000')).toBeVisible()

  await page.getByRole('button', { name: 'Size', exact: true }).click()
  const largest = rows.reduce((one, other) => (other.size > one.size ? other : one))
  await expect(firstName(page)).toHaveText(largest.name)
  await page.getByRole('button', { name: 'Size', exact: true }).click()
  await expect(firstName(page)).toHaveText(nameOf(0))
  await searchFiles(page, nameOf(999))
  await expect(shown(page, '1 file')).toBeVisible()
  await expect(firstName(page)).toHaveText(nameOf(999))
})

test('the details of a file have an address; its hash can be copied, and it can be read again', {
  tag: '@long',
}, async ({ page, context, files }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const mark = newMark()
  const name = `detailed-${mark}.svs`
  await signInAs(page, 'user', '/uploads')
  await upload(page, [await files.sparse(name, 6_000_000)])
  await waitForState(page, name, 'Uploaded')
  await expect.poll(async () => (await filesFound(page, mark))[0]?.reading_state).toBe('failed')
  const [file] = await filesFound(page, mark)
  await searchFiles(page, mark)
  await filesTable(page).getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`[?&]file=${file?.id}`))

  const details = page.getByRole('dialog', { name: 'File' })
  await expect(details.getByRole('heading', { name })).toBeVisible()
  await expect(details).toContainText('5.7 MB (6,000,000 bytes)')
  await expect(details).toContainText(file?.reading_message ?? 'a reason')
  await expect(details).toContainText('Yuki Tanaka')
  await details.getByRole('button', { name: 'Copy the hash' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(file?.hash)

  await page.goto(`/uploads?file=${file?.id}`)
  await expect(details.getByRole('heading', { name })).toBeVisible()
  await details.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText(`${isolated(name)} is read again.`)).toBeVisible()
  const again = async () => {
    const [now] = await filesFound(page, mark)
    return { isOther: now?.job_id !== file?.job_id, state: now?.reading_state }
  }
  await expect.poll(again, { timeout: 30_000 }).toEqual({ isOther: true, state: 'failed' })
  await expect(details.getByText('Could not be read', { exact: true })).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/uploads')
})
