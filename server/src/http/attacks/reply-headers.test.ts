import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import { newId } from '../../platform/id.ts'
import type { TestApi } from '../test-api.ts'
import { followEvents } from '../test-support/event-follower.ts'
import { askOverTcp, type RawReply } from '../test-support/raw-requests.ts'
import { addressWith, routeTable } from '../test-support/route-table.ts'
import { openSlideApi, type SlideApi } from '../test-support/slide-api.ts'

let opened: SlideApi
let api: TestApi
let slide: RealSlide

beforeAll(async () => {
  opened = await openSlideApi()
  ;({ api, slide } = opened)
})

afterAll(() => opened.close())

type Headers = RawReply['headers']

/** What any reply needs, whatever it is, so that a browser makes nothing else of it. */
function faultsOf(headers: Headers): string[] {
  const policy = String(headers['content-security-policy'])
  const runsNothing = /(^|; )sandbox(;|$)/.test(policy)
  return [
    headers['x-content-type-options'] !== 'nosniff' && 'may be taken for something else',
    !runsNothing && !/script-src 'self'|default-src 'none'|default-src 'self'/.test(policy) && 'runs scripts',
    /script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*|https?:)/.test(policy) && 'runs scripts of others',
    !runsNothing && !/frame-ancestors '(self|none)'/.test(policy) && 'may be framed',
    !runsNothing &&
      !/^(no-referrer|strict-origin)$/.test(String(headers['referrer-policy'])) &&
      'passes its address on',
    headers['x-powered-by'] !== undefined && 'says what it is made with',
    headers.server !== undefined && 'says what it is served by',
  ].filter((fault) => fault !== false)
}

const ask = (url: string, headers: Record<string, string> = {}, method = 'GET', member = api.home.admin) =>
  askOverTcp(api, headers.authorization === '' ? null : member, url, { method, headers })

const anonymous = { authorization: '' }

const otherSite = 'https://evil.example'

/** What each address answers to a stranger on the page of another site, by each method. */
async function askAll(): Promise<[name: string, headers: Headers][]> {
  const replies: [string, Headers][] = []
  for (const { method, path } of routeTable(api.app)) {
    const sent = { ...anonymous, origin: otherSite }
    const { headers, status } = await ask(addressWith(path, newId()), sent, method)
    replies.push([`${method} ${path}, ${status}`, headers])
  }
  return replies
}

let asked: ReturnType<typeof askAll> | undefined

/** Asked once: two tests look at them. */
function repliesToStrangers() {
  asked ??= askAll()
  return asked
}

