import { messages } from '@cresyl/contract/api/messages'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/fault-test.ts'
import { makeMarked } from '../support/marked-files.ts'
import { account, signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { filesNamed, readRecords, upload, waitForState } from '../support/upload-steps.ts'

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/uploads')
  await expect(account(page)).toBeVisible()
  return page
}

const interrupted = { state: 'failed', state_message: messages.upload.interrupted }

const namesKept = async (page: Page) => (await readRecords(page))?.map(({ fileName }) => fileName).sort()

test('a second tab leaves the first alone, both together send five parts at once, and one that is reloaded says what it lost', async ({
  page,
  context,
  parts: proxy,
  files,
}) => {
  const first = await makeMarked(files, uniqueFileName('A-first'), 26_300_000)
  const second = await makeMarked(files, uniqueFileName('B-second'), 11_000_000)
  await signInAs(page, 'user', '/uploads')
  proxy.hold()
  await upload(page, [first.path])
  await expect.poll(() => proxy.underWay()).toBe(5)

  const tab = await openTab(context)
  await upload(tab, [second.path])
  await waitForState(tab, second.name, 'Uploading')
  await expect.poll(() => namesKept(tab)).toEqual([first.name, second.name])
  expect(await filesNamed(page, first.name)).toMatchObject([{ state: 'created' }])
  expect(proxy.underWay()).toBe(5)
  proxy.release()

  await waitForState(page, first.name, 'Uploaded')
  await waitForState(tab, second.name, 'Uploaded')
  await expect(tab.getByRole('alert').filter({ hasText: messages.upload.interrupted })).toHaveCount(0)
  for (const { name, hash } of [first, second]) {
    expect(await filesNamed(page, name)).toMatchObject([{ state: 'stored', hash }])
  }
  await tab.close()

  await test.step('a page that is reloaded while parts are sent says so and leaves nothing; the file can be sent again', async () => {
    const name = uniqueFileName('Midway')
    const path = await files.sparse(name, 11_000_000)
    proxy.hold()
    await upload(page, [path])
    await expect.poll(() => proxy.underWay()).toBe(3)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      return dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await expect.poll(() => proxy.underWay()).toBe(0)
    await expect(page.getByRole('alert')).toContainText(`"${name}": ${messages.upload.interrupted}`)
    expect(await filesNamed(page, name)).toMatchObject([interrupted])
    expect(await readRecords(page)).toBeNull()

    proxy.release()
    await upload(page, [path])
    await waitForState(page, name, 'Uploaded')
    expect(await filesNamed(page, name)).toMatchObject([interrupted, { state: 'stored' }])
  })
})

test('a tab that is closed midway ends its own uploads only', { tag: '@long' }, async ({
  page,
  context,
  parts: proxy,
  files,
}) => {
  const closed = await makeMarked(files, uniqueFileName('Closed'), 30_000_000)
  const going = await makeMarked(files, uniqueFileName('Going'), 30_000_000)
  await signInAs(page, 'user', '/uploads')
  proxy.hold()
  await upload(page, [going.path])
  await expect.poll(() => proxy.underWay()).toBe(5)
  const tab = await openTab(context)
  await upload(tab, [closed.path])
  await waitForState(tab, closed.name, 'Uploading')
  await tab.close()

  const next = await openTab(context)
  const toast = next.getByRole('alert')
  await expect(toast).toContainText(`"${closed.name}": ${messages.upload.interrupted}`)
  await expect(toast).not.toContainText(going.name)
  expect(await filesNamed(next, closed.name)).toMatchObject([interrupted])
  expect(await namesKept(next)).toEqual([going.name])
  proxy.release()
  await waitForState(page, going.name, 'Uploaded')
  expect(await filesNamed(page, going.name)).toMatchObject([{ state: 'stored', hash: going.hash }])
})
