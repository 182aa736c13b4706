import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { openSlide, planeDepth16, type Slide, unshuffleBytes } from '@cresyl/slides'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRealImage, addRealSlide, type RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import { channels, images } from '../../platform/db/schema/index.ts'
import { linearProfile } from '../../platform/tiles/test-support/linear-profile.ts'
import {
  type MadeSlides,
  makePlainSlide,
  makeTestSlides,
} from '../../platform/tiles/test-support/made-slides.ts'
import { openTestApi, type TestApi } from '../test-api.ts'
import { askOverTcp, type RawRequest } from '../test-support/raw-requests.ts'
import { readPng } from '../test-support/read-png.ts'

let api: TestApi
let made: MadeSlides
let brightfield: RealSlide
let fluorescence: RealSlide
let original: { brightfield: Slide; fluorescence: Slide }

beforeAll(async () => {
  ;[api, made] = await Promise.all([openTestApi(), makeTestSlides()])
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { organizationId } = api.home.admin
  brightfield = await addRealSlide(api.context, organizationId, made.brightfield)
  fluorescence = await addRealSlide(api.context, organizationId, made.fluorescence)
  original = {
    brightfield: await openSlide(made.brightfield),
    fluorescence: await openSlide(made.fluorescence),
  }
})

afterAll(async () => {
  await original.brightfield.close()
  await original.fluorescence.close()
  await api.close()
  await made.remove()
})

const ask = (url: string, request?: RawRequest, member = api.home.guest) =>
  askOverTcp(api, member, url, request)
const tileOf = (imageId: string, place = '0/0/0', query = '') =>
  `/api/viewers/tiles/${imageId}/${place}/${query}`
const imageOf = (slide: Slide) => {
  const [image] = slide.images
  if (!image) throw new Error('The slide has no image')
  return image
}
const isJpeg = (bytes: Buffer) => bytes.readUInt16BE(0) === 0xffd8
const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString() === 'PNG'
const figure = async (name: string, how: string) => {
  const text = await api.context.metrics.registry.metrics()
  return Number(new RegExp(`^${name}\\{how="${how}"\\} (\\d+)$`, 'm').exec(text)?.[1])
}

