import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { exportLimits } from '@cresyl/contract/api/limits'
import { exportRegion, openSlide, type Region, renderRegion, type SlideImage } from '@cresyl/slides'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeTestPictures, type TestPictures } from '../../domain/exports/test-support/make-pictures.ts'
import { addRealSlide, type RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import { images } from '../../platform/db/schema/index.ts'
import { openTestApi, type TestApi, type TestMember } from '../test-api.ts'
import { askOverTcp } from '../test-support/raw-requests.ts'
import { readPng } from '../test-support/read-png.ts'

let api: TestApi
let made: TestPictures
let brightfield: RealSlide
let fluorescence: RealSlide

beforeAll(async () => {
  api = await openTestApi()
  made = await makeTestPictures()
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { organizationId } = api.home.admin
  brightfield = await addRealSlide(api.context, organizationId, made.colors, { name: 'Liver 12' })
  fluorescence = await addRealSlide(api.context, organizationId, made.fluorescence, { name: 'Kidney 3' })
})

afterAll(async () => {
  await api.close()
  await made.remove()
})

async function get(
  imageId: string,
  query: Record<string, string | number>,
  member: TestMember | null = api.home.user,
) {
  const search = new URLSearchParams(query as Record<string, string>)
  const reply = await api.app.inject({
    url: `/api/viewers/regions/${imageId}/?${search}`,
    headers: {
      host: new URL(api.context.config.origin).host,
      ...(member && { authorization: `Bearer ${member.token}` }),
    },
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  return {
    status: reply.statusCode,
    headers: reply.headers,
    bytes: reply.rawPayload,
    json: isJson ? reply.json() : null,
  }
}

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

async function withImage<T>(path: string, use: (image: SlideImage) => Promise<T>): Promise<T> {
  const slide = await openSlide(path)
  try {
    const [image] = slide.images
    if (image === undefined) throw new Error('No image')
    return await use(image)
  } finally {
    await slide.close()
  }
}

const rendered = (path: string, region: Region) => withImage(path, (image) => renderRegion(image, region))

async function rows(sqlText: string, values: unknown[] = []) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  try {
    return (await client.query(sqlText, values)).rows
  } finally {
    await client.end()
  }
}

describe('a region', () => {
  test('has the pixels of the image, as PNG to the last bit', async () => {
    const region = { x: 100, y: 60, width: 301, height: 203 }
    const reply = await get(brightfield.imageId, { ...region, format: 'png' })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/png'])
    const { data, ...info } = readPng(reply.bytes)
    const expected = await rendered(made.colors, region)
    expect([info.width, info.height]).toEqual([301, 203])
    expect(isSame(data, expected.data as Uint8Array)).toBe(true)
  })

  test('is a JPEG unless told otherwise', async () => {
    const region = { x: 0, y: 0, width: 64, height: 64 }
    const reply = await get(brightfield.imageId, region)
    expect(reply.headers['content-type']).toBe('image/jpeg')
    const expected = await withImage(made.colors, (image) => exportRegion(image, region, { format: 'jpeg' }))
    expect(reply.bytes.equals(expected.bytes)).toBe(true)
  })

  test('has exactly the µm/px asked for, and says so in the file', async () => {
    const [own] = await rows('select mpp_x from images where id = $1', [brightfield.imageId])
    const mpp = own.mpp_x * 4
    const region = { x: 80, y: 40, width: 400, height: 320 }
    const reply = await get(brightfield.imageId, { ...region, mpp, format: 'png' })
    const { data, ...info } = readPng(reply.bytes)
    expect([info.width, info.height]).toEqual([100, 80])
    expect(isSame(data, (await rendered(made.colors, { ...region, mpp })).data as Uint8Array)).toBe(true)
    const at = reply.bytes.indexOf('pHYs')
    expect(reply.bytes.readUInt32BE(at + 4)).toBe(Math.round(1e6 / mpp))
  })

  test('is cut to the image', async () => {
    const reply = await get(brightfield.imageId, { x: 450, y: 380, width: 400, height: 400, format: 'png' })
    const { data, ...info } = readPng(reply.bytes)
    expect([info.width, info.height]).toEqual([50, 20])
    const inside = await rendered(made.colors, { x: 450, y: 380, width: 50, height: 20 })
    expect(isSame(data, inside.data as Uint8Array)).toBe(true)
    expect(reply.headers['content-disposition']).toContain('Liver 12 450 380 50 20')
  })

  test('is saved under a name that says what it is', async () => {
    const reply = await get(brightfield.imageId, { x: 1, y: 2, width: 30, height: 40, mpp: 1, format: 'png' })
    expect(reply.headers['content-disposition']).toBe('attachment; filename="Liver 12 1 2 30 40 1.00um.png"')
    expect(reply.headers['cache-control']).toBe('private, no-store')
  })

  test('shows all channels in their colours', async () => {
    const region = { x: 40, y: 30, width: 200, height: 150 }
    const reply = await get(fluorescence.imageId, { ...region, format: 'png' })
    const { data } = readPng(reply.bytes)
    const expected = await rendered(made.fluorescence, region)
    expect(isSame(data, expected.data as Uint8Array)).toBe(true)
    expect(new Set(data).size).toBeGreaterThan(20)
  })

  test('is of the focus plane and time asked for', async () => {
    const { imageId } = await addRealSlide(api.context, api.home.admin.organizationId, made.stack)
    const size = { x: 0, y: 0, width: 10, height: 10, format: 'png' }
    for (const [z, t, value] of [
      [0, 0, 10],
      [2, 0, 30],
      [1, 1, 120],
    ]) {
      const { data } = readPng((await get(imageId, { ...size, z: z ?? 0, t: t ?? 0 })).bytes)
      expect([...new Set(data)]).toEqual([value])
    }
    const missing = await get(imageId, { ...size, z: 3 })
    expect([missing.status, missing.json.detail]).toEqual([
      400,
      'This image has 3 focus planes, counted from 0: there is no 3.',
    ])
  })

  test('leaves one row in the audit log and is counted', async () => {
    const slide = await addRealSlide(api.context, api.home.admin.organizationId, made.colors)
    const asked = { x: 10, y: 20, width: 100, height: 60, mpp: 2, format: 'png' }
    const reply = await get(slide.imageId, asked)
    const audits = await rows(
      `select event, user_id, details from audits where subject_id = $1 and event = 'image.region_exported'`,
      [slide.imageId],
    )
    expect(audits).toEqual([
      {
        event: 'image.region_exported',
        user_id: api.home.user.userId,
        details: expect.objectContaining({
          x: 10,
          y: 20,
          width: 100,
          height: 60,
          mpp: 2,
          format: 'png',
          bytes: reply.bytes.length,
          output: expect.objectContaining({ width: expect.any(Number) }),
        }),
      },
    ])
    expect(
      await rows('select kind, bytes::int, user_id from downloads where image_id = $1', [slide.imageId]),
    ).toEqual([{ kind: 'region', bytes: reply.bytes.length, user_id: api.home.user.userId }])
  })
})

test('so many are made at once of one person, and others are not kept from theirs', async () => {
  const { ofEach } = exportLimits.direct
  const query = `y=0&width=400&height=400&mpp=${0.25 / 2.5}`
  const ask = (member: TestMember, x: number) =>
    askOverTcp(api, member, `/api/viewers/regions/${brightfield.imageId}/?x=${x}&${query}`)
  const own = Promise.all(Array.from({ length: 3 * ofEach }, (_, x) => ask(api.home.user, x)))
  const others = await ask(api.home.manager, 0)
  const replies = await own
  expect(others.status).toBe(200)
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(ofEach)
  const refused = replies.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, json } of refused) {
    const detail = 'Several regions are being exported for you already. Try again when that is done.'
    expect([status, json]).toEqual([429, { detail, code: 'rate_limited' }])
  }
  expect((await get(brightfield.imageId, { x: 0, y: 0, width: 8, height: 8 })).status).toBe(200)
})

