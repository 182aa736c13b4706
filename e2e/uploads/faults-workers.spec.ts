import { messages } from '@cresyl/contract/api/messages'
import type { Worker } from '@playwright/test'
import { expect, test } from '../support/fault-test.ts'
import { makeMarked } from '../support/marked-files.ts'
import { signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { filesNamed, pressRow, upload, uploadRow, waitForState } from '../support/upload-steps.ts'

/** As a fault of the code in it does. It may be gone before it can answer. */
async function crash(worker: Worker): Promise<void> {
  const throwSoon = () => {
    setTimeout(() => {
      throw new Error('This worker was meant to crash.')
    })
  }
  await worker.evaluate(throwSoon).catch(() => undefined)
}

test('an upload whose workers crash at every try fails with that reason, and a retry works', {
  tag: '@long',
}, async ({ page, parts: proxy, files }) => {
  const { path, name, hash } = await makeMarked(files, uniqueFileName('Crashes'), 3_000_000)
  await signInAs(page, 'user', '/uploads')
  proxy.hold()
  page.on('worker', crash)
  await upload(page, [path])
  await waitForState(page, name, 'Failed')

  const row = uploadRow(page, name)
  await expect(row).toContainText(messages.upload.chunksFailed(1))
  await expect(row).toContainText(messages.upload.workerCrashed)
  const failed = { state: 'failed', state_message: messages.upload.chunksFailed(1) }
  await expect.poll(() => filesNamed(page, name)).toMatchObject([failed])

  page.off('worker', crash)
  proxy.release()
  await pressRow(page, name, 'Retry')
  await waitForState(page, name, 'Uploaded')
  expect(await filesNamed(page, name)).toMatchObject([failed, { state: 'stored', hash }])
})