describe('a tile that the file stores as JPEG', () => {
  test.each(['0/0/0', '0/1/1', '0/2/2', '1/0/0'])('is %s of the file, byte by byte', async (place) => {
    const [level = 0, x = 0, y = 0] = place.split('/').map(Number)
    const stored = await imageOf(original.brightfield).encodedTile(level, x, y)
    const reply = await ask(tileOf(brightfield.imageId, place))
    expect(reply.status, reply.json?.detail).toBe(200)
    expect(reply.bytes.equals(stored?.bytes ?? Buffer.alloc(0))).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(reply.bytes.length),
      'cache-control': 'private, max-age=3600',
      vary: 'Accept',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      etag: expect.stringMatching(/^"[\w-]+-jpeg"$/),
    })
    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  test('is the same with and without a slash at the end, and by the way of the framework', async () => {
    const url = `/api/viewers/tiles/${brightfield.imageId}/0/1/0`
    const [plain, slash, upper] = [
      await ask(url),
      await ask(`${url}/`),
      await ask(url.replace(brightfield.imageId, brightfield.imageId.toUpperCase())),
    ]
    expect(slash.bytes.equals(plain.bytes)).toBe(true)
    expect(upper.bytes.equals(plain.bytes)).toBe(true)
    const ours = ({ headers: { 'x-request-id': _id, date: _date, ...rest } }: typeof plain) => rest
    expect(upper.headers).toMatchObject(ours(plain))
  })

  test('is logged in the same words by both ways', async () => {
    const url = `/api/viewers/tiles/${brightfield.imageId}/0/1/0`
    const traceparent = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`
    const lineOf = async (path: string) => {
      const reply = await ask(path, { headers: { traceparent } })
      const id = String(reply.headers['x-request-id'])
      const find = () => api.log.flatMap((each) => each.split('\n')).find((each) => each.includes(id))
      await expect.poll(find).toBeDefined()
      return JSON.parse(find() ?? '{}')
    }
    for (const query of ['', `?token=${api.home.guest.token}`, '?format=jpeg']) {
      const quick = await lineOf(url + query)
      const usual = await lineOf(url.replace(brightfield.imageId, brightfield.imageId.toUpperCase()) + query)
      expect(Object.keys(quick).sort()).toEqual(Object.keys(usual).sort())
      const same = { time: 0, ms: 0, request: '', url: '' }
      expect({ ...quick, ...same }).toEqual({ ...usual, ...same })
      expect(quick.url.toLowerCase()).toBe(usual.url.toLowerCase())
      expect([typeof quick.ms, typeof quick.request]).toEqual(['number', 'string'])
    }
  })

  test('is not sent again to whoever has it', async () => {
    const { headers } = await ask(tileOf(brightfield.imageId))
    const before = await figure('cresyl_tiles_total', 'not_modified')
    for (const known of [headers.etag, `"other", ${headers.etag}`, `W/${headers.etag}`, '*']) {
      const reply = await ask(tileOf(brightfield.imageId), { headers: { 'if-none-match': String(known) } })
      expect([reply.status, reply.bytes.length, reply.headers.etag]).toEqual([304, 0, headers.etag])
    }
    expect(await figure('cresyl_tiles_total', 'not_modified')).toBe(before + 4)
    const other = await ask(tileOf(brightfield.imageId), { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  test('tells its size to HEAD without being sent', async () => {
    const full = await ask(tileOf(brightfield.imageId))
    const reply = await ask(tileOf(brightfield.imageId), { method: 'HEAD' })
    expect([reply.status, reply.bytes.length]).toEqual([200, 0])
    expect(reply.headers['content-length']).toBe(String(full.bytes.length))
    expect(reply.headers.etag).toBe(full.headers.etag)
  })

  test('is counted with its bytes', async () => {
    const [tiles, bytes] = [
      await figure('cresyl_tiles_total', 'stored'),
      await figure('cresyl_tile_bytes_total', 'stored'),
    ]
    const reply = await ask(tileOf(brightfield.imageId))
    expect(await figure('cresyl_tiles_total', 'stored')).toBe(tiles + 1)
    expect(await figure('cresyl_tile_bytes_total', 'stored')).toBe(bytes + reply.bytes.length)
  })
})

describe('another format', () => {
  test.each([
    ['?format=png', {}],
    ['', { accept: 'image/png' }],
  ])('%s %j is PNG, cut to the image', async (query, headers) => {
    const { bytes, headers: replied } = await ask(tileOf(brightfield.imageId, '0/2/2', query), { headers })
    expect(isPng(bytes)).toBe(true)
    expect(replied['content-type']).toBe('image/png')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([700 - 512, 520 - 512])
    expect(replied.vary).toBe(query === '' ? 'Accept' : undefined)
  })

  test('is WebP where that is asked for', async () => {
    const { bytes, headers } = await ask(tileOf(brightfield.imageId, '0/0/0', '?format=webp'))
    expect([headers['content-type'], bytes.subarray(8, 12).toString()]).toEqual(['image/webp', 'WEBP'])
  })

  test.each([
    'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
    'image/png, image/jpeg',
    '*/*',
  ])('is not meant by a browser that names PNG among others: %s', async (accept) => {
    expect(isJpeg((await ask(tileOf(brightfield.imageId), { headers: { accept } })).bytes)).toBe(true)
  })

  test('has an ETag of its own', async () => {
    const jpeg = await ask(tileOf(brightfield.imageId))
    const png = await ask(tileOf(brightfield.imageId, '0/0/0', '?format=png'))
    expect(png.headers.etag).not.toBe(jpeg.headers.etag)
  })

  test('of a mask is PNG unless something else is asked for', async () => {
    const { organizationId } = api.home.admin
    const mask = await addRealImage(
      api.context,
      organizationId,
      'overlay',
      made.fluorescence,
      fluorescence.id,
    )
    expect(isPng((await ask(tileOf(mask))).bytes)).toBe(true)
    expect(isJpeg((await ask(tileOf(mask, '0/0/0', '?format=jpeg'))).bytes)).toBe(true)
  })
})

describe('an image of several channels', () => {
  test('comes in their colours, made once and then kept', async () => {
    const [decoded, kept] = [
      await figure('cresyl_tiles_total', 'decoded'),
      await figure('cresyl_tiles_total', 'cache'),
    ]
    const url = tileOf(fluorescence.imageId, '0/1/0')
    const first = await ask(url)
    const second = await ask(url)
    expect([first.status, isJpeg(first.bytes)]).toEqual([200, true])
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect(await figure('cresyl_tiles_total', 'decoded')).toBe(decoded + 1)
    expect(await figure('cresyl_tiles_total', 'cache')).toBe(kept + 1)
  })

  test('gives one of them with its window over 8 bits, and says which window', async () => {
    const reply = await ask(tileOf(fluorescence.imageId, '0/0/0', '?plane=1&depth=8&format=png'))
    expect(isPng(reply.bytes)).toBe(true)
    // Grey of 8 bits.
    expect([reply.bytes[24], reply.bytes[25]]).toEqual([8, 0])
    expect(reply.headers['plane-window']).toMatch(/^\d+ \d+$/)
    const jpeg = await ask(tileOf(fluorescence.imageId, '0/0/0', '?plane=1'))
    expect(isJpeg(jpeg.bytes)).toBe(true)
    expect(jpeg.headers['plane-window']).toBe(reply.headers['plane-window'])
  })

  test.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'gzip'],
    ['zstd;q=0, gzip', 'gzip'],
  ])('gives one of them in 16 bits exactly, to %s by %s', async (accepted, encoding) => {
    const url = tileOf(fluorescence.imageId, '0/1/1', '?plane=1&depth=16')
    const reply = await ask(url, { headers: { 'accept-encoding': accepted } })
    expect(reply.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/octet-stream',
      vary: 'Accept-Encoding',
      'plane-window': '0 65535',
      etag: expect.stringMatching(new RegExp(`-16-${encoding}"$`)),
    })
    const shuffled = encoding === 'zstd' ? zstdDecompressSync(reply.bytes) : gunzipSync(reply.bytes)
    const expected = planeDepth16(await imageOf(original.fluorescence).rawTile(0, 1, 1, { c: 1 }))
    expect(unshuffleBytes(shuffled)).toEqual(expected)
  })

  test.each([
    ['?plane=99', 404, /no channel 99 in this image, which has channels 0 to \d/],
    ['?depth=16', 400, /^depth: say which plane/],
    ['?z=3', 404, /^There is no focus plane 3 in this image, which has one focus plane, 0\.$/],
    ['?plane=0&t=1', 404, /^There is no time 1 in this image, which has one time, 0\.$/],
  ])('refuses %s with %i', async (query, status, detail) => {
    const reply = await ask(tileOf(fluorescence.imageId, '0/0/0', query))
    expect([reply.status, reply.json?.detail]).toEqual([status, expect.stringMatching(detail)])
  })

  test('is not what RGB has', async () => {
    const reply = await ask(tileOf(brightfield.imageId, '0/0/0', '?plane=0'))
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
  })
})

