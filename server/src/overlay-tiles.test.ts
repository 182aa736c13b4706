import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { colourTable } from '@cresyl/contract/slides/colour-maps'
import { unshuffleBytes } from '@cresyl/slides'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRealImage } from './domain/slides/test-support/real-slides.ts'
import { openTestApi, type TestApi } from './http/test-api.ts'
import { askOverTcp } from './http/test-support/raw-requests.ts'
import { readPng } from './http/test-support/read-png.ts'
import { makeSlide } from './http/test-support/slides-examples.ts'
import { channels } from './platform/db/schema/index.ts'
import { newId } from './platform/id.ts'
import { writeOverlay } from './workers/qc/qc-child.ts'

let api: TestApi
let folder: string
let imageId: string
const [width, height] = [300, 40]
/** Every value is there, and neighbours differ by more than any lossy compression would keep. */
const pixels = Uint8Array.from({ length: width * height }, (_, at) => (at * 83) % 256)

beforeAll(async () => {
  api = await openTestApi()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'overlays-'))
  const { organizationId } = api.home.admin
  const { id } = await makeSlide(api, api.home.admin)
  const box = { x: 0, y: 0, width: width * 256, height: height * 256 }
  const overlay = { key: 'focus', channel: null, kind: 'heatmap', width, height, pixels, box } as const
  const { path, levels } = await writeOverlay(overlay, join(folder, 'heat'), false)
  expect(levels).toHaveLength(1)
  imageId = await addRealImage(api.context, organizationId, 'overlay', path, id)
  await api.context.database.asSystem((tx) =>
    tx.insert(channels).values({ id: newId(), organizationId, imageId, index: 0 }),
  )
})

afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

const ask = (query: string, x = 0) =>
  askOverTcp(api, api.home.guest, `/api/viewers/tiles/${imageId}/0/${x}/0/${query}`)

/** The part of the heat map that a tile shows. */
function cut(x: number): number[] {
  const [left, right] = [x * 256, Math.min(width, (x + 1) * 256)]
  return Array.from({ length: height }, (_, row) => [
    ...pixels.subarray(row * width + left, row * width + right),
  ]).flat()
}

test.each([0, 1])(
  'tile %i of a heat map has its values as they are, whichever way they are asked for',
  async (x) => {
    const shown = readPng((await ask('', x)).bytes)
    const firsts = [...shown.data].filter((_, at) => at % shown.samples === 0)
    expect(firsts).toEqual(cut(x))
    const plane = await ask('?plane=0', x)
    expect(plane.headers['plane-window']).toBe('0 255')
    expect([...readPng(plane.bytes).data]).toEqual(cut(x))
    const deep = await ask('?plane=0&depth=16', x)
    expect([...unshuffleBytes(gunzipSync(deep.bytes))]).toEqual(cut(x))
  },
)

test.each([
  ['heat', ''],
  ['viridis', '&reverse=1'],
  ['mask', ''],
] as const)('is coloured by %s%s, with nothing where there is nothing', async (name, reversed) => {
  const reply = await ask(`?colormap=${name}${reversed}`)
  expect(reply.headers).toMatchObject({ 'content-type': 'image/png' })
  const { samples, data } = readPng(reply.bytes)
  expect(samples).toBe(4)
  const table = colourTable(name, reversed !== '')
  expect([...data]).toEqual(cut(0).flatMap((value) => [...table.subarray(4 * value, 4 * value + 4)]))
})

test('colours nothing but single values of 8 bits, and only as PNG', async () => {
  const slide = await makeSlide(api, api.home.admin)
  const reply = await askOverTcp(
    api,
    api.home.guest,
    `/api/viewers/tiles/${slide.imageId}/0/0/0/?colormap=heat`,
  )
  expect([reply.status, reply.json?.detail]).toEqual([
    400,
    expect.stringMatching(/^colormap: only heat maps/),
  ])
  expect((await ask('?colormap=heat&format=jpeg')).status).toBe(400)
  expect((await ask('?colormap=rainbow')).status).toBe(400)
})
