import { nothingLeft, readLeftovers } from './leftovers.ts'
import { openPartProxy } from './part-proxy.ts'
import { signInAs } from './person.ts'
import { freePort, startProduct } from './product.ts'
import { expect, test } from './test.ts'
import { makeUploadFiles, uniqueFileName } from './upload-files.ts'
import { figureOf, fileNamed, upload, uploadRow, waitForState } from './upload-steps.ts'

test('a slide that is dropped on the page is uploaded, read and ready', async ({ page, product }) => {
  const files = await makeUploadFiles()
  const name = uniqueFileName('Lung')
  try {
    const paths = await files.slides([name])
    await signInAs(page, 'user', '/uploads')
    await upload(page, paths)
    await waitForState(page, name, 'Uploaded')
    await expect(uploadRow(page, name).getByText('Ready', { exact: true })).toBeVisible({ timeout: 40_000 })
    const file = await fileNamed(page, name)
    expect(file).toMatchObject({ state: 'stored', reading_state: 'ready', hash: expect.any(String) })
    expect((await readLeftovers(product)).expectedFiles).not.toContain(name)
  } finally {
    await files.remove()
  }
})

test('a file arrives whole though every third of its parts fails', async ({ browser, complaints }) => {
  test.setTimeout(180_000)
  complaints.expect(/500|ERR_/)
  const port = await freePort()
  const proxy = await openPartProxy(port)
  const product = await startProduct({ port, settings: { CRESYL_UPLOAD_ORIGIN: proxy.origin } })
  const files = await makeUploadFiles()
  const context = await browser.newContext({ baseURL: product.origin, locale: 'en-GB' })
  try {
    await complaints.watch(context)
    const page = await context.newPage()
    const name = uniqueFileName('Broken')
    const path = await files.sparse(name, 60_000_000)
    await signInAs(page, 'user', '/uploads')
    proxy.failEvery(3)
    proxy.hold()
    await upload(page, [path])
    await expect.poll(() => proxy.underWay()).toBe(5)
    proxy.release()
    await waitForState(page, name, 'Uploaded', { timeout: 60_000 })

    const refused = proxy.parts.filter(({ outcome }) => outcome === 'refused')
    expect(refused.length).toBeGreaterThan(2)
    expect(proxy.mostAtOnce()).toBe(5)
    expect(await readLeftovers(product)).toEqual(nothingLeft)
    expect(await figureOf(product, 'cresyl_upload_part_bytes_total')).toBe(60_000_000)
    expect(await figureOf(product, 'cresyl_uploads_ended_total', 'how="stored"')).toBe(1)
    // One address for each try.
    expect(await figureOf(product, 'cresyl_upload_addresses_total')).toBe(proxy.parts.length)
  } finally {
    await context.close()
    await product.stop()
    await proxy.close()
    await files.remove()
  }
})
