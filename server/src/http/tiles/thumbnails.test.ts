import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestPictures } from '../../domain/exports/test-support/make-pictures.ts'
import { addRealSlide, type RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import { images } from '../../platform/db/schema/index.ts'
import type { TestApi } from '../test-api.ts'
import { askOverTcp, type RawRequest } from '../test-support/raw-requests.ts'
import { readPng } from '../test-support/read-png.ts'
import { openSlideApi, type SlideApi } from '../test-support/slide-api.ts'

let opened: SlideApi
let api: TestApi
let slide: RealSlide

beforeAll(async () => {
  opened = await openSlideApi()
  ;({ api, slide } = opened)
})

afterAll(() => opened.close())

const ask = (query = '', asked?: RawRequest, imageId = slide.imageId) =>
  askOverTcp(api, api.home.guest, `/api/viewers/thumbnails/${imageId}/${query}`, asked)

test.each([16, 100, 512, 4096])(
  'at %i pixels is as large as fits, and never larger than the image',
  async (size) => {
    const { status, bytes, headers } = await ask(`?size=${size}&format=png`)
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    const { width, height } = readPng(bytes)
    expect(Math.max(width, height)).toBe(Math.min(size, 700))
  },
)

test('is a JPEG that browsers keep, answered with 304 to whoever has it', async () => {
  const first = await ask('?size=64')
  expect(first.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, max-age=3600',
  })
  const again = await ask('?size=64', { headers: { 'if-none-match': String(first.headers.etag) } })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
  expect((await ask('?size=65')).headers.etag).not.toBe(first.headers.etag)
})

test('tells its size to HEAD', async () => {
  const full = await ask('?size=64')
  const head = await ask('?size=64', { method: 'HEAD' })
  expect([head.bytes.length, head.headers['content-length']]).toEqual([0, String(full.bytes.length)])
})

test.each([
  ['is the stored one where that is asked for', true],
  ['is made where the stored one has gone', false],
])('%s', async (_what, isThere) => {
  const { organizationId } = api.home.admin
  const other = await addRealSlide(api.context, organizationId, opened.made.brightfield)
  const path = `images/${other.imageId}/thumbnail.jpg`
  const { bytes } = await ask('?size=48')
  await api.context.storage.put({ organizationId, path }, Readable.from([bytes]))
  await api.context.database.asMember({ organizationId }, (tx) =>
    tx.update(images).set({ thumbnailPath: path }).where(eq(images.id, other.imageId)),
  )
  if (!isThere) await api.context.storage.delete({ organizationId, path })
  const reply = await ask('', undefined, other.imageId)
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(reply.bytes.equals(bytes)).toBe(isThere)
  const png = await ask('?size=512&format=png', undefined, other.imageId)
  expect(png.headers['content-type']).toBe('image/png')
})

test('of a focus stack shows its middle plane, as the stored one does', async () => {
  const pictures = await makeTestPictures()
  try {
    const stack = await addRealSlide(api.context, api.home.admin.organizationId, pictures.stack)
    const { data } = readPng((await ask('?size=32&format=png', undefined, stack.imageId)).bytes)
    expect([...new Set(data)]).toEqual([20])
  } finally {
    await pictures.remove()
  }
})

test('of several channels shows them in their colours', async () => {
  const several = await addRealSlide(api.context, api.home.admin.organizationId, opened.made.fluorescence)
  const { samples, data } = readPng((await ask('?size=100&format=png', undefined, several.imageId)).bytes)
  expect(samples).toBe(3)
  expect(new Set(data).size).toBeGreaterThan(10)
})

test.each(['?size=15', '?size=4097', '?size=x', '?size=64.5', '?format=gif', '?z=1'])(
  '%s is refused',
  async (query) => {
    const reply = await ask(query)
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
  },
)

test('of no image is not there', async () => {
  expect((await ask('', undefined, 'nothing')).json).toMatchObject({ code: 'not_found' })
  expect((await ask('', undefined, slide.id)).json).toMatchObject({ code: 'not_found' })
})
