import { leftSince, nothingLeft, readLeftovers } from '../support/leftovers.ts'
import { signInAs } from '../support/person.ts'
import type { Product } from '../support/product.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { figureOf, upload, waitForState } from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

async function readFigures(product: Product) {
  return {
    bytes: await figureOf(product, 'cresyl_upload_part_bytes_total'),
    stored: await figureOf(product, 'cresyl_uploads_ended_total', 'how="stored"'),
    addresses: await figureOf(product, 'cresyl_upload_addresses_total'),
  }
}

test('a file arrives whole though every third of its parts fails, and the figures tell how', {
  tag: '@long',
}, async ({ page, product, parts, files, complaints }) => {
  complaints.expect(/500|ERR_/)
  const name = uniqueFileName('Broken')
  const size = 60_000_000
  const path = await files.sparse(name, size)
  const [before, leftBefore, sentBefore] = [
    await readFigures(product),
    await readLeftovers(product),
    parts.parts.length,
  ]
  await signInAs(page, 'user', '/uploads')
  parts.failEvery(3)
  parts.hold()
  await upload(page, [path])
  await expect.poll(() => parts.held()).toBe(5)
  parts.release()
  await waitForState(page, name, 'Uploaded', { timeout: 60_000 })

  const sent = parts.parts.slice(sentBefore)
  expect(sent.filter(({ outcome }) => outcome === 'refused').length).toBeGreaterThan(2)
  expect(parts.mostAtOnce()).toBe(5)
  expect(await leftSince(product, leftBefore)).toEqual(nothingLeft)
  await expect
    .poll(() => readFigures(product))
    .toEqual({
      bytes: before.bytes + size,
      stored: before.stored + 1,
      // One for each try.
      addresses: before.addresses + sent.length,
    })
})
