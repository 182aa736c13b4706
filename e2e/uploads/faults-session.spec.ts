import { uploadLimits } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { expect, test } from '../support/fault-test.ts'
import { readLeftovers } from '../support/leftovers.ts'
import { addPerson, signInWithPassword } from '../support/people.ts'
import { account } from '../support/person.ts'
import type { Product } from '../support/product.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { filesNamed, upload, uploadRow, waitForState } from '../support/upload-steps.ts'

async function changeMember(product: Product, id: string, data: Record<string, unknown>): Promise<void> {
  const reply = await fetch(`${product.origin}/api/users/${id}/`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${await product.tokenOf('admin')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(data),
  })
  expect(reply.status).toBe(200)
}

const interrupted = { state: 'failed', state_message: messages.upload.interrupted }

test('a session that ends midway ends the upload; it is tidied up when the person is back', {
  tag: '@long',
}, async ({ page, parts: proxy, product, files, complaints }) => {
  complaints.expect(/40[01]/)
  const person = await addPerson(product, { role: 'user' })
  const name = uniqueFileName('Session')
  await signInWithPassword(page, person, '/uploads')
  proxy.hold()
  await upload(page, [await files.sparse(name, 60_000_000)])
  await expect.poll(() => proxy.underWay()).toBe(5)
  await changeMember(product, person.id, { disabled: true })
  proxy.release()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('You are no longer a member of this organisation.')).toBeVisible()
  await expect.poll(() => proxy.underWay()).toBe(0)
  // Nobody could say so to the server, which gives it up by itself after a day.
  expect((await readLeftovers(product)).expectedFiles).toContain(name)

  await changeMember(product, person.id, { disabled: false })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(account(page)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(`"${name}": ${messages.upload.interrupted}`)
  expect(await filesNamed(page, name)).toMatchObject([interrupted])
})

test('one who may no longer upload is told so at once', { tag: '@long' }, async ({
  page,
  parts: proxy,
  product,
  files,
  complaints,
}) => {
  complaints.expect(/403/)
  const person = await addPerson(product, { role: 'user' })
  const name = uniqueFileName('Withdrawn')
  await signInWithPassword(page, person, '/uploads')
  proxy.hold()
  await upload(page, [await files.sparse(name, 60_000_000)])
  await expect.poll(() => proxy.underWay()).toBe(5)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/multipart/')) asked.push(request.url())
  })
  await changeMember(product, person.id, { role: 'guest' })
  proxy.release()
  await waitForState(page, name, 'Failed')
  const row = uploadRow(page, name)
  await expect(row).toContainText(messages.upload.signedUrlFailed)
  await expect(row).toContainText('You do not have permission to upload files.')
  // Each part under way asked once more, at most.
  expect(asked.length).toBeLessThanOrEqual(uploadLimits.pool.upload + 1)
  // One who may not upload may not give an upload up, either: that is for the page when they may again.
  expect((await readLeftovers(product)).expectedFiles).toContain(name)

  await changeMember(product, person.id, { role: 'user' })
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(`"${name}": ${messages.upload.interrupted}`)
  expect(await filesNamed(page, name)).toMatchObject([interrupted])
})
