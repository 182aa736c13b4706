import { searchFiles } from '../support/files-list-steps.ts'
import { signInAs } from '../support/person.ts'
import { uniqueName } from '../support/project-steps.ts'
import { filesFound } from '../support/stored-files.ts'
import {
  chooseFolder,
  draftList,
  dropFiles,
  showRow,
  startButton,
  uploadList,
} from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

const count = 200
/** As many as can be in sight, with some above and below. */
const mostRows = 40

test('two hundred files stay easy to handle: only rows in sight are drawn, each can be found', {
  tag: '@long',
}, async ({ page, files, parts }) => {
  const mark = uniqueName('long').replace(' ', '-')
  const nameOf = (index: number) => `n${String(index).padStart(3, '0')}-${mark}.svs`
  const sizes = Array.from({ length: count }, (_, index) => [`tray-${mark}/${nameOf(index)}`, 1500] as const)
  const folder = await files.tree(Object.fromEntries(sizes))
  await signInAs(page, 'user', '/uploads')
  parts.hold()
  await dropFiles(page, [folder])
  await expect(page.getByText('200 files, all ready to upload')).toBeVisible()
  expect(await draftList(page).getByRole('listitem').count()).toBeLessThan(mostRows)
  await chooseFolder(page, folder)
  await expect(page.getByText('200 files are already in the list and were not added again.')).toBeVisible()

  await startButton(page).click()
  await expect.poll(() => parts.held()).toBe(5)
  const rows = uploadList(page).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(mostRows)
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(count))
  const last = await showRow(page, nameOf(count - 1))
  await expect(last.getByText('Waiting', { exact: true })).toBeVisible()

  await test.step('what is under way can be looked at alone', async () => {
    await page.getByRole('button', { name: 'In progress (200)' }).click()
    parts.letGo(1)
    await expect(page.getByRole('button', { name: 'Uploaded (1)' })).toBeVisible()
    await page.getByRole('button', { name: 'Uploaded (1)' }).click()
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: 'All (200)' }).click()
  })

  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all uploads' }).click()
  await expect(page.getByText(/199 cancelled/)).toBeVisible()
  expect(await rows.count()).toBeLessThan(mostRows)
  await searchFiles(page, mark)
  // What had not begun was never announced.
  const announced = async () => (await filesFound(page, mark)).map(({ state }) => state).sort()
  await expect.poll(announced).toEqual([...Array(5).fill('aborted'), 'stored'])
})
