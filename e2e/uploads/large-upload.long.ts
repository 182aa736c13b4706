import type { BrowserContext } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nothingLeft, readLeftovers } from '../support/leftovers.ts'
import { makeMarked } from '../support/marked-files.ts'
import { growthDuring } from '../support/memory.ts'
import { openOwnBrowser } from '../support/own-browser.ts'
import { signInAs } from '../support/person.ts'
import { type Product, startProduct } from '../support/product.ts'
import { makeUploadFiles, type UploadFiles } from '../support/upload-files.ts'
import { dropFiles, figureOf, fileNamed, startButton, waitForState } from '../support/upload-steps.ts'

const megabyte = 1024 * 1024
const size = 3 * 1024 * megabyte + 4321
const name = 'three-gigabytes.svs'
const patience = { timeout: 10 * 60_000 }
/** Far below what one file has, far above what garbage collectors leave lying for a while. */
const mostGrowth = 200 * megabyte

let files: UploadFiles
let product: Product
let context: BrowserContext

beforeAll(async () => {
  files = await makeUploadFiles()
  product = await startProduct()
  context = await openOwnBrowser(product.origin)
})

afterAll(async () => {
  await context?.close()
  await product?.stop()
  await files?.remove()
})

test('a file of 3 GB goes from the page to the disk, and neither keeps it in memory', async ({ task }) => {
  const { path, hash } = await makeMarked(files, name, size)
  const page = await context.newPage()
  await signInAs(page, 'user', '/uploads')
  await dropFiles(page, [path])
  await startButton(page).waitFor()

  const began = performance.now()
  const growth = await growthDuring(page, product, async () => {
    await startButton(page).click()
    await waitForState(page, name, 'Uploaded', patience)
  })
  const seconds = (performance.now() - began) / 1000

  const megabytes = Object.fromEntries(
    Object.entries(growth).map(([part, bytes]) => [`${part}GrowthMB`, Math.round(bytes / megabyte)]),
  )
  const figures = { ...megabytes, seconds: Math.round(seconds), MBps: Math.round(size / megabyte / seconds) }
  Object.assign(task.meta, figures)
  console.log('3 GB through the page:', figures)
  for (const bytes of Object.values(growth)) expect(bytes).toBeLessThan(mostGrowth)

  expect(await fileNamed(page, name)).toMatchObject({ state: 'stored', size, hash })
  expect(await figureOf(product, 'cresyl_upload_part_bytes_total')).toBe(size)
  expect(await readLeftovers(product)).toEqual(nothingLeft)
  // There is no slide in it, and that is said.
  await vi.waitUntil(async () => (await fileNamed(page, name))?.reading_state === 'failed', patience)
})
