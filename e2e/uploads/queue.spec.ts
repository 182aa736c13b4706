import { messages } from '@cresyl/contract/api/messages'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fault-test.ts'
import { holdCall } from '../support/held-call.ts'
import { isolated } from '../support/isolated.ts'
import type { PartProxy } from '../support/part-proxy.ts'
import { signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import {
  chooseFiles,
  chooseOfRow,
  draftList,
  dropFiles,
  fileNamed,
  filesNamed,
  pressRow,
  readRow,
  startButton,
  upload,
  uploadList,
  uploadRow,
  waitForState,
} from '../support/upload-steps.ts'

/** In six parts, so that nothing else fits beside it. */
const large = 26_300_000
const small = 2000
const cancelled = { state: 'aborted', state_message: messages.upload.cancelledState }

const partsSent = (page: Page, name: string) => async () => (await readRow(page, name)).partsSent

async function startHeld(page: Page, parts: PartProxy, paths: string[]): Promise<void> {
  await signInAs(page, 'user', '/uploads')
  parts.hold()
  await upload(page, paths)
  await expect.poll(() => parts.held()).toBe(5)
}

test('files go in the order of the queue, by menu and by keyboard; one or all are paused and resumed, or cancelled', async ({
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
    await upload(page, [await files.sparse(first, large), await files.sparse(second, 11_000_000)])
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

  await test.step('one that waits is cancelled before the server hears of it, one that is being sent midway', async () => {
    const [sending, waiting] = [uniqueFileName('Sending'), uniqueFileName('Waiting')]
    parts.hold()
    await upload(page, [await files.sparse(sending, large), await files.sparse(waiting, small)])
    await expect.poll(() => parts.underWay()).toBe(5)
    await waitForState(page, waiting, 'Waiting')
    for (const name of [waiting, sending]) {
      await pressRow(page, name, 'Cancel')
      await waitForState(page, name, 'Upload cancelled')
      await expect(uploadRow(page, name)).toContainText('Nothing was kept.')
    }
    await expect.poll(() => parts.underWay()).toBe(0)
    await expect.poll(() => filesNamed(page, sending)).toMatchObject([cancelled])
    expect(await filesNamed(page, waiting)).toEqual([])

    parts.release()
    await pressRow(page, waiting, 'Upload again')
    await waitForState(page, waiting, 'Uploaded')
    expect(await filesNamed(page, waiting)).toMatchObject([{ state: 'stored' }])
  })
  await test.step('with one that begins goes what the server made of it', async () => {
    const begun = uniqueFileName('Begun')
    const held = await holdCall(page, 'POST', '/multipart/init')
    await upload(page, [await files.sparse(begun, small)])
    await held.made
    await waitForState(page, begun, 'Uploading')
    await pressRow(page, begun, 'Cancel')
    await waitForState(page, begun, 'Upload cancelled')
    await held.pass()
    await expect.poll(() => filesNamed(page, begun)).toMatchObject([cancelled])
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
    ['Size', '25.1 MB'],
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
