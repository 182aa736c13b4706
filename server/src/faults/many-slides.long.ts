import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSlide } from '@cresyl/slides'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRealSlide } from '../domain/slides/test-support/real-slides.ts'
import {
  childPid,
  isReady,
  issueToken,
  makeProductPlace,
  type Product,
  type ProductPlace,
  startProduct,
  stopProduct,
} from '../test-product.ts'
import { type Beside, openBeside } from './test-product-load.ts'
import {
  childrenOf,
  openFiles,
  openSlideClient,
  residentMegabytes,
  type SlideClient,
  tilePath,
} from './test-slide-client.ts'

const count = 500

let place: ProductPlace
let product: Product
let beside: Beside
let client: SlideClient

beforeAll(async () => {
  place = await makeProductPlace({ CRESYL_DEMO: 'true', CRESYL_DECODE_PROCESSES: '2' })
  product = await startProduct(place)
  expect(isReady(product), JSON.stringify(product.messages)).toBe(true)
  beside = await openBeside(place)
  client = openSlideClient(product.origin, await issueToken(place), 8)
})

afterAll(async () => {
  client.close()
  await beside.close()
  await stopProduct(product)
  await place.remove()
})

test('five hundred slides, each a file of its own, are open at once within bounded memory and files', async () => {
  const folder = join(place.dataDir, 'many')
  await mkdir(folder)
  const made = join(place.dataDir, 'made.tiff')
  await makeSlide(made, { stain: 'he', seed: 3, width: 300, height: 280 })
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const path = join(folder, `slide-${n}.tiff`)
    await copyFile(made, path)
    const added = await addRealSlide(beside.context, beside.organizationId, path, { origin: 'import' })
    ids.push(added.imageId)
  }

  const api = await childPid(place, 'api')
  const look = async () => {
    client.token = await issueToken(place)
    const statuses: Record<string, number> = {}
    await Promise.all(
      ids.flatMap((id) =>
        ['', '?format=png'].map(async (way) => {
          const { status } = await client.ask(tilePath(id, '0/0/0', way))
          statuses[status] = (statuses[status] ?? 0) + 1
        }),
      ),
    )
    return statuses
  }
  const measure = async () => ({
    api: Math.round(await residentMegabytes(api)),
    children: await Promise.all(
      (await childrenOf(api)).map(async (pid) => Math.round(await residentMegabytes(pid))),
    ),
    files: await openFiles(api),
    childFiles: await Promise.all((await childrenOf(api)).map(openFiles)),
  })
  const before = await measure()
  expect(await look()).toEqual({ 200: 2 * count })
  const open = await measure()
  const figures = await (await fetch(`${product.origin}/metrics`)).text()
  for (let round = 0; round < 3; round += 1) expect(await look()).toEqual({ 200: 2 * count })
  const later = await measure()
  console.log(JSON.stringify({ before, open, later }), figures.match(/^cresyl_open_slides.*$/gm))
  expect(later.api - open.api).toBeLessThan(32)
  expect(open.api - before.api).toBeLessThan(400)
  expect(later.files).toBeLessThan(count + 200)
  for (const files of later.childFiles) expect(files).toBeLessThan(count + 100)
})
