import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { serverAway } from '../support/complaints.ts'
import { expect, test } from '../support/fault-test.ts'
import { holdCall } from '../support/held-call.ts'
import { makeMarked } from '../support/marked-files.ts'
import { signInAs } from '../support/person.ts'
import type { Product } from '../support/product.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { filesNamed, readRow, slidesOf, upload, uploadRow, waitForState } from '../support/upload-steps.ts'

const waiting = 'The server can’t be reached. Uploading continues automatically.'

// Without a server the same is tried in uploader-faults.test.ts, and without a network in record.spec.ts.
test('an upload goes on by itself when the server was killed midway and is back', { tag: '@long' }, async ({
  page,
  parts: proxy,
  product,
  files,
  complaints,
}) => {
  complaints.expect(serverAway)
  const { path, name, size, hash } = await makeMarked(files, uniqueFileName('Killed'), 40_000_000)
  await signInAs(page, 'user', '/uploads')
  proxy.hold()
  await upload(page, [path])
  await expect.poll(proxy.held).toBeGreaterThan(2)
  proxy.letGo(2)
  await expect.poll(async () => (await readRow(page, name)).partsSent).toBe(2)
  await product.kill()
  proxy.release()
  await waitForState(page, name, 'Waiting for the connection')
  await expect(page.getByText(waiting)).toBeVisible()
  const { partsFailed } = await readRow(page, name)
  expect(partsFailed).toBe(0)

  await product.start()
  await waitForState(page, name, 'Uploaded')
  expect(await filesNamed(page, name)).toMatchObject([{ state: 'stored', size, hash }])
})

/** The slide is there once, and the person was told of nothing worse than a lost connection. */
async function expectOneSlide(page: Page, name: string): Promise<void> {
  await waitForState(page, name, 'Uploaded')
  await expect(uploadRow(page, name).getByText('Ready', { exact: true })).toBeVisible()
  expect(await filesNamed(page, name)).toMatchObject([{ state: 'stored', reading_state: 'ready' }])
  expect(await slidesOf(page, name)).toHaveLength(1)
}

/** `while`: somewhere between the question and the answer. `after`: everything was done, and nobody heard of it. */
const kills = {
  while: async (complete: { carryOut(): Promise<void> }, product: Product) => {
    const answered = complete.carryOut().catch(() => undefined)
    await product.kill()
    await answered
  },
  after: async (complete: { carryOut(): Promise<void> }, product: Product) => {
    await complete.carryOut()
    await product.kill()
  },
}

for (const [when, kill] of Object.entries(kills)) {
  test(`one slide comes of a file when the server is killed ${when} it is put together`, {
    tag: '@long',
  }, async ({ page, product, files, complaints }) => {
    complaints.expect(serverAway)
    const [path = ''] = await files.slides([uniqueFileName('Finished')])
    const name = basename(path)
    await signInAs(page, 'user', '/uploads')
    const complete = await holdCall(page, 'POST', '/multipart/complete')
    await upload(page, [path])
    await complete.made
    await waitForState(page, name, 'Finishing')
    await kill(complete, product)
    await complete.lose()
    await waitForState(page, name, 'Waiting for the connection')
    await product.start()
    await expectOneSlide(page, name)
  })
}

test('an upload goes on by itself after ten seconds without a network', { tag: '@long' }, async ({
  page,
  context,
  parts: proxy,
  files,
}) => {
  const { path, name, size, hash } = await makeMarked(files, uniqueFileName('Offline'), 60_000_000)
  await page.clock.install()
  await signInAs(page, 'user', '/uploads')
  proxy.limit(20_000_000)
  await upload(page, [path])
  await expect.poll(async () => (await readRow(page, name)).partsSent).toBeGreaterThan(1)
  await context.setOffline(true)
  // What was under way when a cable is pulled ends, too.
  proxy.cutOff()
  await waitForState(page, name, 'Waiting for the connection')
  await expect(page.getByText(waiting)).toBeVisible()
  // Longer than all tries of a part together.
  await page.clock.fastForward(10_000)

  proxy.limit(null)
  proxy.restore()
  await context.setOffline(false)
  await waitForState(page, name, 'Uploaded')
  expect((await readRow(page, name)).partsFailed).toBe(0)
  expect(await filesNamed(page, name)).toMatchObject([{ state: 'stored', size, hash }])
})
