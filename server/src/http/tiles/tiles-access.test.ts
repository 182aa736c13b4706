import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRealImage, addRealSlide, type RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import { audits } from '../../platform/db/schema/index.ts'
import { request, type TestApi } from '../test-api.ts'
import { askOverTcp, type RawRequest } from '../test-support/raw-requests.ts'
import { openSlideApi, type SlideApi } from '../test-support/slide-api.ts'

let opened: SlideApi
let api: TestApi
let slide: RealSlide

beforeAll(async () => {
  opened = await openSlideApi()
  ;({ api, slide } = opened)
})

afterAll(() => opened.close())

const tileOf = (imageId: string, query = '') => `/api/viewers/tiles/${imageId}/0/0/0/${query}`
/** By an address that the framework answers. */
const longWay = (imageId: string, query = '') => tileOf(imageId.toUpperCase(), query)
const thumbnailOf = (imageId: string, query = '') => `/api/viewers/thumbnails/${imageId}/${query}`
const anonymously = (url: string, asked?: RawRequest) => askOverTcp(api, null, url, asked)

describe.each([
  ['a tile', tileOf],
  ['a tile by the way of the framework', longWay],
  ['a thumbnail', thumbnailOf],
])('%s', (_what, urlOf) => {
  test('takes the token from the header or from the address', async () => {
    const { token } = api.home.guest
    expect((await askOverTcp(api, api.home.guest, urlOf(slide.imageId))).status).toBe(200)
    const reply = await anonymously(urlOf(slide.imageId, `?token=${token}`))
    expect(reply.status).toBe(200)
    expect(reply.headers['no-vary-search']).toBe('params=("token")')
    expect((await anonymously(urlOf(slide.imageId, `?icc=1&token=${token}`))).status).toBe(200)
  })

  test.each([
    ['nothing', '', undefined],
    ['an empty token', '?token=', undefined],
    ['a wrong token', '?token=wrong', undefined],
    ['two tokens', '?token=a&token=b', undefined],
    ['another scheme', '', 'Basic abc'],
  ])('refuses %s with 401', async (_case, query, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    const reply = await anonymously(urlOf(slide.imageId, query), { headers })
    expect([reply.status, reply.json.code]).toEqual([401, 'unauthenticated'])
    expect(reply.headers['www-authenticate']).toBe('Bearer')
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test('does not let the address speak where the header is wrong', async () => {
    const headers = { authorization: 'Bearer wrong' }
    expect(
      (await anonymously(urlOf(slide.imageId, `?token=${api.home.guest.token}`), { headers })).status,
    ).toBe(401)
  })

  test('of another organisation is not there, as one that never was', async () => {
    const theirs = await askOverTcp(api, api.away.admin, urlOf(slide.imageId))
    const nobodys = await askOverTcp(api, api.away.admin, urlOf('01980f3e-7c2a-7b3c-8d4e-5f6071829304'))
    expect([theirs.status, theirs.json]).toEqual([404, nobodys.json])
  })

  test('is refused on another host name', async () => {
    const reply = await askOverTcp(api, api.home.guest, urlOf(slide.imageId), {
      headers: { host: 'evil.example' },
    })
    expect([reply.status, reply.json.code]).toEqual([421, 'wrong_host'])
  })

  test('has one line in the log, without its token', async () => {
    const { token } = api.home.guest
    const before = api.log.length
    const reply = await anonymously(urlOf(slide.imageId, `?token=${token}`))
    const id = reply.headers['x-request-id']
    await expect.poll(() => api.log.slice(before).filter((line) => line.includes(String(id)))).toHaveLength(1)
    const line = JSON.parse(api.log.slice(before).find((each) => each.includes(String(id))) ?? '{}')
    expect(line).toMatchObject({
      request: id,
      trace: String(id).replaceAll('-', ''),
      method: 'GET',
      url: urlOf(slide.imageId, '?token=[redacted]'),
      from: '127.0.0.1',
      status: 200,
      ms: expect.any(Number),
      msg: 'answered',
    })
    expect(api.log.join('')).not.toContain(token)
  })

  test('belongs to the trace that it is asked for in', async () => {
    const before = api.log.length
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    await askOverTcp(api, api.home.guest, urlOf(slide.imageId), { headers: { traceparent } })
    await expect
      .poll(() => api.log.slice(before).join(''))
      .toContain('"trace":"4bf92f3577b34da6a3ce929d0e0e4736","parent":"00f067aa0ba902b7"')
  })
})

test('nothing else takes a token from its address, and what it answers does not repeat it', async () => {
  const { token } = api.home.admin
  const urls = [
    `/api/slides/?token=${token}`,
    `/api/viewers/pyramids/${slide.imageId}/?token=${token}`,
    `/api/events/?token=${token}`,
    `/api/viewers/nothing/?token=${token}`,
    `/api/viewers/tiles/${slide.imageId}/0/0/?token=${token}`,
    `/api/viewers/tiles/${slide.imageId}/0/0/%ff/?token=${token}`,
  ]
  const replies = await Promise.all(urls.map((url) => anonymously(url)))
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 404, 404, expect.toBeOneOf([401, 404])])
  for (const { bytes, headers } of replies) {
    expect(bytes.toString() + JSON.stringify(headers)).not.toContain(token.slice(0, 40))
  }
  // An address that cannot be read has no id, and no line.
  const ids = replies.flatMap(({ headers }) => headers['x-request-id'] ?? [])
  expect(ids).toHaveLength(5)
  for (const id of ids) await expect.poll(() => api.log.join('')).toContain(`"request":"${id}"`)
  expect(api.log.join('')).not.toContain(token)
  expect(await api.context.metrics.registry.metrics()).not.toContain(token.slice(0, 40))
})