describe('a client that goes away', () => {
  test('ends the work: nothing is counted, and nothing is taken for a fault', async () => {
    const { imageId } = await addRealSlide(api.context, api.home.admin.organizationId, made.colors)
    const before = api.log.length
    const { port } = api.app.server.address() as AddressInfo
    // Enlarged to six megapixels.
    const query = `x=0&y=0&width=500&height=400&mpp=${0.25 / 5.5}&format=png`
    const leaving = httpRequest({
      host: '127.0.0.1',
      port,
      path: `/api/viewers/regions/${imageId}/?${query}`,
      headers: {
        host: new URL(api.context.config.origin).host,
        authorization: `Bearer ${api.home.user.token}`,
      },
    })
    leaving.on('error', () => {})
    const render = vi.spyOn(api.viewing.parts.tiles.pool, 'render')
    onTestFinished(() => render.mockRestore())
    leaving.end()
    await expect.poll(() => render.mock.calls.length).toBe(1)
    leaving.destroy()
    // Comes after it: there is one process for exports.
    expect((await get(imageId, { x: 0, y: 0, width: 8, height: 8 })).status).toBe(200)
    expect(api.log.slice(before).filter((line) => line.includes('"level":50'))).toEqual([])
    const counted = await rows('select details from audits where subject_id = $1', [imageId])
    expect(counted.map(({ details }) => details.width)).toEqual([8])
  })
})

