import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileSource } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openImage } from './image-location.ts'
import { createOpenSlides, type OpenSlidesOptions } from './open-slides.ts'
import { locate, makePlainSlide } from './test-support/made-slides.ts'

let folder: string
let path: string
let small: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-slides-'))
  path = join(folder, 'large.tiff')
  small = join(folder, 'small.tiff')
  await makePlainSlide(path, 700, 300, 200)
  await makePlainSlide(small, 175, 75, 90)
})

afterAll(() => rm(folder, { recursive: true }))

/** Counts what is opened and closed, under ids of the test's own. */
function prepare(options: OpenSlidesOptions = {}) {
  const counts = { opened: 0, closed: 0 }
  const slides = createOpenSlides({
    openSource: async () => {
      const source = await openFileSource(path)
      counts.opened += 1
      return {
        ...source,
        close: () => {
          counts.closed += 1
          return source.close()
        },
      }
    },
    ...options,
  })
  onTestFinished(() => slides.close())
  const use = (imageId: string) => slides.use(locate(path, { imageId }), async ({ image }) => image.width)
  return { slides, counts, use }
}

/** Files of the test's folder that this process has open. */
async function openFiles(): Promise<string[]> {
  const links = await readdir('/proc/self/fd')
  const targets = await Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(folder))
}

describe('open slides', () => {
  test('are opened once for all who use them at the same time and after', async () => {
    const { slides, counts, use } = prepare()
    expect(await Promise.all([use('a'), use('a'), use('a')])).toEqual([700, 700, 700])
    await use('a')
    expect(counts).toEqual({ opened: 1, closed: 0 })
    expect(slides.state()).toMatchObject({ open: 1, used: 0 })
    expect(slides.isOpen('a')).toBe(true)
  })

  test('are closed by their number, the least recently used first', async () => {
    const { slides, counts, use } = prepare({ maxCount: 2 })
    for (const id of ['a', 'b', 'a', 'c', 'a']) await use(id)
    expect(counts).toEqual({ opened: 3, closed: 1 })
    expect([slides.isOpen('a'), slides.isOpen('b'), slides.isOpen('c')]).toEqual([true, false, true])
  })

  test('are closed by what they hold together', async () => {
    const { slides, use } = prepare({ maxBytes: 700_000 })
    for (const id of ['a', 'b', 'c', 'd']) await use(id)
    const { open, bytes } = slides.state()
    expect(open).toBe(2)
    expect(bytes).toBeLessThanOrEqual(700_000)
  })

  test('are not closed while they are used, however many there are', async () => {
    const { slides, counts } = prepare({ maxCount: 1 })
    const gate = Promise.withResolvers<void>()
    const widths = ['a', 'b', 'c'].map((imageId) =>
      slides.use(locate(path, { imageId }), async ({ image }) => {
        await gate.promise
        return (await image.rawTile(0, 2, 1)).width
      }),
    )
    await expect.poll(() => slides.state().used).toBe(3)
    expect(counts.closed).toBe(0)
    gate.resolve()
    expect(await Promise.all(widths)).toEqual([188, 188, 188])
    expect(slides.state().open).toBe(1)
  })

  test('that are dropped are closed after their last use, and opened anew for others', async () => {
    const { slides, counts, use } = prepare()
    const gate = Promise.withResolvers<void>()
    const inside = Promise.withResolvers<void>()
    const using = slides.use(locate(path, { imageId: 'a' }), async ({ image }) => {
      inside.resolve()
      await gate.promise
      return (await image.rawTile(0, 0, 0)).data[0]
    })
    await inside.promise
    slides.drop('a')
    expect(counts).toEqual({ opened: 1, closed: 0 })
    await use('a')
    expect(counts).toEqual({ opened: 2, closed: 0 })
    gate.resolve()
    expect(await using).toBe(200)
    expect(counts).toEqual({ opened: 2, closed: 1 })
    expect(slides.state().bytes).toBeGreaterThan(0)
    slides.drop('a')
    expect(slides.state()).toEqual({ open: 0, used: 0, bytes: 0 })
  })

  test('are closed when nobody has used them for a while', async () => {
    const { slides, counts, use } = prepare({ idleMilliseconds: 30 })
    await use('a')
    await expect.poll(() => counts.closed).toBe(1)
    expect(slides.state()).toEqual({ open: 0, used: 0, bytes: 0 })
    await use('a')
    expect(counts.opened).toBe(2)
  })

  test('are not kept when all who wanted them have gone before they were open', async () => {
    const gate = Promise.withResolvers<void>()
    const { slides, counts } = prepare({
      openSource: async () => {
        await gate.promise
        const source = await openFileSource(path)
        counts.opened += 1
        return { ...source, close: () => source.close().finally(() => counts.closed++) }
      },
    })
    const controller = new AbortController()
    const using = slides.use(locate(path), async () => 1, controller.signal)
    const reason = new Error('the client went away')
    controller.abort(reason)
    await expect(using).rejects.toBe(reason)
    expect(slides.state().open).toBe(0)
    gate.resolve()
    await expect.poll(() => counts).toEqual({ opened: 1, closed: 1 })
  })

  test('that cannot be opened say why, are tried again each time and leave no file open', async () => {
    const broken = join(folder, 'broken.tiff')
    await writeFile(broken, 'II*\0not a slide at all')
    const slides = createOpenSlides()
    onTestFinished(() => slides.close())
    const before = (await openFiles()).length
    for (let n = 0; n < 20; n += 1) {
      await expect(slides.use(locate(broken), async () => 1)).rejects.toMatchObject({ name: 'SlideError' })
      await expect(slides.use(locate(path, { part: 'image 3' }), async () => 1)).rejects.toThrow(
        'image 3: is not in the file, which has 1 images and 0 associated ones',
      )
    }
    expect(slides.state()).toEqual({ open: 0, used: 0, bytes: 0 })
    if (process.platform === 'linux') expect(await openFiles()).toHaveLength(before)
  })

  test('are all closed in the end, after those who use one', async () => {
    const { slides, counts, use } = prepare()
    await use('a')
    const gate = Promise.withResolvers<void>()
    const using = slides.use(locate(path, { imageId: 'b' }), () => gate.promise)
    const order: string[] = []
    const closing = slides.close().then(() => order.push('closed'))
    await expect.poll(() => counts.closed).toBe(1)
    order.push('used')
    gate.resolve()
    await Promise.all([using, closing])
    expect(order).toEqual(['used', 'closed'])
    expect(counts).toEqual({ opened: 2, closed: 2 })
    await expect(use('c')).rejects.toThrow('have been closed')
  })
})

