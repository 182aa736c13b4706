import { copyFile, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSlide } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRealSlide, type RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import {
  type MadeSlides,
  makePlainSlide,
  makeTestSlides,
} from '../../platform/tiles/test-support/made-slides.ts'
import { openTestApi, type TestApi } from '../test-api.ts'
import { askOverTcp, type RawRequest } from '../test-support/raw-requests.ts'

let api: TestApi
let made: MadeSlides
let harmless: RealSlide

beforeAll(async () => {
  ;[api, made] = await Promise.all([openTestApi(), makeTestSlides()])
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  harmless = await addRealSlide(api.context, api.home.admin.organizationId, made.brightfield)
})

afterAll(async () => {
  await api.close()
  await made.remove()
})

const tileOf = (imageId: string, place = '0/0/0', query = '') =>
  `/api/viewers/tiles/${imageId}/${place}/${query}`
const ask = (url: string, asked?: RawRequest) => askOverTcp(api, api.home.guest, url, asked)
const addImported = (path: string) =>
  addRealSlide(api.context, api.home.admin.organizationId, path, { origin: 'import' })
const figure = async (pattern: RegExp) =>
  Number(pattern.exec(await api.context.metrics.registry.metrics())?.[1])

/** A slide whose header is in order and whose tiles are not. */
async function makeDamaged(name: string): Promise<RealSlide> {
  const path = join(made.folder, name)
  await makePlainSlide(path, 512, 512, 90)
  const added = await addImported(path)
  const bytes = await readFile(path)
  const intact = await openSlide(path)
  await intact.close()
  // Deflate streams begin with 78; the directories hold none.
  for (let at = bytes.indexOf('78', 16, 'hex'); at !== -1; at = bytes.indexOf('78', at + 1, 'hex')) {
    const second = bytes[at + 1] ?? 0
    if ((0x78 * 256 + second) % 31 === 0) bytes.fill(0xff, at, at + 8)
  }
  await writeFile(path, bytes)
  return added
}