describe('a region is refused', () => {
  const small = { x: 0, y: 0, width: 10, height: 10 }

  test('without a token, and taken with one in the address', async () => {
    expect((await get(brightfield.imageId, small, null)).status).toBe(401)
    const reply = await get(brightfield.imageId, { ...small, token: api.home.user.token }, null)
    expect(reply.status).toBe(200)
    expect(api.log.join('')).not.toContain(api.home.user.token)
  })

  test('to those who may not download, and the refusal is audited', async () => {
    const reply = await get(brightfield.imageId, small, api.home.guest)
    expect([reply.status, reply.json.code]).toEqual([403, 'forbidden'])
    const audits = await rows(`select details from audits where event = 'access.refused' and user_id = $1`, [
      api.home.guest.userId,
    ])
    expect(audits).toContainEqual({ details: { route: 'readRegion', permission: 'download:images' } })
  })

  test('to another organisation', async () => {
    const reply = await get(brightfield.imageId, small, api.away.admin)
    expect([reply.status, reply.json.code]).toEqual([404, 'not_found'])
  })

  test('when it is too large, with its size, the limit and what to do', async () => {
    const reply = await get(brightfield.imageId, { x: 0, y: 0, width: 500, height: 400, mpp: 0.01 })
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
    expect(reply.json.detail).toMatch(
      /^This would be \d+ × \d+ pixels \([\d.,]+ megapixels\); at once at most 25 megapixels, and 16384 pixels a side, are available\. .*POST \/api\/images\/\{id\}\/exports\//,
    )
    expect(exportLimits.direct.pixels).toBe(25_000_000)
  })

  test('outside the image, as TIFF, and in µm where the image knows none', async () => {
    const outside = await get(brightfield.imageId, { ...small, x: 500 })
    expect(outside.json.detail).toBe('The rectangle is outside the image, which has 500 × 400 pixels.')
    const tiff = await get(brightfield.imageId, { ...small, format: 'tiff' })
    expect(tiff.json.detail).toContain('A TIFF is created in the background')
    const { imageId } = await addRealSlide(api.context, api.home.admin.organizationId, made.stack)
    const unknown = await get(imageId, { ...small, mpp: 1 })
    expect([unknown.status, unknown.json.detail]).toEqual([
      400,
      'The pixel size of this image is unknown. Leave out mpp to get it at full resolution.',
    ])
  })

  test.each([
    [{ x: -1, y: 0, width: 1, height: 1 }, 'x'],
    [{ x: 0, y: 0, width: 0, height: 1 }, 'width'],
    [{ x: 0, y: 0, width: 'NaN', height: 1 }, 'width'],
    [{ x: 0, y: 0, width: 1, height: 1, mpp: 0 }, 'mpp'],
    [{ x: 0, y: 0, width: 1, height: 1, surprise: 1 }, 'surprise'],
    [{ x: 0, y: 0, width: 1, height: 1, format: 'gif' }, 'format'],
  ])('where it makes no sense: %j', async (query, field) => {
    const reply = await get(brightfield.imageId, query)
    expect([reply.status, Object.keys(reply.json.fields)]).toEqual([400, [field]])
  })

  test('when the slide was deleted', async () => {
    const slide = await addRealSlide(api.context, api.home.admin.organizationId, made.colors)
    await api.context.database.asSystem((tx) =>
      tx.update(images).set({ deletedAt: new Date() }).where(eq(images.id, slide.imageId)),
    )
    expect((await get(slide.imageId, small)).status).toBe(404)
  })

  test('when its file is gone, and nothing is counted', async () => {
    const slide = await addRealSlide(api.context, api.home.admin.organizationId, made.colors)
    await api.context.storage.delete({
      organizationId: api.home.admin.organizationId,
      path: `files/${slide.fileId}/original`,
    })
    const reply = await get(slide.imageId, small)
    expect([reply.status, reply.json.code]).toEqual([503, 'unavailable'])
    expect(await rows('select 1 from downloads where image_id = $1', [slide.imageId])).toEqual([])
  })
})

const samples = process.env.CRESYL_SAMPLES
if (samples) {
  describe('a region of a real slide', () => {
    const path = join(samples, 'svs/CMU-1-Small-Region.svs')

    test('has the pixels that the library renders at 1 µm/px', async () => {
      const { imageId } = await addRealSlide(api.context, api.home.admin.organizationId, path)
      const region = { x: 960, y: 1200, width: 480, height: 240, mpp: 1 }
      const { data } = readPng((await get(imageId, { ...region, format: 'png' })).bytes)
      expect(isSame(data, (await rendered(path, region)).data as Uint8Array)).toBe(true)
    })

    test('of its label is for those who may see it', async () => {
      const { labelId: label } = await addRealSlide(api.context, api.home.admin.organizationId, path)
      const region = { x: 0, y: 0, width: 100, height: 100, format: 'png' }
      expect((await get(label, region, api.home.user)).status).toBe(404)
      const reply = await get(label, region, api.home.manager)
      expect(reply.status).toBe(200)
      expect(reply.headers['content-disposition']).toContain('CMU-1-Small-Region.svs label 0 0 100 100')
    })
  })
}

test('what is cut from a virtual image says so, in its name and in itself', async () => {
  const { imageId } = await addRealSlide(api.context, api.home.admin.organizationId, made.colors)
  await api.context.database.asSystem((tx) =>
    tx
      .update(images)
      .set({ kind: 'output', metadata: { Virtual: 'yes' } })
      .where(eq(images.id, imageId)),
  )
  for (const format of ['png', 'jpeg']) {
    const query = { x: 0, y: 0, width: 40, height: 30, format }
    const { status, headers, bytes } = await get(imageId, query)
    expect([status, String(headers['content-disposition'])]).toEqual([
      200,
      expect.stringContaining(' virtual 0 0'),
    ])
    expect(bytes.toString('latin1')).toContain('Virtual: yes: no microscope saw this')
  }
})
