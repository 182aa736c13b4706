import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { messages } from '@cresyl/contract/api/messages'
import type { BrowserContext, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findFreePort } from '../../server/src/platform/postgres/free-port.ts'
import {
  type BrowserBucket,
  makeBrowserBucket,
} from '../../server/src/platform/storage/test-support/browser-bucket.ts'
import { testS3Server } from '../../server/src/platform/storage/test-support/test-s3-server.ts'
import { readLeftovers } from '../support/leftovers.ts'
import { openOwnBrowser } from '../support/own-browser.ts'
import { openPartProxy, type PartProxy } from '../support/part-proxy.ts'
import { accessToken, signInAs } from '../support/person.ts'
import { type Product, startProduct } from '../support/product.ts'
import { makeUploadFiles, type UploadFiles, uniqueFileName } from '../support/upload-files.ts'
import { figureOf, fileNamed, pressRow, readRecords, upload, waitForState } from '../support/upload-steps.ts'

const patience = { timeout: 120_000, interval: 250 }

let files: UploadFiles
let proxy: PartProxy
let bucket: BrowserBucket
let product: Product
let context: BrowserContext
let page: Page

beforeAll(async () => {
  files = await makeUploadFiles()
  const server = testS3Server()
  proxy = await openPartProxy(Number(new URL(server.endpoint).port))
  const port = await findFreePort()
  bucket = await makeBrowserBucket(server, { origin: `http://localhost:${port}`, endpoint: proxy.origin })
  product = await startProduct({ port, settings: bucket.settings })
  context = await openOwnBrowser(product.origin)
  page = await context.newPage()
  await signInAs(page, 'admin', '/uploads')
})

afterAll(async () => {
  await context?.close()
  await product?.stop()
  bucket?.close()
  await proxy?.close()
  await files?.remove()
})

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function download(id: string): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.get(`/api/files/${id}/download-url/`, { headers })
  const { url } = await reply.json()
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}

/** Begins to send a file of a dozen parts, and stops when five of them are under way. */
async function uploadHalf(name: string): Promise<void> {
  proxy.hold()
  await upload(page, [await files.sparse(name, 60_000_000)])
  await vi.waitUntil(() => proxy.underWay() === 5, patience)
  expect(await bucket.unfinishedUploads()).toHaveLength(1)
}

describe('a page whose files go to a bucket', () => {
  test('sends several at once, which are stored whole and read', async () => {
    const paths = await files.slides(['Lung', 'Colon', 'Skin'].map((organ) => uniqueFileName(organ)))
    const large = await files.sparse(uniqueFileName('Large', 'svs'), 60_000_000)
    await upload(page, [...paths, large])
    for (const path of [...paths, large]) await waitForState(page, basename(path), 'Uploaded', patience)
    for (const path of paths) {
      const file = await vi.waitUntil(async () => {
        const found = await fileNamed(page, basename(path))
        return found?.reading_state === 'ready' ? found : undefined
      }, patience)
      expect(digest(await download(file.id))).toBe(digest(await readFile(path)))
    }
    const stored = await fileNamed(page, basename(large))
    expect(digest(await download(stored?.id ?? ''))).toBe(digest(await readFile(large)))
    expect(proxy.mostAtOnce()).toBeLessThanOrEqual(5)
    expect(await bucket.unfinishedUploads()).toEqual([])
  })

  test('has parts sent again that fail', async () => {
    const name = uniqueFileName('Failing', 'svs')
    proxy.failEvery(4)
    await upload(page, [await files.sparse(name, 60_000_000)])
    await waitForState(page, name, 'Uploaded', patience)
    proxy.failEvery(0)
    expect(proxy.parts.filter(({ outcome }) => outcome === 'refused').length).toBeGreaterThan(2)
    expect(await fileNamed(page, name)).toMatchObject({ state: 'stored' })
    expect(await bucket.unfinishedUploads()).toEqual([])
  })

  test('leaves nothing in the bucket when an upload is cancelled midway', async () => {
    const name = uniqueFileName('Cancelled', 'svs')
    await uploadHalf(name)
    await pressRow(page, name, 'Cancel')
    await waitForState(page, name, 'Upload cancelled')
    proxy.release()
    await vi.waitUntil(async () => (await fileNamed(page, name))?.state === 'aborted', patience)
    expect(await fileNamed(page, name)).toMatchObject({ state_message: messages.upload.cancelledState })
    expect(await bucket.unfinishedUploads()).toEqual([])
  })

  test('leaves nothing in the bucket when it is reloaded midway, and says that it was interrupted', async () => {
    const name = uniqueFileName('Reloaded', 'svs')
    await uploadHalf(name)
    await page.reload()
    proxy.release()
    await vi.waitUntil(async () => (await fileNamed(page, name))?.state === 'failed', patience)
    expect(await fileNamed(page, name)).toMatchObject({ state_message: messages.upload.interrupted })
    await vi.waitUntil(async () => (await readRecords(page)) === null, patience)
    expect(await bucket.unfinishedUploads()).toEqual([])
    expect(await readLeftovers(product)).toMatchObject({ expectedFiles: [], openUploads: [] })
  })

  test('is counted by the addresses that it was given, for its parts go past the server', async ({
    task,
  }) => {
    const addresses = await figureOf(product, 'cresyl_upload_addresses_total')
    expect(addresses).toBeGreaterThan(30)
    expect(await figureOf(product, 'cresyl_upload_part_seconds_count')).toBe(0)
    const ends = ['stored', 'aborted', 'interrupted', 'failed'].map((how) =>
      figureOf(product, 'cresyl_uploads_ended_total', `how="${how}"`),
    )
    expect(await Promise.all(ends)).toEqual([5, 1, 1, 0])
    Object.assign(task.meta, { addresses, parts: proxy.parts.length })
  })
})
