import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openS3Proxy, type S3Proxy } from '../platform/storage/test-support/test-s3-proxy.ts'
import { testS3Server } from '../platform/storage/test-support/test-s3-server.ts'
import { childPid, issueToken, type Product, type ProductPlace, stopProduct } from '../test-product.ts'
import { writeRepeatedTissue } from '../workers/test-support/repeated-tissue.ts'
import { startBucketProduct } from './test-bucket-product.ts'
import {
  type Asked,
  openSlideClient,
  type SlideClient,
  tilePath,
  uploadSlide,
  patience as usualPatience,
} from './test-slide-client.ts'

const patience = { ...usualPatience, timeout: 600_000 }

let proxy: S3Proxy
let place: ProductPlace
let product: Product
let client: SlideClient
let imageId: string

beforeAll(async () => {
  proxy = await openS3Proxy(testS3Server())
  const started = await startBucketProduct(proxy.server)
  place = started.place
  product = started.product
  client = openSlideClient(product.origin, await issueToken(place))
  const path = join(place.dataDir, 'three-chunks.tiff')
  await writeRepeatedTissue(path, {
    across: 48,
    down: 4,
    mpp: 0.5,
    isTissue: (column, row) => row < 3 && column % 16 < 15,
  })
  const uploaded = await uploadSlide(client, 'three-chunks.tiff', await readFile(path))
  imageId = uploaded.imageId
  await overrideCheck()
}, patience.timeout)

afterAll(async () => {
  client.close()
  await stopProduct(product)
  await place.remove()
  await proxy.close()
})

/** A token ends before a test does. */
async function ask(path: string, asked?: Asked) {
  client.token = await issueToken(place)
  const answer = await client.ask(path, asked)
  expect(answer.status, answer.bytes.toString()).toBeLessThan(300)
  return answer
}

/** Quality control is not what is tried here, and tissue that repeats itself fails it. */
async function overrideCheck(): Promise<void> {
  const { json } = await ask('qc-jobs/', { method: 'POST', body: { input_image_id: imageId } })
  await vi.waitUntil(async () => (await ask(`qc-jobs/${json.id}/`)).json.finished_at, patience)
  const body = { overridden: true, reason: 'A test' }
  await ask(`qc-jobs/${json.id}/`, { method: 'PATCH', body })
}

async function begin(key: string): Promise<string> {
  const { json } = await ask('predictors/?limit=-1')
  const predictor = json.results.find((each: { manifest: { id: string } }) => each.manifest.id === key)
  const body = { input_image_id: imageId, predictor_id: predictor.id }
  return (await ask('inference-jobs/', { method: 'POST', body })).json.id
}

async function ended(id: string) {
  const run = await vi.waitUntil(async () => {
    const { json } = await ask(`inference-jobs/${id}/`)
    return json.finished_at ? json : undefined
  }, patience)
  expect(run.state, run.message).toBe('succeeded')
  return run
}

const valuesOf = (run: { outputs: { key: string; value: number | null }[] }) =>
  run.outputs.map(({ key, value }) => [key, value])

test('what a predictor makes is kept in the bucket, and its tiles and files come from there', async () => {
  const run = await ended(await begin('tissue-map'))
  const { image_id: made } = run.outputs.find((output: { kind: string }) => output.kind === 'mask')
  expect((await ask(tilePath(made, '0/0/0', '?format=png'))).bytes.subarray(1, 4).toString()).toBe('PNG')
  const { json: file } = await ask(`inference-jobs/${run.id}/download-url/?key=tissue&format=ome_tiff`)
  const reply = await fetch(file.url)
  const head = Buffer.from(await reply.arrayBuffer())
  expect([reply.status, head.subarray(0, 2).toString()]).toEqual([200, 'II'])
})

test('a worker that is killed goes on from the parts that it kept in the bucket, to the same end', async () => {
  const first = await begin('colour-deconvolution')
  const isKept = () =>
    proxy.asked.some(
      (asked) => asked.startsWith('PUT ') && asked.includes(`inference/${first}/`) && /chunk-\d/.test(asked),
    )
  await vi.waitUntil(isKept, { ...patience, interval: 20 })
  process.kill(await childPid(place, 'worker'), 'SIGKILL')
  const resumed = await ended(first)
  const whole = await ended(await begin('colour-deconvolution'))
  expect(valuesOf(resumed)).toEqual(valuesOf(whole))
  expect((await ask(`jobs/${resumed.job_id}/`)).json.attempt).toBeGreaterThan(1)
})