describe('the headers that keep a reply what it is', () => {
  test('are on what each address answers to a stranger, by each method', async () => {
    const faults = (await repliesToStrangers()).flatMap(([name, headers]) =>
      faultsOf(headers).map((fault) => `${name}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  const tile = () => `/api/viewers/tiles/${slide.imageId}/0/0/0/`
  const json = { 'content-type': 'application/json' }
  const forbidden = () => askOverTcp(api, api.home.guest, '/api/files/')

  test.each<[string, number, () => Promise<{ status: number; headers: Headers }>]>([
    ['a reply', 200, () => ask('/api/projects/')],
    ['a refusal for want of rights', 403, forbidden],
    ['what is not there', 404, () => ask(`/api/projects/${newId()}/`)],
    ['a wrong method', 405, () => ask('/api/projects/', {}, 'PUT')],
    ['a body of another kind', 415, () => ask('/api/projects/', { 'content-type': 'text/plain' }, 'POST')],
    ['a wrong body', 400, () => ask('/api/projects/', json, 'POST')],
    ['another host', 421, () => ask('/api/projects/', { host: 'evil.example' })],
    ['a page on another name', 308, () => ask('/slide/1', { host: '127.0.0.1:18080', accept: 'text/html' })],
    ['an address that can’t be decoded', 404, () => ask('/%')],
    ['the app', 200, () => ask('/slide/1', { accept: 'text/html' })],
    ['an asset', 200, () => ask('/assets/app-0a1b2c3d.js')],
    ['the page of pop-ups', 200, () => ask('/silent.html')],
    ['the service worker', 200, () => ask('/service-worker.js')],
    ['a missing asset', 404, () => ask('/assets/none.js')],
    ['a tile', 200, () => ask(tile())],
    [
      'a tile by the way of the framework',
      200,
      () => ask(tile().toUpperCase().replace('/API/VIEWERS/TILES', '/api/viewers/tiles')),
    ],
    ['a tile of which there is none', 404, () => ask(tile().replace('/0/0/0', '/0/99/99'))],
    ['a tile without a token', 401, () => ask(tile(), anonymous)],
    ['a thumbnail', 200, () => ask(`/api/viewers/thumbnails/${slide.imageId}/`)],
    ['a region', 200, () => ask(`/api/viewers/regions/${slide.imageId}/?x=0&y=0&width=9&height=9`)],
    ['the stream of events', 200, openStream],
    ['a download', 200, () => download('GET')],
    ['the head of a download', 200, () => download('HEAD')],
    ['a download that nobody signed', 403, () => ask('/storage/objects/x', anonymous)],
    ['the leave to upload', 204, () => ask('/storage/uploads/1/parts/1', anonymous, 'OPTIONS')],
    ['the provider’s description', 200, () => ask('/oidc/.well-known/openid-configuration', anonymous)],
    ['its keys', 200, () => ask('/oidc/jwks', anonymous)],
    ['its refusal of a token', 400, () => ask('/oidc/token', anonymous, 'POST')],
    [
      'its refusal of a sign-in',
      400,
      () => ask('/oidc/auth?client_id=nobody', { ...anonymous, accept: 'text/html' }),
    ],
    ['what it does not know', 404, () => ask('/oidc/nowhere', anonymous)],
    ['its refusal of U+0000', 400, () => ask('/oidc/auth?state=%00', anonymous)],
    ['the documentation', 200, () => ask('/api/docs', anonymous)],
    ['a probe', 200, () => ask('/healthz', anonymous)],
  ])('are on %s (%i)', async (_what, status, get) => {
    const reply = await get()
    expect(reply.status).toBe(status)
    expect(faultsOf(reply.headers)).toEqual([])
  })

  test('are on a tile that someone has already (304)', async () => {
    const { headers } = await ask(tile())
    const again = await ask(tile(), { 'if-none-match': String(headers.etag) })
    expect([again.status, faultsOf(again.headers)]).toEqual([304, []])
  })
})

describe('another site', () => {
  test('may read no reply of any address', async () => {
    const replies = await repliesToStrangers()
    const read = replies.filter(([, headers]) => headers['access-control-allow-origin'] !== undefined)
    expect(read.map(([name]) => name)).toEqual([])
  })

  test('may read what the provider says of itself to everyone, and gets no token there', async () => {
    for (const url of ['/oidc/.well-known/openid-configuration', '/oidc/jwks']) {
      const { headers } = await ask(url, { ...anonymous, origin: otherSite })
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
    const { clientId } = api.context.config.identity
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId })
    const reply = await api.app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: {
        host: new URL(api.context.config.origin).host,
        origin: otherSite,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: form.toString(),
    })
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'invalid_request'])
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('gets no leave from the provider beforehand, nor with a refusal; the app does', async () => {
    const leaveFor = async (from: string, method: string) => {
      const asked = { ...anonymous, origin: from, 'access-control-request-method': 'POST' }
      const { headers } = await ask('/oidc/token', asked, method)
      return Object.keys(headers).filter((name) => name.startsWith('access-control-'))
    }
    for (const from of [otherSite, 'null']) {
      for (const method of ['OPTIONS', 'POST']) expect(await leaveFor(from, method)).toEqual([])
    }
    expect(await leaveFor(api.context.config.origin, 'OPTIONS')).toContain('access-control-allow-origin')
  })
})

async function openStream() {
  const host = new URL(api.context.config.origin).host
  const follower = await followEvents(api.app, { token: api.home.admin.token, host })
  follower.close()
  return follower
}

async function download(method: 'GET' | 'HEAD') {
  const { organizationId } = api.home.admin
  const key = { organizationId, path: `files/${newId()}/original` }
  await api.context.storage.put(key, Readable.from([Buffer.from('a slide')]))
  const url = new URL(await api.context.storage.downloadUrl(key, { fileName: 'a.svs' }))
  return ask(url.pathname + url.search, { ...anonymous, host: url.host }, method)
}
