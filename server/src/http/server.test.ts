import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../platform/config/config.ts'
import { acceptJson } from './bodies/json-body.ts'
import { handleErrors } from './error-handler.ts'
import { checkHost } from './guards/host-check.ts'
import { endStalledRequests } from './guards/idle-timeout.ts'
import { openTestApi, request, type TestApi } from './test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(async () => {
  await api.close()
})

/** On a real socket, for what `inject` can't show. */
async function listening(): Promise<{ port: number }> {
  if (!api.app.server.listening) await api.app.listen({ host: '127.0.0.1', port: 0 })
  return api.app.server.address() as { port: number }
}

/** Everything the server sends until it closes the connection, which it must do by itself. */
function untilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const patience = setTimeout(() => reject(new Error(`Still open after: ${text}`)), 20_000)
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(patience)
      resolve(text)
    })
  })
}

const page = { accept: 'text/html' }

describe('probes', () => {
  test('answer without a token and for any host name', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const reply = await request(api, null, { url, headers: { host: '10.0.0.7:8080' } })
      expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    }
  })
})

describe('host names', () => {
  test.each(['evil.example', 'localhost:1', 'localhost:18080.evil.example', ''])(
    '“%s” is refused',
    async (host) => {
      for (const url of ['/', '/api/projects/', '/oidc/.well-known/openid-configuration']) {
        const reply = await request(api, api.home.admin, { url, headers: { ...page, host } })
        expect([reply.status, reply.json.code]).toEqual([421, 'wrong_host'])
        expect(reply.headers.location).toBeUndefined()
      }
    },
  )

  test.each(['127.0.0.1:18080', '[::1]:18080'])('pages asked for on %s move to the origin', async (host) => {
    const reply = await request(api, null, { url: '/project/1?a=b', headers: { ...page, host } })
    expect([reply.status, reply.headers.location]).toEqual([308, 'http://localhost:18080/project/1?a=b'])
  })

  test('pages asked for on the name for uploads move to the origin, what is stored does not', async () => {
    const config = parseConfig(
      { CRESYL_ORIGIN: 'https://lab.example', CRESYL_UPLOAD_ORIGIN: 'https://files.lab.example' },
      '/',
    )
    const app = Fastify()
    handleErrors(app)
    checkHost(app, config)
    app.all('/*', async () => 'through')
    const ask = async (method: 'GET' | 'PUT' | 'POST', url: string, host = 'files.lab.example') => {
      const reply = await app.inject({ method, url, headers: { host } })
      return reply.headers.location ?? reply.statusCode
    }
    expect(await ask('GET', '/slide/1?a=b')).toBe('https://lab.example/slide/1?a=b')
    expect(await ask('PUT', '/storage/uploads/1/parts/1?signature=x')).toBe(200)
    expect(await ask('GET', '/storage/objects/1/x?signature=x')).toBe(200)
    expect(await ask('GET', '/api/projects/')).toBe(421)
    expect(await ask('POST', '/oidc/token')).toBe(421)
    expect(await ask('GET', '/storage/objects/1/x', 'other.lab.example')).toBe(421)
    expect(await ask('GET', '/slide/1', '127.0.0.1:8080')).toBe(421)
    await app.close()
  })

  test("a path can't make that redirect leave the origin", async () => {
    const reply = await request(api, null, {
      url: '//evil.example/',
      headers: { ...page, host: '127.0.0.1:18080' },
    })
    expect(String(reply.headers.location)).toMatch(/^http:\/\/localhost:18080\//)
  })
})

describe('security headers', () => {
  test.each([
    ['a page', '/', page],
    ['an asset', '/assets/app-0a1b2c3d.js', {}],
    ['a reply', '/api/projects/', {}],
    ['a refusal', '/api/nothing/', {}],
    ['a foreign host', '/', { host: 'evil.example' }],
    ['the documentation', '/api/docs', page],
    ['an undecodable address', '/%', {}],
  ])('are on %s', async (_what, url, headers) => {
    const reply = await request(api, api.home.guest, { url, headers })
    expect(reply.headers['content-security-policy']).toMatch(/default-src 'self'.*frame-ancestors 'self'/)
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.headers['referrer-policy']).toBe('no-referrer')
    expect(reply.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })

  test('no origin is given leave to read replies', async () => {
    const reply = await request(api, api.home.guest, {
      url: '/api/projects/',
      headers: { origin: 'https://evil.example' },
    })
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the web app', () => {
  test.each(['/', '/login', '/project/1/old', '/anything/else'])(
    'is served at %s with its configuration',
    async (url) => {
      const reply = await request(api, null, { url, headers: page })
      expect(reply.status).toBe(200)
      expect(reply.headers['cache-control']).toBe('no-cache')
      const json = /id="cresyl-config">([^<]*)</.exec(reply.text)?.[1] ?? ''
      expect(JSON.parse(json)).toMatchObject({
        identity: { issuer: 'http://localhost:18080/oidc' },
        demo_users: [],
      })
    },
  )

  test('is served to clients that take anything, but not in place of a missing file', async () => {
    expect((await request(api, null, { url: '/', headers: { accept: '*/*' } })).status).toBe(200)
    expect((await request(api, null, { url: '/robots.txt', headers: { accept: '*/*' } })).status).toBe(404)
  })

  test('has a page for the ends of pop-ups that does not cut them off from the app', async () => {
    const reply = await request(api, null, { url: '/silent.html?code=c&state=s', headers: page })
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('Signing in')])
    // As the pages of the embedded provider have it.
    expect(reply.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(reply.headers['cache-control']).toBe('no-cache')
    expect(reply.headers['content-security-policy']).toMatch(/script-src 'self'/)
  })

  test('has a service worker that is asked for anew each time', async () => {
    const reply = await request(api, null, { url: '/service-worker.js' })
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(reply.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(reply.headers['content-security-policy']).toMatch(/worker-src 'self'/)
  })

  test('keeps hashed assets for ever and the rest briefly', async () => {
    const asset = await request(api, null, { url: '/assets/app-0a1b2c3d.js' })
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const icon = await request(api, null, { url: '/favicon.svg' })
    expect([icon.status, icon.headers['cache-control']]).toEqual([200, 'public, max-age=300'])
  })

  test.each([
    '/assets/../index.html',
    '/assets/%2e%2e/%2e%2e/secrets/cookie-key',
    '/../secrets/seal-key.pem',
  ])('gives nothing from outside its folder: %s', async (url) => {
    const reply = await request(api, null, { url, headers: { accept: 'image/png' } })
    expect(reply.status).toBe(404)
  })

  test('replies of the API are compressed when they are long', async () => {
    for (let n = 0; n < 12; n += 1) {
      const body = { name: `Compressed ${n}`, description: 'long '.repeat(100) }
      await request(api, api.home.admin, { method: 'POST', url: '/api/projects/', body })
    }
    const reply = await request(api, api.home.admin, {
      url: '/api/projects/',
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(reply.headers['content-encoding']).toBe('gzip')
  })
})

describe('the log', () => {
  test('has a line a request with the id that the reply carries, and no secrets', async () => {
    const reply = await request(api, api.home.admin, {
      url: '/api/organizations/current/?token=secret-in-query',
      headers: { cookie: 'session=secret-in-cookie' },
    })
    const lines = api.log.filter((line) => line.includes(String(reply.headers['x-request-id'])))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).toContain('token=[redacted]')
    expect(api.log.join('')).not.toMatch(/secret-in-(query|cookie)/)
    expect(api.log.join('')).not.toContain(api.home.admin.token)
  })
})

describe('openapi.json', () => {
  test('is served without a token', async () => {
    const reply = await request(api, null, { url: '/api/openapi.json' })
    expect([reply.status, reply.json.openapi]).toEqual([200, '3.1.0'])
    expect(Object.keys(reply.json.paths)).toContain('/api/projects/{id}/')
  })
})

describe('slow and leaving clients', () => {
  test('a body that stops arriving ends with a sentence', async () => {
    const app = Fastify()
    handleErrors(app)
    acceptJson(app)
    endStalledRequests(app.server, 0.2)
    app.post('/', async () => 'done')
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na',
    )
    const reply = await untilClosed(socket)
    await app.close()
    expect(reply).toMatch(/^HTTP\/1\.1 408 /)
    expect(reply).toContain('The request stopped arriving')
  })

  test('a body that comes byte by byte is ended, one that is slow but steady is taken', async () => {
    const app = Fastify()
    acceptJson(app)
    endStalledRequests(app.server, 60, { graceSeconds: 0.3, bytesPerSecond: 4000 })
    app.post('/', async () => 'done')
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const send = async (chunk: string, times: number) => {
      const socket = connect(port, '127.0.0.1')
      const length = chunk.length * times + 2
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`,
      )
      let written = 0
      const dripping = setInterval(() => {
        if (written++ < times) socket.write(chunk)
        else socket.end('}')
      }, 20)
      const reply = await untilClosed(socket)
      clearInterval(dripping)
      return reply
    }
    const replies = await Promise.all([send(' ', 10_000), send(' '.repeat(1000), 30)])
    await app.close()
    expect(replies).toEqual([
      expect.stringMatching(/^HTTP\/1\.1 408 /),
      expect.stringMatching(/^HTTP\/1\.1 200 /),
    ])
  })

  test('a client that is refused before its body has come does not keep its connection', async () => {
    const { port } = await listening()
    const socket = connect(port, '127.0.0.1')
    const host = new URL(api.context.config.origin).host
    socket.write(
      `POST /api/projects/ HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{`,
    )
    const reply = await untilClosed(socket)
    expect(reply).toMatch(/^HTTP\/1\.1 401 /)
  })

  test.each([
    ['what is not HTTP', 'HELLO\r\n\r\n', 400, 'malformed_request'],
    ['endless headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ])('%s gets a sentence', async (_what, bytes, status, code) => {
    const { port } = await listening()
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    const reply = await untilClosed(socket)
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(reply).toContain(code)
    expect(reply).toContain('X-Content-Type-Options: nosniff')
  })

  test('a method that nobody knows is refused in a sentence', async () => {
    const { port } = await listening()
    const host = new URL(api.context.config.origin).host
    const status = await new Promise((resolve, reject) => {
      httpRequest({ port, path: '/api/projects', method: 'QUERY', headers: { host } }, (reply) =>
        resolve(reply.statusCode),
      )
        .on('error', reject)
        .end()
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  test('an empty body is no stalled one', async () => {
    const { port } = await listening()
    const headers = {
      host: new URL(api.context.config.origin).host,
      authorization: `Bearer ${api.home.admin.token}`,
      'content-type': 'application/json',
      'content-length': '0',
    }
    const status = await new Promise((resolve, reject) => {
      httpRequest({ port, path: '/api/projects/', method: 'POST', headers }, (reply) =>
        resolve(reply.statusCode),
      )
        .on('error', reject)
        .end()
    })
    expect(status).toBe(400)
  })

  test('a body that keeps arriving slowly is taken', async () => {
    const app = Fastify()
    acceptJson(app)
    const idleSeconds = 1
    endStalledRequests(app.server, idleSeconds)
    app.post('/', async (received) => received.body)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const reply = await new Promise<string>((resolve, reject) => {
      const slow = httpRequest(
        { port, method: 'POST', headers: { 'content-type': 'application/json' } },
        (response) => {
          response.setEncoding('utf8').on('data', resolve)
        },
      )
      slow.on('error', reject)
      void (async () => {
        const began = performance.now()
        slow.write('{"a":"slow but sure"')
        // Each pause is a twentieth of what is allowed, and all of them together are more.
        while (performance.now() - began < idleSeconds * 1200) {
          slow.write(' ')
          await sleep(idleSeconds * 50)
        }
        slow.end('}')
      })()
    })
    await app.close()
    expect(JSON.parse(reply)).toEqual({ a: 'slow but sure' })
  })
})
