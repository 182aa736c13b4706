import type { Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import type { PartProxy } from '../support/part-proxy.ts'
import { accessToken, signInAs } from '../support/person.ts'
import { seedProject, uniqueName } from '../support/project-steps.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import {
  chooseFiles,
  chooseOfRow,
  draftList,
  dropFiles,
  fileNamed,
  pressRow,
  readRow,
  startButton,
  upload,
  uploadList,
  uploadRow,
  waitForState,
} from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

/** In six parts, so that nothing else fits beside it. */
const large = 30_000_000
const small = 2000

const partsSent = (page: Page, name: string) => async () => (await readRow(page, name)).partsSent

async function startHeld(page: Page, parts: PartProxy, paths: string[]): Promise<void> {
  await signInAs(page, 'user', '/uploads')
  parts.hold()
  await upload(page, paths)
  await expect.poll(() => parts.held()).toBe(5)
}

test('files go in the order of the queue, by menu and by keyboard; one or all are paused and resumed', async ({
  page,
  files,
  parts,
}) => {
  const names = ['A', 'B', 'C', 'D'].map((start) => uniqueFileName(start))
  const [a = '', b = '', c = '', d = ''] = names
  await signInAs(page, 'user', '/uploads')
  parts.hold()
  await dropFiles(page, await Promise.all([b, c, d].map((name) => files.sparse(name, small))))
  await chooseFiles(page, [await files.sparse(a, large)])
  await expect(draftList(page).getByRole('listitem')).toHaveCount(4)
  await chooseOfRow(page, a, 'Move to the top')
  await expect(draftList(page).getByRole('listitem').first()).toContainText(a)
  await startButton(page).click()
  await expect.poll(() => parts.held()).toBe(5)

  const handle = page.getByRole('button', { name: `Order of ${isolated(d)}: drag, or use the arrow keys` })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(`${isolated(d)}: place 3 of 4`)).toBeAttached()
  await expect(handle).toBeFocused()
  await page.keyboard.press('ArrowUp')
  const order = () =>
    uploadList(page)
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((row) => row.querySelector('[title]')?.getAttribute('title')))
  await expect.poll(order).toEqual([a, d, b, c])

  parts.letGo(2)
  await waitForState(page, d, 'Uploading')
  for (const name of [b, c]) await waitForState(page, name, 'Waiting')
  parts.release()
  await expect(page.getByRole('heading', { name: '4 of 4 files uploaded' })).toBeVisible()

  await test.step('one is paused while others go on, and all are paused and resumed together', async () => {
    const [first, second] = [uniqueFileName('First'), uniqueFileName('Second')]
    parts.hold()
    await upload(page, [await files.sparse(first, large), await files.sparse(second, 12_000_000)])
    await expect.poll(() => parts.held()).toBe(5)
    await waitForState(page, second, 'Waiting')
    await pressRow(page, first, 'Pause')
    await waitForState(page, first, 'Paused')
    // What was under way still arrives; nothing more of it is sent.
    parts.letGo(5)
    await expect.poll(partsSent(page, first)).toBe(5)
    await waitForState(page, second, 'Uploading')
    await expect.poll(() => parts.held()).toBe(3)
    await waitForState(page, first, 'Paused')

    await page.getByRole('button', { name: 'Pause all' }).click()
    await waitForState(page, second, 'Paused')
    await expect(page.getByRole('button', { name: 'Pause all' })).toBeHidden()
    await pressRow(page, first, 'Resume')
    await expect.poll(() => parts.held()).toBe(4)
    await page.getByRole('button', { name: 'Resume all' }).click()
    parts.release()
    for (const name of [first, second]) await waitForState(page, name, 'Uploaded')
    await expect(page.getByRole('heading', { name: '6 of 6 files uploaded' })).toBeVisible()
  })
})

test('a failed upload says what to do, stays until it is dismissed, and can be tried again', async ({
  page,
  files,
  complaints,
}) => {
  complaints.expect(/409/)
  const [name, other] = [uniqueFileName('Fails'), uniqueFileName('Fine')]
  await signInAs(page, 'manager', '/uploads')
  const project = await seedProject(page, { name: uniqueName('Archived meanwhile') })
  const setArchived = async (archived: boolean) => {
    const headers = { Authorization: `Bearer ${await accessToken(page)}` }
    const reply = await page.request.patch(`/api/projects/${project.id}/`, { headers, data: { archived } })
    expect(reply.status()).toBe(200)
  }
  await dropFiles(page, [await files.sparse(name, small)])
  const forAll = page.getByRole('group', { name: 'For all new files' })
  await forAll.getByRole('combobox', { name: 'Project' }).fill(project.name)
  await page.getByRole('option', { name: project.name, exact: true }).click()
  await setArchived(true)
  await startButton(page).click()
  await waitForState(page, name, 'Failed')
  await expect(uploadRow(page, name)).toContainText('This project is archived and takes no more slides.')
  await expect(uploadRow(page, name)).toContainText('Retry. If it fails again')
  await expect(page.getByText('1 failed', { exact: true })).toBeVisible()

  await setArchived(false)
  await pressRow(page, name, 'Retry')
  await waitForState(page, name, 'Uploaded')
  expect(await fileNamed(page, name)).toMatchObject({ state: 'stored', project_id: project.id })

  await test.step('what is finished is cleared, what failed stays', async () => {
    await setArchived(true)
    await upload(page, [await files.sparse(other, small)])
    await waitForState(page, other, 'Failed')
    await page.getByRole('button', { name: 'Clear finished' }).click()
    await expect(uploadList(page).getByRole('listitem')).toHaveCount(1)
    await pressRow(page, other, 'Dismiss')
    await expect(page.getByRole('heading', { name: 'Drop scan files or folders here' })).toBeVisible()
  })
})

test('the details tell all that is known, with the recommended concurrency', { tag: '@long' }, async ({
  page,
  files,
  parts,
}) => {
  const name = uniqueFileName('Told')
  await startHeld(page, parts, [await files.sparse(name, large)])
  parts.letGo(1)
  await expect.poll(partsSent(page, name)).toBe(1)
  const { id } = (await fileNamed(page, name)) ?? {}
  await chooseOfRow(page, name, 'Details')
  const dialog = page.getByRole('dialog', { name: 'Upload details' })
  for (const [term, value] of [
    ['Name', name],
    ['Size', '28.6 MB'],
    ['State', 'Uploading'],
    ['Parts', '1 of 6 parts'],
    ['Part size', '5 MB'],
    ['Recommended concurrency', '3 parts at once'],
    ['File id', id ?? ''],
  ] as const) {
    const told = dialog.getByText(term, { exact: true }).locator('xpath=following-sibling::dd[1]')
    await expect(told).toHaveText(value)
  }
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('button', { name: 'Keep uploading' }).click()
  await waitForState(page, name, 'Uploading')
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all uploads' }).click()
  await waitForState(page, name, 'Upload cancelled')
  await expect.poll(() => fileNamed(page, name)).toMatchObject({ state: 'aborted' })
})
