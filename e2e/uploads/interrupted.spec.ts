import { messages } from '@cresyl/contract/api/messages'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fault-test.ts'
import { holdCall } from '../support/held-call.ts'
import { account, signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { filesNamed, readRecords, upload, waitForState } from '../support/upload-steps.ts'

const interrupted = { state: 'failed', state_message: messages.upload.interrupted }
const sentence = (name: string) => `"${name}": ${messages.upload.interrupted}`

/** Reloads, as a person who reads what the browser asks and goes all the same. */
async function reload(page: Page): Promise<void> {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await expect(account(page)).toBeVisible()
}

async function expectInterrupted(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('alert')).toContainText(sentence(name))
  expect(await filesNamed(page, name)).toMatchObject([interrupted])
  expect(await readRecords(page)).toBeNull()
}

for (const { step, call, word } of [
  { step: 'is announced and not begun', call: '/multipart/init', word: 'Uploading' },
  { step: 'is about to be put together', call: '/multipart/complete', word: 'Finishing' },
] as const) {
  test(`a page that is reloaded while a file ${step} says so and leaves nothing`, { tag: '@long' }, async ({
    page,
    files,
  }) => {
    const name = uniqueFileName('Reloaded')
    await signInAs(page, 'user', '/uploads')
    const held = await holdCall(page, 'POST', call)
    await upload(page, [await files.sparse(name, 6_000_000)])
    await held.made
    await waitForState(page, name, word)
    await reload(page)
    await expectInterrupted(page, name)
  })
}

test('what was put together before the page was reloaded is stored, and is not called interrupted', {
  tag: '@long',
}, async ({ page, files }) => {
  const name = uniqueFileName('Stored')
  await signInAs(page, 'user', '/uploads')
  const complete = await holdCall(page, 'POST', '/multipart/complete')
  await upload(page, [await files.sparse(name, 6_000_000)])
  await complete.carryOut()
  await reload(page)
  await expect.poll(() => readRecords(page)).toBeNull()
  expect(await filesNamed(page, name)).toMatchObject([{ state: 'stored' }])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('nobody is asked when nothing is under way', { tag: '@long' }, async ({ page, files }) => {
  const name = uniqueFileName('Done')
  await signInAs(page, 'user', '/uploads')
  await upload(page, [await files.sparse(name, 3_000_000)])
  await waitForState(page, name, 'Uploaded')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.accept()
  })
  await page.reload()
  await expect(account(page)).toBeVisible()
  expect(asked).toEqual([])
  await expect.poll(() => readRecords(page)).toBeNull()
})
