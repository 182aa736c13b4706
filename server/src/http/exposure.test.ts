import { Readable } from 'node:stream'
import { failing } from '@cresyl/contract/test-support/failing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { openTestApi, request, type TestApi } from './test-api.ts'
import { actorFor, requestFor, routeNames } from './test-requests.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(async () => {
  await api.close()
})

const otherSite = 'https://evil.example'
const secret = 'eyJhbGciOiJub25lIn0.c2VjcmV0IG9mIGEgcGVyc29u.'

const grants = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('every route', () => {
  test('gives no other site leave to call it', async () => {
    const host = new URL(api.context.config.origin).host
    const wrong = await failing(routeNames, async (name) => {
      const { method = 'GET', url } = requestFor(name, { id: newId() })
      const asking = {
        host,
        origin: otherSite,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      }
      const preflight = await api.app.inject({ method: 'OPTIONS', url, headers: asking })
      expect(grants(preflight.headers)).toEqual([])
      expect(preflight.statusCode).toBeGreaterThanOrEqual(400)
    })
    expect(wrong).toEqual([])
  })

  test('takes a token from the header and from nowhere else', async () => {
    const wrong = await failing(routeNames, async (name) => {
      const { token } = actorFor(name, api)
      const asked = requestFor(name, { id: newId(), body: {} })
      for (const way of [
        { url: `${asked.url}?token=${token}` },
        { url: `${asked.url}?access_token=${token}` },
        { headers: { cookie: `access_token=${token}; token=${token}` } },
        { headers: { authorization: `Basic ${token}` } },
      ]) {
        const reply = await request(api, null, { ...asked, ...way })
        expect([reply.status, reply.json.code]).toEqual([401, 'unauthenticated'])
        expect(reply.text).not.toContain(token)
      }
    })
    expect(wrong).toEqual([])
  })

  test('repeats a refused token neither in its reply nor in the log', async () => {
    const headers = { authorization: `Bearer ${secret}` }
    const wrong = await failing(routeNames, async (name) => {
      const before = api.log.length
      const reply = await request(api, null, { ...requestFor(name, { id: newId(), body: {} }), headers })
      expect(reply.status).toBe(401)
      expect(JSON.stringify([reply.text, reply.headers, api.log.slice(before)])).not.toContain(
        secret.slice(0, 20),
      )
    })
    expect(wrong).toEqual([])
  })
})

/** Past dispatch, since its reply goes on: the headers of an open one are tested beside it. */
describe('the stream of events', () => {
  const url = '/api/events/'

  test('gives no other site leave to call it', async () => {
    const host = new URL(api.context.config.origin).host
    const headers = { host, origin: otherSite, 'access-control-request-method': 'GET' }
    const preflight = await api.app.inject({ method: 'OPTIONS', url, headers })
    expect(grants(preflight.headers)).toEqual([])
    expect(preflight.statusCode).toBeGreaterThanOrEqual(400)
  })

  test('takes a token from the header and from nowhere else, and repeats none', async () => {
    const { token } = api.home.admin
    const before = api.log.length
    for (const way of [
      { url: `${url}?access_token=${token}` },
      { headers: { cookie: `access_token=${token}` } },
      { headers: { authorization: `Basic ${token}` } },
      { headers: { authorization: `Bearer ${secret}` } },
    ]) {
      const reply = await request(api, null, { url, ...way })
      expect([reply.status, reply.json.code]).toEqual([401, 'unauthenticated'])
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' })
      for (const each of [token, secret]) expect(reply.text).not.toContain(each)
    }
    expect(JSON.stringify(api.log.slice(before))).not.toContain(secret.slice(0, 20))
  })
})

/** Past dispatch too: a signed address is all it takes, so that the browser can send and fetch without a token. */
describe('the streaming routes of storage', () => {
  const host = () => new URL(api.context.config.uploadOrigin).host
  // A new one each time: the memory of what has been stored is given back.
  const content = () => Buffer.alloc(4096, 'slide')
  const { length: size } = content()

  async function addresses() {
    const { organizationId } = api.home.admin
    const { storage } = api.context
    const key = { organizationId, path: `files/${newId()}/original` }
    const upload = await storage.uploads.begin({ ...key, size })
    const part = new URL(await storage.uploads.partUrl(upload, 1))
    await storage.put({ ...key, path: `${key.path}.tif` }, Readable.from([content()]))
    const object = new URL(
      await storage.downloadUrl({ ...key, path: `${key.path}.tif` }, { fileName: 'slide.tif' }),
    )
    return { part, object, upload }
  }

  const send = (url: URL, method: 'PUT' | 'GET' | 'OPTIONS', headers: Record<string, string> = {}) =>
    api.app.inject({
      method,
      url: url.pathname + url.search,
      headers: { host: host(), ...headers },
      ...(method === 'PUT' && { payload: content() }),
    })

  test('take parts and give files on the upload origin, and nowhere else', async () => {
    const { part, object, upload } = await addresses()
    expect([part.origin, object.origin]).toEqual(Array(2).fill(api.context.config.uploadOrigin))
    expect((await send(part, 'PUT', { host: 'evil.example' })).statusCode).toBe(421)
    const stored = await send(part, 'PUT')
    expect([stored.statusCode, stored.headers.etag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{64}"$/)])
    const etag = String(stored.headers.etag)
    await api.context.storage.uploads.complete(upload, [{ partNumber: 1, etag }])
    const sent = await send(object, 'GET')
    expect([sent.statusCode, sent.rawPayload.equals(content())]).toEqual([200, true])
    expect(sent.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  })

  test('open to a signed address alone, whoever else someone is', async () => {
    const { part, object } = await addresses()
    for (const [url, method] of [
      [part, 'PUT'],
      [object, 'GET'],
    ] as const) {
      const bare = new URL(url.pathname, url)
      const reply = await send(bare, method, { authorization: `Bearer ${api.home.admin.token}` })
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'signed_url_invalid'])
    }
    expect((await send(part, 'GET')).statusCode).toBe(404)
  })

  test('give no other site leave to use them, and set no cookie', async () => {
    const { part, object } = await addresses()
    const asking = { origin: otherSite, 'access-control-request-method': 'PUT' }
    for (const reply of [
      await send(part, 'OPTIONS', asking),
      await send(part, 'PUT', { origin: otherSite }),
      await send(object, 'GET', { origin: otherSite }),
    ]) {
      expect(grants(reply.headers)).toEqual([])
      expect(reply.headers).not.toHaveProperty('set-cookie')
    }
  })

  test('leave no address in the log that others could use', async () => {
    const { part, object } = await addresses()
    await send(part, 'PUT')
    await send(object, 'GET')
    for (const url of [part, object]) {
      const signature = [...url.searchParams.values()].find((value) => value.length > 40) ?? ''
      expect(signature).not.toBe('')
      expect(api.log.join('')).not.toContain(signature)
    }
  })

  test('are no pages', async () => {
    const reply = await send(new URL('/storage/nothing', 'http://x'), 'GET', { accept: 'text/html' })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'unknown_route'])
  })
})
