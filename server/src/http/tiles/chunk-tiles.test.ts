import { gunzipSync } from 'node:zlib'
import { encodeChunk } from '@cresyl/analysis'
import { encodePart } from '@cresyl/slides'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chunkFolder } from '../../domain/inference/chunk-objects.ts'
import { images, inferenceJobs } from '../../platform/db/schema/index.ts'
import { inOnePiece } from '../../platform/storage/in-one-piece.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeRun } from '../test-support/inference-jobs-examples.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

/** A run that is under way, of which its only chunk is done. */
async function makeBegun(key: string, tiles: { output: string; bytes: Uint8Array }[]) {
  const { runId } = await makeRun(api, api.home.admin, { key, state: 'running' })
  const { organizationId } = api.home.admin
  const [found] = await api.context.database.asSystem((tx) =>
    tx
      .select({ run: inferenceJobs, image: images })
      .from(inferenceJobs)
      .innerJoin(images, eq(images.id, inferenceJobs.imageId))
      .where(eq(inferenceJobs.id, runId)),
  )
  if (found === undefined) throw new Error('No run')
  const pixels = tiles.map((tile) => ({ channel: 0, level: 0, x: 0, y: 0, ...tile }))
  const chunk = encodeChunk({ pixels, things: [], tallies: {}, computed: 1, skipped: 0 })
  const path = `${chunkFolder(found.run, found.image)}/chunk-0`
  const store = () =>
    api.context.storage.put({ organizationId, path }, inOnePiece(chunk), { size: chunk.length })
  const cancel = () =>
    api.context.database.asSystem((tx) =>
      tx
        .update(inferenceJobs)
        .set({ state: 'cancelled', finishedAt: new Date() })
        .where(eq(inferenceJobs.id, runId)),
    )
  return { runId, store, cancel }
}

const chunksOf = async (runId: string, member: TestMember = api.home.guest) =>
  (await request(api, member, { url: `/api/inference-jobs/${runId}/chunks/` })).json

const tileOf = (runId: string, place: string, member: TestMember | null = api.home.guest, headers = {}) =>
  api.app.inject({
    url: `/api/inference-jobs/${runId}/chunks/${place}/`,
    headers: {
      host: new URL(api.context.config.origin).host,
      ...(member && { authorization: `Bearer ${member.token}` }),
      ...headers,
    },
  })

test('a part of a run is told of and shown once it is done, until the run has ended', async () => {
  const picture = Buffer.from('a picture, for all that the server knows')
  const { runId, store, cancel } = await makeBegun('stain-normalisation', [
    { output: 'normalised', bytes: picture },
  ])
  expect(await chunksOf(runId)).toMatchObject({
    id: runId,
    side: 4096,
    columns: 1,
    finished: [],
    space: { width: expect.any(Number) },
  })
  expect((await tileOf(runId, 'normalised/0/0/0')).statusCode).toBe(202)

  await store()
  expect(await chunksOf(runId)).toMatchObject({ finished: [0] })
  const reply = await tileOf(runId, 'normalised/0/0/0')
  expect([reply.statusCode, reply.headers['content-type'], reply.rawPayload]).toEqual([
    200,
    'image/jpeg',
    picture,
  ])
  const known = { 'if-none-match': String(reply.headers.etag) }
  expect((await tileOf(runId, 'normalised/0/0/0', api.home.guest, known)).statusCode).toBe(304)
  // Nothing but background was left out when it was encoded.
  expect((await tileOf(runId, 'normalised/0/1/0')).statusCode).toBe(204)

  await cancel()
  expect(await chunksOf(runId)).toMatchObject({ finished: [] })
  expect((await tileOf(runId, 'normalised/0/0/0')).statusCode).toBe(202)
})

test('masks come as numbers, without what pads their tiles', async () => {
  // 1000 × 800 pixels of 0.25 µm are so many of 8 µm.
  const [width, height] = [32, 25]
  const data = Uint8Array.from({ length: width * height }, (_, at) => at % 7)
  const shape = { width, height, samples: 1, pixelType: 'u8' } as const
  const options = { ...shape, container: 'ome-tiff', compression: { kind: 'deflate' } } as const
  const whole = { ...options, tileSize: 512, smallestLevel: 512 }
  let bytes = new Uint8Array(0)
  for await (const tile of encodePart(whole, { levels: 1, x: 0, y: 0, pixels: { ...shape, data } }))
    bytes = Uint8Array.from(tile.bytes)
  const { runId, store } = await makeBegun('tissue-map', [{ output: 'tissue', bytes }])
  await store()
  const reply = await tileOf(runId, 'tissue/0/0/0', api.home.guest, { 'accept-encoding': 'gzip' })
  expect(reply.headers).toMatchObject({ 'plane-window': '0 65535', 'content-encoding': 'gzip' })
  const numbers = gunzipSync(reply.rawPayload)
  expect(numbers.subarray(0, data.length)).toEqual(Buffer.from(data))
  expect(numbers.subarray(data.length)).toEqual(Buffer.alloc(data.length))
  expect((await tileOf(runId, 'tissue/0/0/0')).rawPayload).toEqual(numbers)
})

test('nobody sees what is not theirs, nor what is not there', async () => {
  const { runId, store } = await makeBegun('tissue-map', [])
  await store()
  const statusOf = async (place: string, member?: TestMember | null) =>
    (await tileOf(runId, place, member)).statusCode
  expect(await statusOf('tissue/0/0/0')).toBe(204)
  expect(await statusOf('tissue/0/0/0', null)).toBe(401)
  expect(await statusOf('tissue/0/0/0', api.away.admin)).toBe(404)
  expect(await statusOf('others/0/0/0')).toBe(404)
  expect(await statusOf('tissue/0/1/0')).toBe(404)
  expect(await statusOf('tissue/4/0/0')).toBe(202)
  expect((await chunksOf(runId, api.away.admin)).code).toBe('not_found')
})