describe('the colour profile of a file', () => {
  const grey = async (url: string) => {
    const reply = await ask(url)
    expect(reply.status, reply.json?.detail).toBe(200)
    return { value: readPng(reply.bytes).data[0], etag: reply.headers.etag }
  }

  test('is applied to tiles and thumbnails where that is asked for, and the pyramid tells of it', async () => {
    const path = join(made.folder, 'profile.tiff')
    await makePlainSlide(path, 300, 300, 90, linearProfile())
    const { imageId } = await addRealSlide(api.context, api.home.admin.organizationId, path)
    const { json } = await ask(`/api/viewers/pyramids/${imageId}/`)
    expect(json.has_icc).toBe(true)
    const [plain, shown] = [
      await grey(tileOf(imageId, '0/0/0', '?format=png')),
      await grey(tileOf(imageId, '0/0/0', '?format=png&icc=1')),
    ]
    expect(plain.value).toBe(90)
    // sRGB of 90/255 of the light.
    expect(shown.value).toBeGreaterThanOrEqual(158)
    expect(shown.value).toBeLessThanOrEqual(162)
    expect(shown.etag).not.toBe(plain.etag)
    const thumbnail = `/api/viewers/thumbnails/${imageId}/?size=64&format=png`
    expect((await grey(thumbnail)).value).toBe(90)
    expect((await grey(`${thumbnail}&icc=1`)).value).toBe(shown.value)
  })

  test('changes nothing where there is none: the tile goes out as it is stored', async () => {
    const [plain, asked] = [
      await ask(tileOf(brightfield.imageId)),
      await ask(tileOf(brightfield.imageId, '0/0/0', '?icc=1')),
    ]
    expect(asked.bytes.equals(plain.bytes)).toBe(true)
  })
})

