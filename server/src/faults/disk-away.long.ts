import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeSlide } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  childPid,
  isReady,
  issueToken,
  makeProductPlace,
  type Product,
  type ProductPlace,
  runCli,
  startProduct,
  stopProduct,
} from '../test-product.ts'
import { noise } from './test-hostile-slides.ts'
import { type Beside, openBeside } from './test-product-load.ts'
import {
  imageOf,
  openSlideClient,
  patience,
  type SlideClient,
  tilePath,
  untilRead,
  uploadSlide,
} from './test-slide-client.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

let place: ProductPlace
let product: Product
let beside: Beside
let client: SlideClient
let good: Buffer
let harmless: string
let serial = 0

beforeAll(async () => {
  place = await makeProductPlace({ CRESYL_DEMO: 'true', CRESYL_DECODE_PROCESSES: '2' })
  product = await startProduct(place)
  expect(isReady(product), JSON.stringify(product.messages)).toBe(true)
  beside = await openBeside(place)
  client = openSlideClient(product.origin, await issueToken(place))
  const path = join(place.dataDir, 'good.tiff')
  await makeSlide(path, { stain: 'he', seed: 5, width: 1500, height: 1200 })
  good = await readFile(path)
  harmless = (await uploadSlide(client, 'harmless.tiff', good)).imageId
})

afterAll(async () => {
  client.close()
  await beside.close()
  await stopProduct(product)
  await place.remove()
})

interface PlacedSlide {
  imageId: string
  path: string
}

/** Two that were sent to the product: kept in its storage. */
async function addStored(): Promise<PlacedSlide[]> {
  const objects = join(place.dataDir, 'storage', 'objects', beside.organizationId)
  const uploaded = [
    await uploadSlide(client, 'stored.tiff', good),
    await uploadSlide(client, 'stored.tiff', good),
  ]
  return uploaded.map(({ fileId, imageId }) => ({
    imageId,
    path: join(objects, 'files', fileId, 'original'),
  }))
}

/** Two that are read where they lie. */
async function addImported(folder = join(place.dataDir, `imports-${serial++}`)): Promise<PlacedSlide[]> {
  await mkdir(folder, { recursive: true })
  const names = [`imported-${serial++}.tiff`, `imported-${serial++}.tiff`]
  for (const name of names) await writeFile(join(folder, name), good)
  const words = ['import', '--project', 'Folder', '--organization', 'demo', folder]
  const imported = await runCli(place, words)
  expect(imported.code, imported.stdout + imported.stderr).toBe(0)
  const placed: PlacedSlide[] = []
  for (const name of names) {
    const { json } = await client.ask(`files/?search=${name}`)
    const [{ id }] = json.results
    const { reading_state, reading_message } = await untilRead(client, id)
    expect(reading_state, reading_message).toBe('ready')
    placed.push({ imageId: await imageOf(client, id), path: join(folder, name) })
  }
  return placed
}

/** As a copy tool does it: under another name first, with its old time. */
async function putBack(path: string): Promise<void> {
  const { mtime } = await stat(`${path}.copy`)
  await copyFile(`${path}.copy`, `${path}.new`)
  await utimes(`${path}.new`, mtime, mtime)
  await rename(`${path}.new`, path)
}

const troubles: readonly [string, (path: string) => Promise<unknown>][] = [
  ['is removed', (path) => rm(path)],
  ['becomes a folder', (path) => rm(path).then(() => mkdir(path))],
  ['is cut off', (path) => truncate(path, 3000)],
  ['is emptied', (path) => truncate(path, 0)],
  ['is overwritten', (path) => writeFile(path, noise(7, good.length))],
  ['is replaced', (path) => writeFile(`${path}.x`, noise(8, 70_000)).then(() => rename(`${path}.x`, path))],
]

/** Tiles as stored and decoded, none asked for before. */
const waysTo = (imageId: string, round: number) => [
  tilePath(imageId, `0/${round % 5}/${round % 4}`),
  tilePath(imageId, `0/${(round + 2) % 5}/${(round + 1) % 4}`, `?format=png`),
  `viewers/thumbnails/${imageId}/?size=${310 + round}`,
]

