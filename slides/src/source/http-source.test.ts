import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seeded } from '../test-support/seeded.ts'
import { cachedSource } from './cached-source.ts'
import { openHttpSource } from './http-source.ts'
import type { RangeServer } from './test-support/range-server.ts'
import { startRangeServer } from './test-support/range-server.ts'

const bytes = seeded(4).bytes(300_000)
const quick = { retryDelay: 1, idleTimeout: 10_000 }
let server: RangeServer

beforeEach(async () => {
  server = await startRangeServer(bytes)
})
afterEach(() => server.close())

test('learns the size with one request and reads ranges', async () => {
  const source = await openHttpSource(server.url, quick)
  expect(source.size).toBe(300_000)
  expect(source.name).toBe(`${new URL(server.url).origin}/slides/one.svs`)
  expect(await source.read(1000, 100)).toEqual(bytes.slice(1000, 1100))
  await expect(source.read(299_999, 2)).rejects.toMatchObject({ code: 'truncated' })
  expect(server.ranges).toEqual(['bytes=0-0', 'bytes=1000-1099'])
})

test('sends the headers it was given', async () => {
  const seen: unknown[] = []
  server.behave = ({ headers }, _response, next) => {
    seen.push([headers.authorization, headers['if-match'], headers['accept-encoding']])
    next()
  }
  const source = await openHttpSource(server.url, { ...quick, headers: { authorization: 'Bearer x' } })
  await source.read(0, 1)
  expect(seen).toEqual([
    ['Bearer x', undefined, 'identity'],
    ['Bearer x', '"v1"', 'identity'],
  ])
})

test('an empty file has size 0', async () => {
  server.bytes = new Uint8Array(0)
  const source = await openHttpSource(server.url, quick)
  expect(source.size).toBe(0)
})

test('a server that ignores ranges is refused with a sentence', async () => {
  server.behave = (_request, response) => response.writeHead(200).end(bytes)
  await expect(openHttpSource(server.url, quick)).rejects.toMatchObject({
    code: 'unreadable',
    reason: 'cannot be read in parts, as its server ignores range requests; download the file first',
  })
})

test('a file replaced under it is noticed, by If-Match, by a weak tag, by its size', async () => {
  for (const [before, after] of [
    ['"v1"', '"v2"'],
    ['W/"v1"', 'W/"v2"'],
    ['"v1"', undefined],
  ]) {
    server.etag = before
    const source = await openHttpSource(server.url, quick)
    await source.read(0, 10)
    server.etag = after
    await expect(source.read(0, 10)).rejects.toMatchObject({
      code: 'unreadable',
      reason: 'changed while it was read',
    })
  }
  server.etag = undefined
  const source = await openHttpSource(server.url, quick)
  server.bytes = bytes.subarray(0, 200_000)
  await expect(source.read(0, 10)).rejects.toMatchObject({ reason: 'changed while it was read' })
  await expect(source.read(250_000, 10)).rejects.toMatchObject({ reason: 'changed while it was read' })
})

test('failures of the server and broken connections are tried again', async () => {
  const source = await openHttpSource(server.url, quick)
  let request = 0
  server.behave = (_request, response, next) => {
    request += 1
    if (request === 1) response.writeHead(503).end()
    else if (request === 2) response.destroy()
    else if (request === 3) {
      // A body that stops half way.
      const range = `bytes 0-9999/${bytes.length}`
      response.writeHead(206, { etag: '"v1"', 'content-range': range, 'content-length': 10_000 })
      response.write(bytes.subarray(0, 5000), () => response.destroy())
    } else next()
  }
  expect(await source.read(0, 10_000)).toEqual(bytes.slice(0, 10_000))
  expect(request).toBe(4)
})

test('tries only a few times, and does not try again what cannot get better', async () => {
  server.behave = (_request, response) => response.writeHead(500).end()
  await expect(openHttpSource(server.url, quick)).rejects.toThrow(/the server failed \(HTTP 500\)$/)
  expect(server.ranges).toHaveLength(4)
  server.behave = (_request, response) => response.writeHead(404).end()
  await expect(openHttpSource(server.url, quick)).rejects.toThrow(/does not exist \(HTTP 404\)$/)
  server.behave = (_request, response) => response.writeHead(403).end()
  await expect(openHttpSource(server.url, quick)).rejects.toThrow(/\(HTTP 403\)$/)
  expect(server.ranges).toHaveLength(6)
})

test('bodies that are too short, too long or of another range are refused', async () => {
  const source = await openHttpSource(server.url, quick)
  const size = bytes.length
  const answerWith = (range: string, body: Uint8Array) => {
    server.behave = (_request, response) =>
      response.writeHead(206, { etag: '"v1"', 'content-range': range }).end(body)
    return source.read(100, 10)
  }
  await expect(answerWith(`bytes 100-109/${size}`, bytes.subarray(0, 5))).rejects.toThrow(
    /sent 5 of 10 bytes and stopped$/,
  )
  await expect(answerWith(`bytes 100-109/${size}`, bytes)).rejects.toThrow(/sent more than the 10 bytes/)
  await expect(answerWith(`bytes 0-9/${size}`, bytes.subarray(0, 10))).rejects.toThrow(
    /answered with the bytes 0-9 of 300000 where 100-109 were asked for/,
  )
  await expect(answerWith('bytes 100-109/*', bytes.subarray(0, 10))).rejects.toThrow(/has no known size/)
})

