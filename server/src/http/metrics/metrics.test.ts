import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { takeSnapshot } from '../../platform/metrics/snapshot.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { type CollectMetrics, serveMetrics } from './metrics.ts'
import { measureRequests } from './request-metrics.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(() => api?.close())

interface Scrape {
  remoteAddress?: string
  headers?: Record<string, string>
}

async function scrape({ remoteAddress = '127.0.0.1', headers = {} }: Scrape = {}) {
  const reply = await api.app.inject({
    url: '/metrics',
    remoteAddress,
    headers: { host: 'localhost:18080', ...headers },
  })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body }
}

/** The value of one series; undefined where there is none. */
function seriesValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe('who may read metrics', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('a program at %s', async (remoteAddress) => {
    const { status, headers } = await scrape({ remoteAddress })

    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each<[string, Scrape]>([
    ['another machine', { remoteAddress: '10.0.0.7' }],
    [
      'another machine that says it is this one',
      { remoteAddress: '10.0.0.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
    ],
    ['someone behind a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.5' } }],
    ['a proxy on this machine that speaks for it', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['someone behind a proxy with the newer header', { headers: { forwarded: 'for=203.0.113.5' } }],
    ['someone behind a proxy that tells nothing but our name', { headers: { host: 'slides.example.org' } }],
    ['a page whose name was pointed here', { headers: { host: 'evil.example:18080' } }],
    ['a request with a nonsensical name', { headers: { host: '][' } }],
  ])('not %s', async (_who, from) => {
    const { status, text } = await scrape(from)

    expect(status).toBe(403)
    expect(JSON.parse(text).detail).toContain('programs on the same machine')
  })
})

describe('requests', () => {
  it('are counted by the pattern of their route and the class of their status', async () => {
    const id = '0192f0c1-0000-7000-8000-000000000000'
    await request(api, api.home.guest, { url: `/api/projects/${id}` })
    await request(api, null, { url: '/api/projects/' })
    await request(api, null, { url: '/assets/app-0a1b2c3d.js' })
    const { text } = await scrape()

    const count = (method: string, route: string, status: string) =>
      seriesValue(
        text,
        `cresyl_http_request_seconds_count{method="${method}",route="${route}",status="${status}",process="api"}`,
      )
    expect(count('GET', '/api/projects/:id', '4xx')).toBe(1)
    expect(count('GET', '/api/projects', '4xx')).toBe(1)
    expect(count('GET', '/assets/*', '2xx')).toBe(1)
  })

  it('never appear by what people typed', async () => {
    const secret = createHash('sha256').update(randomBytes(8)).digest('hex')
    await request(api, null, { url: `/api/${secret}` })
    await request(api, null, { url: `/storage/${secret}.svs` })
    await request(api, null, { url: `/projects/${secret}` })
    await request(api, null, { url: `/api/projects/${secret}?token=${secret}` })
    const { text } = await scrape()

    expect(text).not.toContain(secret)
    expect(text).toMatch(/route="other",status="4xx"/)
  })

  it('that were broken off are told apart', async () => {
    const server = Fastify()
    measureRequests(server, api.context.metrics)
    const arrived = Promise.withResolvers<void>()
    server.get('/never/:id', () => {
      arrived.resolve()
      return new Promise(() => {})
    })
    try {
      const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
      const socket = connect(Number(port), '127.0.0.1')
      socket.write('GET /never/7 HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await arrived.promise
      socket.destroy()
      await expect
        .poll(async () => (await scrape()).text)
        .toMatch(/request_seconds_count\{method="GET",route="\/never\/:id",status="aborted"/)
    } finally {
      await server.close()
    }
  })
})

describe('the figures of several processes', () => {
  const scrapeAll = async (collect: CollectMetrics) => {
    const server = Fastify()
    serveMetrics(server, api.context, collect)
    const { body } = await server.inject({ url: '/metrics', headers: { host: 'localhost:18080' } })
    await server.close()
    return body
  }

  it('appear under the name of each, and those of the database once', async () => {
    const worker = createMetrics()
    worker.leaseLosses.inc(3)
    const collectMetrics = async () => [
      { process: 'api-1', metrics: await takeSnapshot(api.context.metrics.registry) },
      // As it arrives from another process.
      { process: 'worker', metrics: JSON.parse(JSON.stringify(await takeSnapshot(worker.registry))) },
    ]
    const body = await scrapeAll(collectMetrics)

    expect(seriesValue(body, 'cresyl_job_lease_losses_total{process="worker"}')).toBe(3)
    expect(seriesValue(body, 'cresyl_job_lease_losses_total{process="api-1"}')).toBe(0)
    expect(seriesValue(body, 'process_resident_memory_bytes{process="worker"}')).toBeGreaterThan(1e6)
    expect(seriesValue(body, 'process_start_time_seconds{process="api-1"}')).toBeGreaterThan(1e9)
    expect(seriesValue(body, 'cresyl_database_up')).toBe(1)
    expect(body.match(/^# TYPE cresyl_job_lease_losses_total /gm)).toHaveLength(1)
    expect(body.match(/^cresyl_audit_seal_lag_seconds/gm)).toHaveLength(1)
  })

  it('are those of the answering process alone where the others cannot be asked', async () => {
    const body = await scrapeAll(() => Promise.reject(new Error('The supervisor did not answer')))

    expect(body).toContain('process="api"')
  })
})

describe('event streams', () => {
  const streams = async () => seriesValue((await scrape()).text, 'cresyl_event_streams{process="api"}')

  it('are counted while they are open', async () => {
    const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    const { token } = api.home.guest
    socket.write(
      `GET /api/events/ HTTP/1.1\r\nHost: localhost:18080\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )

    await expect.poll(streams).toBe(1)
    socket.destroy()
    await expect.poll(streams).toBe(0)
  })
})

describe('every line of the answer', () => {
  it('has the form that Prometheus reads, under names of ours or those every Node process has', async () => {
    const { text } = await scrape()
    const line =
      /^(# (HELP|TYPE) \w+ .+|(cresyl|process|nodejs)_\w+(\{(\w+="([^"\\\n]|\\.)*",?)+\})? [\d.e+-]+|)$/

    expect(text.split('\n').filter((each) => !line.test(each))).toEqual([])
    expect(text).toMatch(/^cresyl_event_loop_delay_seconds\{quantile="0.99",process="api"\} /m)
    expect(text).toMatch(/^cresyl_database_pool_connections\{state="idle",process="api"\} [1-9]/m)
    expect(text).toMatch(/^cresyl_database_pool_wait_seconds_count\{process="api"\} [1-9]/m)
    expect(text).toMatch(/^cresyl_event_streams\{process="api"\} 0$/m)
  })
})