async function ask(imageId: string, round: number): Promise<number[]> {
  const answers = await Promise.all(waysTo(imageId, round).map((path) => client.ask(path)))
  for (const { status, json } of answers) {
    if (status === 200) continue
    expect([422, 503], json?.detail).toContain(status)
    expect(json.detail).toMatch(/^[A-Z].{30,}\.$/s)
    expect(json.detail).not.toContain(place.dataDir)
  }
  expect((await client.ask(tilePath(harmless, `0/${round % 5}/0`, '?format=png'))).status).toBe(200)
  return answers.map(({ status }) => status)
}

const allFound = [200, 200, 200]

/** While it is away, answers are sentences; once it is back, they are pictures, for who had it open and who had not. */
async function expectRecovery(
  slides: readonly PlacedSlide[],
  away: () => Promise<unknown>,
  back: () => Promise<unknown>,
) {
  const api = await childPid(place, 'api')
  const [opened, unopened] = slides
  if (!opened || !unopened) throw new Error('There are no two slides')
  expect(await ask(opened.imageId, 0)).toEqual(allFound)
  await away()
  const during: string[] = []
  for (const round of [1, 2, 3]) {
    const first = await ask(opened.imageId, round)
    const second = await ask(unopened.imageId, round)
    during.push(`${first} | ${second}`)
    // A thumbnail may be in storage; a tile must come from the file.
    expect(second.slice(0, 2).filter((status) => status === 200)).toEqual([])
  }
  await back()
  for (const { imageId } of slides) {
    await vi.waitUntil(async () => String(await ask(imageId, 1)) === String(allFound), patience)
    for (const round of [1, 2, 3, 4]) expect(await ask(imageId, round)).toEqual(allFound)
  }
  expect(await childPid(place, 'api')).toBe(api)
  return during.join(' / ')
}

describe.each([
  ['stored', addStored],
  ['imported', addImported],
] as const)('a slide that is %s', (kind, add) => {
  test.each(troubles)(
    'whose file %s gets a sentence, no crash, and is shown again when it is back',
    async (what, spoil) => {
      client.token = await issueToken(place)
      const slides = await add()
      const paths = slides.map(({ path }) => path)
      for (const path of paths) {
        const { mtime } = await stat(path)
        await copyFile(path, `${path}.copy`)
        await utimes(`${path}.copy`, mtime, mtime)
      }
      const during = await expectRecovery(
        slides,
        () => Promise.all(paths.map(spoil)),
        async () => {
          if (what === 'becomes a folder')
            await Promise.all(paths.map((path) => rm(path, { recursive: true })))
          await Promise.all(paths.map(putBack))
        },
      )
      console.log(`${kind}, ${what}: ${during}`)
    },
  )
})

if (isRoot) {
  describe('a disk', () => {
    test('that is unmounted gets a sentence, and its slides are shown when it is mounted again', async () => {
      client.token = await issueToken(place)
      const disk = join(place.dataDir, 'disk')
      const folder = join(place.dataDir, 'mounted')
      for (const each of [disk, folder]) await mkdir(each)
      const mount = () => run('mount', ['--bind', disk, folder])
      const unmount = () => run('umount', ['-l', folder])
      await mount()
      onTestFinished(() =>
        unmount().then(
          () => {},
          () => {},
        ),
      )
      const slides = await addImported(folder)
      console.log(`unmounted: ${await expectRecovery(slides, unmount, mount)}`)
    })

    test('that fails to read gets a sentence, and its slides are shown when it reads again', async () => {
      client.token = await issueToken(place)
      const image = join(place.dataDir, 'disk.img')
      const folder = join(place.dataDir, 'failing')
      await mkdir(folder)
      await run('dd', ['if=/dev/zero', `of=${image}`, 'bs=1M', 'count=32'])
      await run('mkfs.ext4', ['-q', image])
      await run('mount', ['-o', 'loop', image, folder])
      const unmount = () => run('umount', ['-l', folder])
      onTestFinished(() =>
        unmount().then(
          () => {},
          () => {},
        ),
      )
      const slides = await addImported(folder)
      await run('sync', ['-f', folder])
      const whole = await readFile(image)
      const forget = () => writeFile('/proc/sys/vm/drop_caches', '3')
      const during = await expectRecovery(
        slides,
        async () => {
          await truncate(image, 4096)
          await forget()
        },
        async () => {
          await writeFile(image, whole, { flag: 'r+' })
          await forget()
        },
      )
      console.log(`EIO: ${during}`)
    })
  })
}
