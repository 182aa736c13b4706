import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginUpload, bytesOf, newKey, stream } from '../../platform/storage/test-support/samples.ts'
import { appOrigin, openTestDisk, type TestDisk } from '../../platform/storage/test-support/test-disk.ts'
import { sendHalf } from '../../platform/storage/test-support/test-requests.ts'

let disk: TestDisk

beforeAll(async () => {
  disk = await openTestDisk()
})

afterAll(async () => {
  await disk.close()
})

async function partUrl() {
  const { upload, part } = await beginUpload(disk)
  return { url: await disk.storage.uploads.partUrl(upload, 1), bytes: part(1), upload }
}

async function objectUrl(fileName = 'slide.svs', size = 1000) {
  const key = newKey(disk)
  await disk.storage.put(key, stream(bytesOf('an object', size)))
  return disk.storage.downloadUrl(key, { fileName })
}

async function ask(url: string, init?: RequestInit) {
  const reply = await fetch(url, init)
  return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await reply.text() }
}

describe('a page of the app', () => {
  test('may send parts from its own origin and read the ETag', async () => {
    const { url, bytes } = await partUrl()
    const preflight = await ask(url, {
      method: 'OPTIONS',
      headers: { origin: appOrigin, 'access-control-request-method': 'PUT' },
    })
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': appOrigin,
        'access-control-allow-methods': 'PUT, GET, HEAD',
        'access-control-allow-headers': 'Content-Type, Range, If-Range',
      },
    })
    const headers = { origin: appOrigin, 'content-type': 'image/tiff' }
    expect(await ask(url, { method: 'PUT', body: Buffer.from(bytes), headers })).toMatchObject({
      status: 200,
      text: '',
      headers: {
        etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
        'access-control-allow-origin': appOrigin,
        'access-control-expose-headers': expect.stringContaining('ETag'),
        vary: 'Origin',
      },
    })
  })

  test('can read why a part was refused', async () => {
    const { url } = await partUrl()
    const reply = await ask(url, { method: 'PUT', body: 'too short', headers: { origin: appOrigin } })
    expect(reply).toMatchObject({ status: 400, headers: { 'access-control-allow-origin': appOrigin } })
    expect(JSON.parse(reply.text)).toMatchObject({
      code: 'invalid_input',
      detail: expect.stringMatching(/bytes/),
    })
  })

  test('of another origin is given no leave', async () => {
    const { url } = await partUrl()
    for (const origin of ['http://evil.example', 'null', `${appOrigin}.evil.example`]) {
      const { headers } = await ask(url, { method: 'OPTIONS', headers: { origin } })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('a part', () => {
  test('needs a Content-Length', async () => {
    const { url, bytes } = await partUrl()
    const status = await new Promise((resolve, reject) => {
      const sent = request(url, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
      sent.on('error', reject)
      sent.end(bytes)
    })
    expect(status).toBe(411)
  })

  test('that stops arriving is ended, and can be sent again', async () => {
    const { url, bytes, upload } = await partUrl()
    const stalled = await sendHalf(disk, url, bytes)
    expect(await stalled.outcome).toBe(408)
    expect(await disk.storage.uploads.listParts(upload)).toEqual([])
    expect((await ask(url, { method: 'PUT', body: Buffer.from(bytes) })).status).toBe(200)
  })

  test('may arrive in pieces', async () => {
    const { url, bytes } = await partUrl()
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-length': bytes.length }
      const sent = request(url, { method: 'PUT', headers }, (reply) => resolve(reply.statusCode))
      sent.on('error', reject)
      const size = Math.ceil(bytes.length / 6)
      const sendFrom = (start: number) => {
        if (start >= bytes.length) sent.end()
        else sent.write(bytes.subarray(start, start + size), () => sendFrom(start + size))
      }
      sendFrom(0)
    })
    expect(status).toBe(200)
  })

  test('is not read by a program that announces a compressed one', async () => {
    const { url, bytes } = await partUrl()
    const headers = { 'content-encoding': 'gzip' }
    expect((await ask(url, { method: 'PUT', body: Buffer.from(bytes), headers })).status).toBe(200)
  })
})

describe('a download', () => {
  test('can do nothing in a browser but be saved', async () => {
    const { status, headers } = await ask(await objectUrl())
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="slide.svs"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
  })

  test.each([
    ['a\r\nSet-Cookie: x=1', 'attachment; filename="a__Set-Cookie: x=1"'],
    [
      'a"; filename="b.exe',
      `attachment; filename="a_; filename=_b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe`,
    ],
    ['../../etc/passwd', 'attachment; filename="__.._etc_passwd"'],
    ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
    ['\u202egpj.exe', 'attachment; filename="_gpj.exe"'],
    ['  ', 'attachment; filename="download"'],
    ["it's 100%.tif", `attachment; filename="it's 100_.tif"; filename*=UTF-8''it%27s%20100%25.tif`],
  ])('named %j has a header that says only that', async (name, header) => {
    const { headers } = await ask(await objectUrl(name))
    expect(headers['content-disposition']).toBe(header)
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('says where the file ends when asked for more', async () => {
    const url = await objectUrl()
    for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) {
      const reply = await ask(url, { headers: { range } })
      expect([reply.status, reply.headers['content-range']]).toEqual([416, 'bytes */1000'])
      expect(JSON.parse(reply.text)).toMatchObject({ code: 'range_not_satisfiable' })
    }
  })

  test.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'bytes=0-1,5-6', 'lines=1-2', '0-5'])(
    'with a range that means nothing (%s) is sent whole',
    async (range) => {
      const reply = await ask(await objectUrl(), { headers: { range } })
      expect([reply.status, reply.headers['content-length']]).toEqual([200, '1000'])
    },
  )

  test('goes on where it stopped only if the file is still the same', async () => {
    const url = await objectUrl()
    const { etag = '' } = (await ask(url)).headers
    const goOn = (version: string) => ask(url, { headers: { range: 'bytes=500-', 'if-range': version } })
    expect(await goOn(etag)).toMatchObject({ status: 206, headers: { 'content-length': '500' } })
    expect(await goOn('"another"')).toMatchObject({ status: 200, headers: { 'content-length': '1000' } })
  })

  test('is announced by HEAD', async () => {
    const reply = await ask(await objectUrl(), { method: 'HEAD' })
    expect([reply.status, reply.headers['content-length'], reply.text]).toEqual([200, '1000', ''])
  })

  test('of what has been deleted is not found', async () => {
    const key = newKey(disk)
    await disk.storage.put(key, stream(bytesOf('x', 10)))
    const url = await disk.storage.downloadUrl(key, { fileName: 'x' })
    await disk.storage.delete(key)
    expect(await ask(url)).toMatchObject({ status: 404 })
  })
})
