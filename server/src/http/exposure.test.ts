import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { openTestApi, request, type TestApi } from './test-api.ts'
import { actorFor, examples, requestFor, routeNames } from './test-requests.ts'

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

/** What every reply of the API must keep to itself, whatever the route. */
describe.each(routeNames)('%s', (name) => {
  test('gives no other site leave to call it or to read its reply', async () => {
    const asked = requestFor(name, await examples[name](api, api.home.admin))
    const origin = { origin: otherSite }
    const asking = {
      ...origin,
      'access-control-request-method': asked.method ?? 'GET',
      'access-control-request-headers': 'authorization',
    }
    const host = new URL(api.context.config.origin).host
    const preflight = await api.app.inject({
      method: 'OPTIONS',
      url: asked.url,
      headers: { host, ...asking },
    })
    const reply = await request(api, actorFor(name, api), { ...asked, headers: origin })
    expect([...grants(preflight.headers), ...grants(reply.headers)]).toEqual([])
    expect(preflight.statusCode).toBeGreaterThanOrEqual(400)
  })

  test('takes a token from the header and from nowhere else', async () => {
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

  test('sets no cookie, is never stored on the way, and carries the headers of every reply', async () => {
    const asked = requestFor(name, await examples[name](api, api.home.admin))
    const reply = await request(api, actorFor(name, api), asked)
    expect(reply.status, reply.text).toBeLessThan(300)
    expect(reply.headers).not.toHaveProperty('set-cookie')
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
  })

  test('repeats a refused token neither in its reply nor in the log', async () => {
    const before = api.log.length
    const headers = { authorization: `Bearer ${secret}` }
    const reply = await request(api, null, { ...requestFor(name, { id: newId(), body: {} }), headers })
    expect(reply.status).toBe(401)
    expect(JSON.stringify([reply.text, reply.headers, api.log.slice(before)])).not.toContain(
      secret.slice(0, 20),
    )
  })
})
