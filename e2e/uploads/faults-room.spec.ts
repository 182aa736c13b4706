import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { errorCatalogue } from '@cresyl/contract/api/errors'
import { findFreePort } from '../../server/src/platform/postgres/free-port.ts'
import { expect, test as faultTest } from '../support/fault-test.ts'
import { openPartProxy } from '../support/part-proxy.ts'
import { addPerson } from '../support/people.ts'
import { signInAs } from '../support/person.ts'
import { type Product, startProduct } from '../support/product.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { filesNamed, pressRow, upload, uploadRow, waitForState } from '../support/upload-steps.ts'

const megabyte = 1024 * 1024
const run = promisify(execFile)

/** A product whose storage has 600 MB: uploads leave 512 of them free. */
const test = faultTest.extend({
  productAndProxy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'cresyl-e2e-room-'))
      await run('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'tmpfs', folder])
      const port = await findFreePort()
      const proxy = await openPartProxy(port)
      const settings = { CRESYL_UPLOAD_ORIGIN: proxy.origin, CRESYL_STORAGE_DIR: folder }
      const product = await startProduct({ port, settings })
      await use({ product, proxy })
      await product.stop()
      await proxy.close()
      await run('umount', [folder])
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Takes so much room, or what there is, until it is given back. */
async function takeRoom({ storageDir }: Product, megabytes = Number.POSITIVE_INFINITY) {
  const path = join(storageDir, 'ballast')
  const file = await open(path, 'w')
  const piece = Buffer.alloc(megabyte)
  try {
    for (let taken = 0; taken < megabytes; taken += 1) await file.writeFile(piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
  return () => rm(path)
}

const full = errorCatalogue.storage_full.message

// Who is not root can't make a storage that is full.
if (process.getuid?.() === 0) {
  // What the disk refuses is tried in disk-faults.test.ts, what the page makes of it in uploader-faults.test.ts.
  test('a file for which there is no room is refused before it is sent; a small one goes on', {
    tag: '@long',
  }, async ({ page, parts: proxy, product, files, complaints }) => {
    complaints.expect(/507/)
    const large = uniqueFileName('NoRoom')
    const small = uniqueFileName('Room')
    const giveBack = await takeRoom(product, 50)
    await signInAs(page, 'user', '/uploads')
    const before = proxy.parts.length
    await upload(page, [await files.sparse(large, 60_000_000)])
    await waitForState(page, large, 'Failed')
    await expect(uploadRow(page, large)).toContainText(full)
    expect(proxy.parts).toHaveLength(before)
    const failed = { state: 'failed', state_message: full }
    await expect.poll(() => filesNamed(page, large)).toMatchObject([failed])
    await upload(page, [await files.sparse(small, 6_000_000)])
    await waitForState(page, small, 'Uploaded')

    await giveBack()
    await pressRow(page, large, 'Retry')
    await waitForState(page, large, 'Uploaded')
    expect(await filesNamed(page, large)).toMatchObject([failed, { state: 'stored' }])
  })

  test('a file whose parts meet a full disk fails with that reason, and a retry works once there is room', {
    tag: '@long',
  }, async ({ page, parts: proxy, product, files }) => {
    const [path = ''] = await files.slides([uniqueFileName('Full')])
    const name = basename(path)
    await signInAs(page, 'user', '/uploads')
    proxy.hold()
    await upload(page, [path])
    await expect.poll(() => proxy.underWay()).toBe(1)
    const giveBack = await takeRoom(product)
    proxy.release()
    await waitForState(page, name, 'Failed')
    await expect(uploadRow(page, name)).toContainText(full)

    await giveBack()
    await pressRow(page, name, 'Retry')
    await waitForState(page, name, 'Uploaded')
    expect(await filesNamed(page, name)).toMatchObject([{ state: 'failed' }, { state: 'stored' }])
    await expect(uploadRow(page, name).getByText('Ready', { exact: true })).toBeVisible()
  })
}

faultTest(
  'a file beyond what the organisation may store is refused, and says so',
  { tag: '@long' },
  async ({ page, product, files, complaints }) => {
    complaints.expect(/507/)
    const { email } = await addPerson(product, { role: 'user', superadmin: true })
    const token = (await product.cli(['token', '--email', email])).trimEnd().split('\n').at(-1)
    const headers = { Authorization: `Bearer ${token}` }
    const { id } = await (await page.request.get('/api/organizations/current', { headers })).json()
    const allow = async (quota_bytes: number | null) => {
      const reply = await page.request.patch(`/api/organizations/${id}/`, { headers, data: { quota_bytes } })
      expect(reply.status()).toBe(200)
    }
    const name = uniqueFileName('Quota')
    await signInAs(page, 'user', '/uploads')
    await allow(1)
    try {
      await upload(page, [await files.sparse(name, 6_000_000)])
      await waitForState(page, name, 'Failed')
      await expect(uploadRow(page, name)).toContainText(errorCatalogue.quota_exceeded.message)
      expect(await filesNamed(page, name)).toEqual([])
    } finally {
      await allow(null)
    }
    await pressRow(page, name, 'Retry')
    await waitForState(page, name, 'Uploaded')
    expect(await filesNamed(page, name)).toMatchObject([{ state: 'stored' }])
  },
)
