import { messages } from '@cresyl/contract/api/messages'
import { expect, test } from '../support/fault-test.ts'
import { makeMarked } from '../support/marked-files.ts'
import { signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import {
  figureOf,
  filesNamed,
  pressRow,
  slidesOf,
  upload,
  uploadRow,
  waitForState,
} from '../support/upload-steps.ts'

for (const { fault, outcome, what } of [
  { fault: 'refuse', outcome: 'refused', what: 'is refused' },
  { fault: 'cut', outcome: 'cut', what: 'breaks off half-way' },
] as const) {
  test(`files arrive whole though every third part ${what}`, {
    tag: fault === 'cut' ? '@long' : [],
  }, async ({ page, parts: proxy, product, files }) => {
    const [slide = ''] = await files.slides([uniqueFileName('Lung')])
    const large = await makeMarked(files, uniqueFileName('Large'), 21_000_000)
    const small = await makeMarked(files, uniqueFileName('Small'), 6_000_000)
    await signInAs(page, 'user', '/uploads')
    const before = proxy.parts.length
    const addresses = await figureOf(product, 'cresyl_upload_addresses_total')
    proxy.failEvery(3, fault)
    await upload(page, [large.path, small.path, slide])

    const names = [large.name, small.name, slide.split('/').at(-1) ?? '']
    for (const name of names) await waitForState(page, name, 'Uploaded')
    for (const { name, size, hash } of [large, small]) {
      expect(await filesNamed(page, name)).toMatchObject([{ state: 'stored', size, hash }])
    }
    const parts = proxy.parts.slice(before)
    expect(parts.filter((part) => part.outcome === outcome).length).toBeGreaterThanOrEqual(2)
    // Each try has an address of its own. What breaks off on a connection that was used before, the browser itself
    // sends once more, to the same.
    const used = new Set(parts.map(({ signature }) => signature))
    expect(used.size).toBe((await figureOf(product, 'cresyl_upload_addresses_total')) - addresses)
    if (fault === 'refuse') expect(used.size).toBe(parts.length)
    const row = uploadRow(page, names[2] ?? '')
    await expect(row.getByText('Ready', { exact: true })).toBeVisible()
    expect(await slidesOf(page, names[2] ?? '')).toHaveLength(1)
  })
}

test('a part that never arrives ends its file with the reason; the others go on, and a retry works', {
  tag: '@long',
}, async ({ page, parts: proxy, files }) => {
  const broken = await makeMarked(files, uniqueFileName('Broken'), 60_000_000)
  const other = await makeMarked(files, uniqueFileName('Other'), 12_000_000)
  await signInAs(page, 'user', '/uploads')
  const before = proxy.parts.length
  proxy.failWhen(({ number }) => number === 9)
  await upload(page, [broken.path, other.path])
  await waitForState(page, other.name, 'Uploaded')
  await waitForState(page, broken.name, 'Failed')

  const row = uploadRow(page, broken.name)
  await expect(row).toContainText(messages.upload.chunksFailed(1))
  await expect(row).toContainText('This part was not meant to arrive.')
  const failed = { state: 'failed', state_message: messages.upload.chunksFailed(1) }
  await expect.poll(() => filesNamed(page, broken.name)).toMatchObject([failed])
  const tries = proxy.parts.slice(before).filter(({ number }) => number === 9)
  expect(tries.map(({ status }) => status)).toEqual([500, 500, 500, 500])
  expect(new Set(tries.map(({ signature }) => signature)).size).toBe(4)

  proxy.failEvery(0)
  await pressRow(page, broken.name, 'Retry')
  await waitForState(page, broken.name, 'Uploaded')
  const { size, hash } = broken
  expect(await filesNamed(page, broken.name)).toMatchObject([failed, { state: 'stored', size, hash }])
  expect(await filesNamed(page, other.name)).toMatchObject([{ state: 'stored', hash: other.hash }])
})