test('a token without the right to view is refused, and the audit log tells', async () => {
  for (const urlOf of [tileOf, longWay, thumbnailOf]) {
    const { json } = await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/users/tokens/',
      body: { name: 'slides only', permissions: ['read:slides'], days: 1 },
    })
    const member = { ...api.home.admin, token: json.token }
    const reply = await askOverTcp(api, member, urlOf(slide.imageId))
    expect([reply.status, reply.json.code]).toEqual([403, 'forbidden'])
    expect(reply.json.detail).toMatch(/^This API token lacks the permission view:viewers\. /)
    const [row] = await api.context.database.asMember(api.home.admin, (tx) =>
      tx
        .select({ event: audits.event, userId: audits.userId, details: audits.details })
        .from(audits)
        .where(eq(audits.requestId, String(reply.headers['x-request-id']))),
    )
    expect(row).toMatchObject({
      event: 'access.refused',
      userId: api.home.admin.userId,
      details: { permission: 'view:viewers' },
    })
  }
})

test('a label or macro is not there for whoever may not see labels', async () => {
  for (const imageId of [slide.labelId, slide.macroId]) {
    for (const urlOf of [tileOf, longWay, thumbnailOf]) {
      const hidden = await askOverTcp(api, api.home.guest, urlOf(imageId))
      expect([hidden.status, hidden.json.code]).toEqual([404, 'not_found'])
    }
  }
})

test('browsers keep a slide for an hour, but ask each time for a label', async () => {
  const { organizationId } = api.home.admin
  const label = await addRealImage(api.context, organizationId, 'label', opened.made.brightfield, slide.id)
  for (const urlOf of [tileOf, longWay, thumbnailOf]) {
    const kept = async (imageId: string) =>
      (await askOverTcp(api, api.home.admin, urlOf(imageId))).headers['cache-control']
    expect([await kept(slide.imageId), await kept(label)]).toEqual([
      'private, max-age=3600',
      'private, no-cache',
    ])
  }
})

test('a slide that is deleted while people look at it is gone, and back when it is restored', async () => {
  const { imageId, id } = await addRealSlide(
    api.context,
    api.home.admin.organizationId,
    opened.made.brightfield,
  )
  const status = async () => (await askOverTcp(api, api.home.guest, tileOf(imageId))).status
  const { headers } = await askOverTcp(api, api.home.guest, tileOf(imageId))
  expect(await status()).toBe(200)
  await request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${id}/` })
  await expect.poll(status).toBe(404)
  const known = { headers: { 'if-none-match': String(headers.etag) } }
  expect((await askOverTcp(api, api.home.guest, tileOf(imageId), known)).status).toBe(404)
  await request(api, api.home.admin, { method: 'POST', url: `/api/slides/${id}/restore/` })
  await expect.poll(status).toBe(200)
})