describe('a damaged tile', () => {
  test('is refused with a sentence, and the tiles of others go on', async () => {
    const { imageId } = await makeDamaged('damaged.tiff')
    const before = await figure(/^cresyl_tiles_total\{how="refused"\} (\d+)$/m)
    const [bad, ...good] = await Promise.all([
      ask(tileOf(imageId)),
      ...Array.from({ length: 8 }, (_, n) => ask(tileOf(harmless.imageId, `0/${n % 2}/0`))),
    ])
    expect([bad?.status, bad?.json.code]).toEqual([422, 'undecodable'])
    expect(bad?.json.detail).toMatch(/^This part of the slide can't be shown, because its file is damaged/)
    expect(good.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await figure(/^cresyl_tiles_total\{how="refused"\} (\d+)$/m)).toBe(before + 1)
  })
})

describe('a file that is away', () => {
  test('is said to be out of reach, and is read again once it is back', async () => {
    const path = join(made.folder, 'nas.tiff')
    await copyFile(made.brightfield, path)
    const { imageId } = await addImported(path)
    await rename(path, `${path}.away`)
    for (const url of [tileOf(imageId), tileOf(imageId, '0/0/0', '?format=png')]) {
      const reply = await ask(url)
      expect([reply.status, reply.json.code, reply.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
      expect(reply.json.detail).toMatch(/can't be reached at the moment.* ask your system administrator/)
      expect(reply.json.detail).not.toContain('nas.tiff')
    }
    await rename(`${path}.away`, path)
    expect((await ask(tileOf(imageId))).status).toBe(200)
  })

  test('that has become another one gets a sentence, not a crash', async () => {
    const path = join(made.folder, 'replaced.tiff')
    await copyFile(made.brightfield, path)
    const { imageId } = await addImported(path)
    await writeFile(path, 'no slide at all')
    expect((await ask(tileOf(imageId))).json).toMatchObject({
      code: 'unavailable',
      detail: expect.stringMatching(/has changed since it was read/),
    })
    await rm(path)
    expect((await ask(tileOf(imageId))).json).toMatchObject({ code: 'unavailable' })
    expect((await ask(tileOf(harmless.imageId))).status).toBe(200)
  })
})

test.each([
  ['cut off', (path: string) => truncate(path, 3000)],
  ['overwritten', (path: string, { length }: Buffer) => writeFile(path, Buffer.alloc(length, 7))],
])(
  'a stored file that is %s while it is open is refused, and read again once it is whole',
  async (_what, spoil) => {
    const added = await addRealSlide(api.context, api.home.admin.organizationId, made.brightfield)
    const { storage } = api.context
    const path = storage.kind === 'disk' ? storage.fileOf({ ...api.home.admin, path: added.path }) : ''
    const whole = await readFile(path)
    const urls = (x: number) => ['', '?format=png'].map((way) => tileOf(added.imageId, `0/${x}/0`, way))
    const statuses = async (x: number) =>
      (await Promise.all(urls(x).map((url) => ask(url)))).map(({ status }) => status)
    expect(await statuses(0)).toEqual([200, 200])
    await spoil(path, whole)
    expect(await statuses(1)).toEqual([422, 422])
    await writeFile(`${path}.new`, whole)
    await rename(`${path}.new`, path)
    expect(await statuses(1)).toEqual([200, 200])
    expect(await statuses(2)).toEqual([200, 200])
  },
)

test('whoever goes away leaves no work behind', async () => {
  const before = api.log.length
  const { imageId } = await addImported(made.fluorescence)
  const [queued, running] = [/^cresyl_decode_queue (\d+)$/m, /^cresyl_decode_running (\d+)$/m]
  const planes = Array.from({ length: 20 }, (_, n) => `?format=png&t=0&icc=1&plane=${n % 2}`)
  // Decoding is over in no time: it stands still until everybody has left.
  expect((await ask(tileOf(imageId, '0/0/0', '?format=webp'))).status).toBe(200)
  const pids = api.viewing.parts.tiles.pool.pids()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const controllers = planes.map(() => new AbortController())
  const asked = controllers.map(({ signal }, n) =>
    ask(tileOf(imageId, `0/${n % 2}/0`, planes[n]), { signal }).then(
      () => 'answered',
      () => 'left',
    ),
  )
  await expect.poll(async () => (await figure(queued)) + (await figure(running))).toBeGreaterThan(0)
  for (const controller of controllers) controller.abort()
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['left']))
  await expect.poll(() => figure(queued)).toBe(0)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  await expect.poll(() => figure(running)).toBe(0)
  expect(api.log.slice(before).filter((line) => line.includes('"level":50'))).toEqual([])
})

test('five hundred slides can be open at once', async () => {
  const { organizationId } = api.home.admin
  const path = join(made.folder, 'small.tiff')
  await copyFile(made.brightfield, path)
  const first = await addRealSlide(api.context, organizationId, path, { origin: 'import' })
  const location = (await api.viewing.parts.imageAccess.show(memberOf(), first.imageId)).location
  const { tiles } = api.viewing.parts
  const place = { level: 0, x: 0, y: 0, z: 0, t: 0 }
  const never = new AbortController().signal
  const ids = Array.from({ length: 500 }, (_, n) => `slide ${n}`)
  for (let from = 0; from < ids.length; from += 50) {
    const some = ids.slice(from, from + 50)
    const stored = await Promise.all(
      some.map((imageId) => tiles.stored({ ...location, imageId }, place, () => never)),
    )
    expect(stored.every((tile) => tile?.origin === 'stored')).toBe(true)
  }
  expect(tiles.openSlides.state().open).toBeLessThanOrEqual(500)
  expect(tiles.openSlides.state().open).toBeGreaterThan(450)
  expect((await ask(tileOf(harmless.imageId))).status).toBe(200)
})

const memberOf = () => ({
  userId: api.home.admin.userId,
  organizationId: api.home.admin.organizationId,
  permissions: new Set(['view:viewers' as const]),
  superadmin: false,
  acting: false,
})
