import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeSlide } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { largestDifference, readPng } from '../http/test-support/read-png.ts'
import { openS3Proxy, type S3Proxy } from '../platform/storage/test-support/test-s3-proxy.ts'
import { testS3Server } from '../platform/storage/test-support/test-s3-server.ts'
import { childPid, issueToken, type Product, type ProductPlace, stopProduct } from '../test-product.ts'
import { startBucketProduct } from './test-bucket-product.ts'

const samplesFolder = process.env.CRESYL_SAMPLES
const patience = { timeout: 180_000, interval: 250 }

let proxy: S3Proxy
let place: ProductPlace
let product: Product
let token: string

beforeAll(async () => {
  proxy = await openS3Proxy(testS3Server())
  const started = await startBucketProduct(proxy.server)
  place = started.place
  product = started.product
  token = await issueToken(place)
})

afterAll(async () => {
  await stopProduct(product)
  await place.remove()
  await proxy.close()
})

async function ask(path: string, options: { method?: string; body?: unknown } = {}) {
  const { method = 'GET', body } = options
  const reply = await fetch(`${product.origin}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await reply.arrayBuffer())
  const isJson = reply.headers.get('content-type')?.includes('json')
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  return { status: reply.status, bytes, json: isJson ? (JSON.parse(bytes.toString()) as any) : null }
}

/** As the browser does: announced, sent in parts straight to the bucket, read. Resolves with the id of its image. */
async function upload(path: string): Promise<string> {
  const content = await readFile(path)
  const name = `${basename(path).replaceAll(/\.(?=.*\.)/g, '-')}`
  const media_type = name.split('.').at(-1)
  const created = await ask('files/', { method: 'POST', body: { name, media_type, size: content.length } })
  expect(created.status, created.bytes.toString()).toBe(201)
  const { id } = created.json
  const { json: plan } = await ask(`files/${id}/multipart/init/`, { method: 'POST' })
  const parts: { PartNumber: number; ETag: string }[] = []
  for (let number = 1; number <= plan.part_count; number += 1) {
    const { json } = await ask(`files/${id}/multipart/part-url/?partNumber=${number}`)
    const body = content.subarray((number - 1) * plan.part_size, number * plan.part_size)
    const sent = await fetch(json.url, { method: 'PUT', body })
    parts.push({ PartNumber: number, ETag: sent.headers.get('etag') ?? '' })
  }
  const completed = await ask(`files/${id}/multipart/complete/`, { method: 'POST', body: { parts } })
  expect(completed.status, completed.bytes.toString()).toBe(200)
  const file = await vi.waitUntil(async () => {
    const { json } = await ask(`files/${id}/`)
    return json.reading_state === 'ready' || json.reading_state === 'failed' ? json : undefined
  }, patience)
  expect(file.reading_state, file.reading_message).toBe('ready')
  const { json: slides } = await ask(`images/?file_id=${id}&kind=source`)
  proxy.asked.length = 0
  return slides.results[0].id
}

const tile = (imageId: string, at: string, query = '') => ask(`viewers/tiles/${imageId}/${at}/${query}`)

/** What was asked of slides: seals of the audit log come and go by themselves. */
const askedOfSlides = () => proxy.asked.filter((asked) => /\/(files|images)\//.test(asked))
const askedOf = (name: string) => askedOfSlides().filter((asked) => asked.includes(`/${name} `))

async function killApi(): Promise<void> {
  const before = await childPid(place, 'api')
  process.kill(before, 'SIGKILL')
  await vi.waitUntil(async () => {
    const now = await childPid(place, 'api').catch(() => before)
    return now !== before && (await fetch(`${product.origin}/readyz`).catch(() => null))?.ok
  }, patience)
}

describe('a slide that is kept in a bucket', () => {
  let made: string

  beforeAll(async () => {
    const path = join(place.dataDir, 'made.tiff')
    await makeSlide(path, { stain: 'he', seed: 3, width: 3000, height: 2600 })
    made = await upload(path)
  })

  test('is opened by one request, and its first tile takes one more', async () => {
    const { json: pyramid } = await ask(`viewers/pyramids/${made}/`)
    expect(pyramid).toMatchObject({ width: 3000, height: 2600 })
    expect(askedOfSlides()).toEqual([])
    const first = await tile(made, '0/3/3')
    expect(first.status, first.bytes.toString('utf8', 0, 300)).toBe(200)
    expect(askedOfSlides()).toEqual([
      expect.stringMatching(/^GET \S+\/header bytes=0-\d+$/),
      expect.stringMatching(/^GET \S+\/original bytes=\d+-\d+$/),
    ])
    const blocks = join(place.dataDir, 'cache', 'blocks')
    const isKept = async () =>
      (await readdir(blocks, { recursive: true })).filter((name) => /\w{8}$/.test(name))
    // What is being shown already may still be on its way to the disk.
    await vi.waitUntil(async () => (await isKept()).length >= 2, patience)
    // Decoded by a child, from the same blocks.
    const asked = [...askedOfSlides()]
    expect((await tile(made, '0/3/3', '?format=png')).status).toBe(200)
    expect(askedOfSlides()).toEqual(asked)
    expect(await readdir(blocks)).toEqual([expect.stringMatching(/^v1-/)])
  })

  test('is shown from the disk alone by an api that was started anew', async () => {
    const before = await tile(made, '0/3/3')
    proxy.asked.length = 0
    await killApi()
    expect((await tile(made, '0/3/3')).bytes.equals(before.bytes)).toBe(true)
    expect(askedOfSlides()).toEqual([])
  })

  test('answers 503 with a sentence while the bucket is away, and is there again when that is', async () => {
    proxy.isAway = true
    const last = await tile(made, '0/11/10')
    expect(last.status).toBe(503)
    expect(last.json).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/^The file of/) })
    // What is on disk is shown all the same.
    expect((await tile(made, '0/3/3')).status).toBe(200)
    proxy.isAway = false
    expect((await tile(made, '0/11/10')).status).toBe(200)
  })

  test('counts what it fetches', async () => {
    const figures = await (await fetch(`${product.origin}/metrics`)).text()
    expect(figures).toMatch(/cresyl_block_cache_blocks_total\{[^}]*result="found"[^}]*\} [1-9]/)
    expect(figures).toMatch(/cresyl_bucket_bytes_total(\{[^}]*\})? [1-9]/)
  })
})

if (samplesFolder) {
  describe('real slides, sent through the API', () => {
    test.each([
      ['svs/CMU-1-Small-Region.svs', '0/0/0', 'CMU-1-Small-Region.svs.L0.0.0.240x240.png', 2],
      ['svs/tcga-cr-7395-01a-01-ts1.svs', '0/4/4', 'tcga-cr-7395-01a-01-ts1.svs.L0.1024.1024.256x256.png', 1],
    ])('%s %s is what other programs read', async (name, at, crop, tolerance) => {
      const imageId = await upload(join(samplesFolder, name))
      const reply = await tile(imageId, at, '?format=png')
      expect(reply.status, reply.json?.detail).toBe(200)
      // With the smaller levels that were made for it.
      expect(askedOf('header')).toHaveLength(1)
      expect(askedOf('levels.tiff.header')).toHaveLength(1)
      expect(askedOf('levels.tiff')).toEqual([])
      const wanted = readPng(await readFile(join(samplesFolder, 'reference', crop)))
      expect(largestDifference(readPng(reply.bytes), wanted)).toBeLessThanOrEqual(tolerance)
    })

    test.each(['ome/fluo4_u16_subifd_big.ome.tif', 'qptiff/small_vectra.qptiff', 'tiff/kidney-48-5.tif'])(
      '%s is read and shown at every level',
      async (name) => {
        const imageId = await upload(join(samplesFolder, name))
        const { json: pyramid } = await ask(`viewers/pyramids/${imageId}/`)
        for (const level of pyramid.levels.keys()) {
          expect((await tile(imageId, `${level}/0/0`)).status).toBe(200)
        }
        expect(askedOf('header')).toHaveLength(1)
      },
    )
  })
}
