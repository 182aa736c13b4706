import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSlide } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readPng } from '../http/test-support/read-png.ts'
import { openS3Proxy, type S3Proxy } from '../platform/storage/test-support/test-s3-proxy.ts'
import { testS3Server } from '../platform/storage/test-support/test-s3-server.ts'
import { childPid, issueToken, type Product, type ProductPlace, stopProduct } from '../test-product.ts'
import { largeForChecks, writeRepeatedTissue } from '../workers/test-support/repeated-tissue.ts'
import { startBucketProduct } from './test-bucket-product.ts'
import {
  type Answer,
  type Asked,
  openSlideClient,
  type SlideClient,
  tilePath,
  uploadSlide,
  patience as usualPatience,
} from './test-slide-client.ts'

/** A check of a large slide takes minutes where others have the processors. */
const patience = { ...usualPatience, timeout: 600_000 }

let proxy: S3Proxy
let place: ProductPlace
let product: Product
let client: SlideClient

beforeAll(async () => {
  proxy = await openS3Proxy(testS3Server())
  const started = await startBucketProduct(proxy.server, { CRESYL_AUTOMATIC_QC: 'true' })
  place = started.place
  product = started.product
  client = openSlideClient(product.origin, await issueToken(place))
})

afterAll(async () => {
  client.close()
  await stopProduct(product)
  await place.remove()
  await proxy.close()
})

/** On a busy machine a token ends before a test does. */
async function ask(path: string, asked?: Asked): Promise<Answer> {
  const answer = await client.ask(path, asked)
  if (answer.status !== 401) return answer
  client.token = await issueToken(place)
  return client.ask(path, asked)
}

const checksOf = async (imageId: string) => (await ask(`qc-jobs/?input_image_id=${imageId}`)).json.results

/** The newest check of an image, once it has ended, with all it measured. */
async function checked(imageId: string) {
  const ended = await vi.waitUntil(async () => {
    const [newest] = await checksOf(imageId)
    return newest?.finished_at ? newest : undefined
  }, patience)
  return (await ask(`qc-jobs/${ended.id}/`)).json
}

describe('quality control where everything is kept in a bucket', () => {
  test('a slide is checked by itself, and its heat map, mask and outlines come from the bucket', async () => {
    const path = join(place.dataDir, 'blurred.tiff')
    const defects = { outOfFocus: true, pen: true }
    await makeSlide(path, { stain: 'he', seed: 5, width: 3000, height: 2600, mpp: 0.5, defects })
    const { imageId } = await uploadSlide(client, 'blurred.tiff', await readFile(path))
    const check = await checked(imageId)
    expect(['warned', 'failed'], check.message).toContain(check.state)
    expect(
      proxy.asked.some((asked) => /^PUT \S+\/qc\//.test(asked)),
      'outlines are put there',
    ).toBe(true)
    for (const key of ['focus', 'tissue']) {
      const overlay = check.overlays.find((each: { key: string }) => each.key === key)
      const tile = await ask(tilePath(overlay.image_id, '0/0/0', '?format=png'))
      expect(tile.status, key).toBe(200)
      expect(new Set(readPng(tile.bytes).data).size, key).toBeGreaterThan(1)
    }
    const { status, json } = await ask(`qc-jobs/${check.id}/outlines/?key=tissue`)
    expect([status, json.type]).toEqual([200, 'FeatureCollection'])
    expect(json.features.length).toBeGreaterThan(0)
  })

  test('a worker that is killed goes on from what it kept in the bucket, to the same end', async () => {
    client.token = await issueToken(place)
    const path = join(place.dataDir, 'large.tiff')
    await writeRepeatedTissue(path, largeForChecks)
    const { imageId } = await uploadSlide(client, 'large.tiff', await readFile(path))
    const kept = () => proxy.asked.some((asked) => /^PUT \S+\/qc\/[^/]+\/checkpoint/.test(asked))
    await vi.waitUntil(kept, { ...patience, interval: 20 })
    process.kill(await childPid(place, 'worker'), 'SIGKILL')
    const resumed = await checked(imageId)
    const { json: job } = await ask(`jobs/${resumed.job_id}/`)
    expect(JSON.stringify(job)).toContain('Resuming where an earlier attempt stopped')
    const again = await ask('qc-jobs/', { method: 'POST', body: { input_image_id: imageId } })
    expect(again.status, again.bytes.toString()).toBe(201)
    const whole = await checked(imageId)
    expect(whole.id).toBe(again.json.id)
    expect(resumed.measures).toEqual(whole.measures)
    expect(resumed.regions).toEqual(whole.regions)
  })

  test('a check that can not reach the bucket is tried again, and ends well once that is back', async () => {
    const [before] = (await ask('qc-jobs/?limit=1')).json.results
    proxy.isAway = true
    const asked = await ask('qc-jobs/', {
      method: 'POST',
      body: { input_image_id: before.input_image_id },
    })
    expect(asked.status, asked.bytes.toString()).toBe(201)
    await vi.waitUntil(async () => {
      const { json } = await ask(`jobs/${asked.json.job_id}/`)
      return json.attempt > 1 || json.state === 'failed'
    }, patience)
    proxy.isAway = false
    const { state, message } = await checked(before.input_image_id)
    expect([state, message]).toEqual([before.state, before.message])
  })
})
