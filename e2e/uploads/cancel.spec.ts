import { messages } from '@cresyl/contract/api/messages'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fault-test.ts'
import { holdCall } from '../support/held-call.ts'
import { signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { filesNamed, pressRow, upload, uploadRow, waitForState } from '../support/upload-steps.ts'

const cancelled = { state: 'aborted', state_message: messages.upload.cancelledState }

/** Cancels and sees that it is said at once, and not as a failure. */
async function cancel(page: Page, name: string): Promise<void> {
  await pressRow(page, name, 'Cancel')
  await waitForState(page, name, 'Upload cancelled')
  await expect(uploadRow(page, name)).toContainText('Nothing was kept.')
}

test('one that is being announced is cancelled, and so is what the server made of it', {
  tag: '@long',
}, async ({ page, files }) => {
  const name = uniqueFileName('Announced')
  await signInAs(page, 'user', '/uploads')
  const held = await holdCall(page, 'POST', '/api/files')
  await upload(page, [await files.sparse(name, 6_000_000)])
  await held.made
  await waitForState(page, name, 'Starting')
  await cancel(page, name)
  await held.pass()
  await expect.poll(() => filesNamed(page, name)).toMatchObject([cancelled])
})

test('one that waits to send a part again is cancelled', { tag: '@long' }, async ({
  page,
  parts: proxy,
  files,
}) => {
  const name = uniqueFileName('Again')
  await signInAs(page, 'user', '/uploads')
  const before = proxy.parts.length
  proxy.failEvery(1)
  await upload(page, [await files.sparse(name, 3_000_000)])
  await expect.poll(() => proxy.parts.slice(before).map(({ outcome }) => outcome)).toContain('refused')
  await cancel(page, name)
  await expect.poll(() => filesNamed(page, name)).toMatchObject([cancelled])
})

test('one that is being put together is stored where the server was quicker', { tag: '@long' }, async ({
  page,
  files,
}) => {
  const name = uniqueFileName('Late')
  await signInAs(page, 'user', '/uploads')
  const complete = await holdCall(page, 'POST', '/multipart/complete')
  await upload(page, [await files.sparse(name, 6_000_000)])
  await complete.made
  await waitForState(page, name, 'Finishing')
  await pressRow(page, name, 'Cancel')
  await complete.pass()
  await waitForState(page, name, 'Uploaded')
  const stored = { state: 'stored', state_message: messages.upload.completedState }
  expect(await filesNamed(page, name)).toMatchObject([stored])
})

test('one that is being put together is cancelled where the server has not begun', { tag: '@long' }, async ({
  page,
  files,
}) => {
  const name = uniqueFileName('InTime')
  await signInAs(page, 'user', '/uploads')
  const complete = await holdCall(page, 'POST', '/multipart/complete')
  await upload(page, [await files.sparse(name, 6_000_000)])
  await complete.made
  await pressRow(page, name, 'Cancel')
  await complete.lose()
  await waitForState(page, name, 'Upload cancelled')
  await expect.poll(() => filesNamed(page, name)).toMatchObject([cancelled])
})