test('a server that stalls is given up after the idle time', async () => {
  const source = await openHttpSource(server.url, { ...quick, attempts: 2, idleTimeout: 50, size: 300_000 })
  server.behave = (_request, response) => {
    response.writeHead(206, { etag: '"v1"', 'content-range': `bytes 0-9/${bytes.length}` })
    response.write(bytes.subarray(0, 3))
  }
  await expect(source.read(0, 10)).rejects.toThrow(/the connection broke \(nothing arrived for 50 ms\)$/)
})

test('an abort ends the request, the waiting between attempts, and the opening', async () => {
  const source = await openHttpSource(server.url, { ...quick, retryDelay: 60_000 })
  const stalled = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  server.behave = (_request, response) => {
    response.on('close', closed.resolve)
    stalled.resolve()
  }
  const controller = new AbortController()
  const read = source.read(0, 10, controller.signal)
  await stalled.promise
  controller.abort(new Error('gone'))
  await expect(read).rejects.toThrow('gone')
  await closed.promise
  expect(server.aborted.count).toBe(1)

  const failing = async () => new Response(null, { status: 503 })
  const retrying = await openHttpSource(server.url, { retryDelay: 60_000, size: 300_000, fetch: failing })
  const waiting = new AbortController()
  const retried = retrying.read(0, 10, waiting.signal)
  // The answer needs no turn of its own: by the next one the wait has begun.
  await nextTurn()
  waiting.abort(new Error('gone too'))
  await expect(retried).rejects.toThrow('gone too')
  await expect(openHttpSource(server.url, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow(
    'no',
  )
})

test('addresses that are none, and secrets in them', async () => {
  await expect(openHttpSource('file:///etc/passwd')).rejects.toThrow('is not an http or https address')
  await expect(openHttpSource('one.svs?token=secret')).rejects.toThrow(
    /^one.svs: is not an http or https address$/,
  )
  server.behave = (_request, response) => response.writeHead(404).end()
  await expect(openHttpSource(server.url)).rejects.not.toThrow(/secret/)
})

test('behind a cache, many readers cost few requests', async () => {
  const source = cachedSource(await openHttpSource(server.url, quick), { blockBytes: 16_384 })
  const random = seeded(5)
  const reads = Array.from({ length: 200 }, async () => {
    const offset = random.below(299_000)
    const part = await source.read(offset, 1000)
    expect(Buffer.compare(part, bytes.subarray(offset, offset + 1000))).toBe(0)
  })
  await Promise.all(reads)
  expect(source.stats()).toMatchObject({ requests: 1, bytes: 300_000, misses: 19 })
})

test('where the size is known, opening asks for nothing, and the first answer fixes the version', async () => {
  const source = await openHttpSource(server.url, { ...quick, size: 300_000 })
  expect(server.ranges).toEqual([])
  expect(source.etag).toBe(undefined)
  expect(await source.read(1000, 100)).toEqual(bytes.slice(1000, 1100))
  expect(source.etag).toBe('"v1"')
  server.etag = '"v2"'
  await expect(source.read(0, 10)).rejects.toMatchObject({ reason: 'changed while it was read' })
  expect(server.ranges).toEqual(['bytes=1000-1099', 'bytes=0-9'])
})

test('a size or a version that was expected and is not there is told', async () => {
  const changed = { code: 'unreadable', reason: 'changed while it was read' }
  const shorter = await openHttpSource(server.url, { ...quick, size: 200_000 })
  await expect(shorter.read(0, 10)).rejects.toMatchObject(changed)
  const other = await openHttpSource(server.url, { ...quick, size: 300_000, etag: '"v0"' })
  await expect(other.read(0, 10)).rejects.toMatchObject(changed)
  const right = await openHttpSource(server.url, { ...quick, size: 300_000, etag: '"v1"' })
  expect(await right.read(0, 10)).toEqual(bytes.slice(0, 10))
})

test('two first answers of different versions are not mixed', async () => {
  const source = await openHttpSource(server.url, { ...quick, size: 300_000 })
  let request = 0
  server.behave = (_request, _response, next) => {
    request += 1
    server.etag = `"v${request}"`
    next()
  }
  const read = await Promise.allSettled([source.read(0, 10), source.read(1000, 10)])
  expect(read.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('each request goes to the address of the moment', async () => {
  const seen: string[] = []
  let token = 'old'
  server.behave = ({ url = '' }, response, next) => {
    seen.push(url)
    if (url.includes('old') && seen.length > 1) response.writeHead(403).end()
    else next()
  }
  const address = () => `${new URL(server.url).origin}/slides/one.svs?token=${token}`
  const source = await openHttpSource(address, { ...quick, size: 300_000 })
  await source.read(0, 10)
  await expect(source.read(0, 10)).rejects.toMatchObject({ code: 'unreadable' })
  token = 'new'
  expect(await source.read(0, 10)).toEqual(bytes.slice(0, 10))
  expect(seen.map((url) => url.slice(-3))).toEqual(['old', 'old', 'new'])
})
