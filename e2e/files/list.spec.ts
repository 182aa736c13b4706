import { filesTable, searchFiles } from '../support/files-list-steps.ts'
import { isolated } from '../support/isolated.ts'
import { signInAs } from '../support/person.ts'
import { uniqueName } from '../support/project-steps.ts'
import { filesFound } from '../support/stored-files.ts'
import { upload, waitForState } from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

const newMark = () => uniqueName('listed').replace(' ', '-')

test('the details of a file have an address; its SHA-256 can be copied, and it can be read again', {
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
  await details.getByRole('button', { name: 'Copy SHA-256' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(file?.sha256)

  await page.goto(`/uploads?file=${file?.id}`)
  await expect(details.getByRole('heading', { name })).toBeVisible()
  await details.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText(`Reading ${isolated(name)} again.`)).toBeVisible()
  const again = async () => {
    const [now] = await filesFound(page, mark)
    return { isOther: now?.job_id !== file?.job_id, state: now?.reading_state }
  }
  await expect.poll(again, { timeout: 30_000 }).toEqual({ isOther: true, state: 'failed' })
  await expect(details.getByText('Could not be read', { exact: true })).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/uploads')
})