describe('an image', () => {
  test('with levels that were made for it has them after its own', async () => {
    const open = await openImage(
      locate(path, { madeLevels: { source: { kind: 'file', path: small }, firstLevel: 1 } }),
    )
    onTestFinished(() => open.close())
    const sizes = open.image.levels.map(({ width, height, downsample }) => [width, height, downsample])
    expect(sizes).toEqual([
      [700, 300, 1],
      [175, 75, 4],
    ])
    expect((await open.image.rawTile(0, 0, 0)).data[0]).toBe(200)
    const made = await open.image.rawTile(1, 0, 0)
    expect([made.width, made.height, made.data[0]]).toEqual([175, 75, 90])
  })

  test('refuses made levels that don’t fit, and closes both files', async () => {
    const before = process.platform === 'linux' ? (await openFiles()).length : 0
    const large = { source: { kind: 'file', path } as const, firstLevel: 1 }
    await expect(openImage(locate(small, { madeLevels: large }))).rejects.toThrow(
      'made levels: are 700 × 300 px, not smaller than the 175 × 75 px before them',
    )
    const late = { source: { kind: 'file', path: small } as const, firstLevel: 9 }
    await expect(openImage(locate(path, { madeLevels: late }))).rejects.toThrow(
      'made levels: begin at level 9',
    )
    if (process.platform === 'linux') expect(await openFiles()).toHaveLength(before)
  })

  test('can lie behind an address', async () => {
    const bytes = await readFile(path)
    const server = createServer((request, response) => {
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
      if (request.headers['x-secret'] !== 'open') return void response.writeHead(403).end()
      const part = bytes.subarray(Number(from), Number(to) + 1)
      const end = Number(from) + part.length - 1
      response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${bytes.length}` }).end(part)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slide.tiff?signature=1`
    const open = await openImage(
      locate('', { source: { kind: 'http', url, headers: { 'x-secret': 'open' } } }),
    )
    expect((await open.image.rawTile(0, 1, 0)).data[5]).toBe(200)
    await open.close()
    server.closeAllConnections()
    await expect(openImage(locate('', { source: { kind: 'http', url } }))).rejects.toMatchObject({
      code: 'unreadable',
    })
    server.closeAllConnections()
  })
})