test('an image that has changed is sent anew to whoever has it as it was', async () => {
  const { organizationId } = api.home.admin
  const { imageId } = await addRealSlide(api.context, organizationId, made.fluorescence)
  const url = tileOf(imageId, '0/0/0', '?format=png')
  const before = await ask(url)
  const again = () => ask(url, { headers: { 'if-none-match': String(before.headers.etag) } })
  expect((await again()).status).toBe(304)
  await api.context.database.asMember({ organizationId }, (tx) =>
    tx.update(channels).set({ color: '#123456' }).where(eq(channels.imageId, imageId)),
  )
  // Whoever reads the file again writes the image too, which is what is listened to.
  await api.context.database.asMember({ organizationId }, (tx) =>
    tx.update(images).set({ updatedAt: new Date() }).where(eq(images.id, imageId)),
  )
  await expect.poll(async () => (await again()).status).toBe(200)
  const after = await again()
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect(after.bytes.equals(before.bytes)).toBe(false)
})

test('channels have the colours that the pyramid tells, also where the file tells none', async () => {
  const { organizationId } = api.home.admin
  const { imageId } = await addRealSlide(api.context, organizationId, made.fluorescence)
  await api.context.database.asMember({ organizationId }, (tx) =>
    tx.update(channels).set({ color: null, name: 'FITC' }).where(eq(channels.imageId, imageId)),
  )
  const { json } = await ask(`/api/viewers/pyramids/${imageId}/`)
  expect(new Set(json.channels.map(({ color }: { color: string }) => color))).toEqual(new Set(['#00FF00']))
  const { data } = readPng((await ask(tileOf(imageId, '0/0/0', '?format=png'))).bytes)
  const brightest = [0, 1, 2].map((sample) =>
    data.reduce((m, v, i) => (i % 3 === sample ? Math.max(m, v) : m), 0),
  )
  expect(brightest).toEqual([0, expect.any(Number), 0])
  expect(brightest[1]).toBeGreaterThan(100)
})

describe('what is not there', () => {
  test.each([
    ['9/0/0', /^There is no level 9 in this image, which has levels 0 to \d\.$/],
    ['0/3/0', /^There is no tile 3,0 in level 0 of this image, which has 3 × 3 tiles\.$/],
    ['0/0/9999999', /^There is no tile 0,9999999/],
  ])('%s is a 404 with a sentence', async (place, detail) => {
    const reply = await ask(tileOf(brightfield.imageId, place))
    expect([reply.status, reply.json.code, reply.json.detail]).toEqual([
      404,
      'not_found',
      expect.stringMatching(detail),
    ])
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test.each(['-1/0/0', 'a/0/0', '0/1.5/0', '0/0/1e3', '0/0/%00', '0/0/99999999', '0/0x1/0'])(
    '%s is no address of a tile',
    async (place) => {
      const reply = await ask(tileOf(brightfield.imageId, place))
      expect([reply.status, reply.json.code]).toEqual([404, 'not_found'])
    },
  )

  test.each([
    '?depth=12',
    '?plane=-1',
    '?plane=x',
    '?plane=',
    '?format=tiff',
    '?icc=2',
    '?other=1',
    '?z=1&z=2',
    '?plane=1e3',
  ])('%s is refused with what is wrong', async (query) => {
    const reply = await ask(tileOf(brightfield.imageId, '0/0/0', query))
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(reply.json.fields)).toHaveLength(1)
  })

  test('POST is refused with what is allowed', async () => {
    const reply = await ask(tileOf(brightfield.imageId), { method: 'POST' })
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET'])
  })
})
