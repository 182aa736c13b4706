import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createPyramid, openSlide, renderTile } from '@cresyl/slides'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDecodePool, type DecodePool } from './decode-pool.ts'
import { locate, type MadeSlides, makeTestSlides } from './test-support/made-slides.ts'

let made: MadeSlides
let pool: DecodePool

beforeAll(async () => {
  made = await makeTestSlides()
  pool = createDecodePool({ processes: 1, compileCacheFolder: join(made.folder, 'compiled') })
})

afterAll(async () => {
  await pool.close()
  await made.remove()
})

/** 3 MB, which is more than what is fetched to open it. */
async function makeLargeSlide(path: string): Promise<void> {
  const writer = await createPyramid(path, {
    width: 1024,
    height: 1024,
    pixelType: 'u8',
    samples: 3,
    container: 'bigtiff',
    compression: { kind: 'none' },
  })
  for (let n = 0; n < 16; n += 1) {
    const data = new Uint8Array(256 * 256 * 3).map((_, index) => (index * (n + 3)) & 255)
    await writer.writeTile(n % 4, n >> 2, { width: 256, height: 256, samples: 3, pixelType: 'u8', data })
  }
  await writer.finish()
}

const tile = (x: number, y: number) => ({ kind: 'tile', level: 0, x, y, format: 'png' }) as const

test('a process reads from signed addresses, and goes over to a new one when the old has expired', async () => {
  const path = join(made.folder, 'large.tiff')
  await makeLargeSlide(path)
  const bytes = await readFile(path)
  let valid = 'first'
  const refused: string[] = []
  const server = createServer((request, response) => {
    const signature = new URL(request.url ?? '', 'http://storage').searchParams.get('signature') ?? ''
    if (signature !== valid) {
      refused.push(signature)
      return void response.writeHead(403).end()
    }
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
    const part = bytes.subarray(Number(from), Number(to) + 1)
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`
    response.writeHead(206, { 'content-range': range, etag: '"1"' }).end(part)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const at = (signature: string) => {
    const url = `http://127.0.0.1:${port}/slide?signature=${signature}`
    return locate(path, { imageId: 'remote', source: { kind: 'http', url } })
  }
  const slide = await openSlide(path)
  onTestFinished(() => slide.close())
  const expected = async (x: number, y: number) => {
    const [image] = slide.images
    return image && Buffer.from((await renderTile(image, 0, x, y, { format: 'png' })).bytes)
  }
  expect(Buffer.from((await pool.render(at('first'), tile(0, 0))).bytes)).toEqual(await expected(0, 0))
  valid = 'second'
  expect(Buffer.from((await pool.render(at('second'), tile(3, 3))).bytes)).toEqual(await expected(3, 3))
  expect(refused).toEqual(['first'])
  valid = 'third'
  const error = await pool.render(at('second'), tile(3, 0)).catch((reason) => reason)
  expect(error).toMatchObject({ name: 'SlideError', code: 'unreadable' })
  expect(error.message).not.toContain('signature')
})

test.runIf(process.platform === 'linux')('a process closes an image that is dropped', async () => {
  const location = locate(made.brightfield)
  await pool.render(location, tile(0, 0))
  const isOpen = async () => {
    const folder = `/proc/${pool.pids()[0]}/fd`
    const links = (await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => ''))
    return (await Promise.all(links)).includes(made.brightfield)
  }
  expect(await isOpen()).toBe(true)
  pool.drop(location.imageId)
  await expect.poll(isOpen).toBe(false)
  await pool.render(location, tile(1, 0))
})
