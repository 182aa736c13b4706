import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeSlide } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { query } from '../platform/postgres/test-surroundings.ts'
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
import { heldMegabytes } from './test-held-memory.ts'
import {
  hostileNames,
  makeHostileSlide,
  noise,
  plainPyramid,
  spoil,
  surplusNames,
} from './test-hostile-slides.ts'
import { type Beside, openBeside } from './test-product-load.ts'
import {
  childrenOf,
  imageOf,
  type Looking,
  openFiles,
  openSlideClient,
  patience,
  readLogs,
  type SlideClient,
  startLooking,
  tilePath,
  type UploadedSlide,
  untilRead,
  uploadSlide,
} from './test-slide-client.ts'

const samplesFolder = process.env.CRESYL_SAMPLES

let place: ProductPlace
let product: Product
let beside: Beside
let sender: SlideClient
let viewer: SlideClient
let good: Buffer
let harmless: UploadedSlide
const tokens: string[] = []

beforeAll(async () => {
  place = await makeProductPlace({ CRESYL_DEMO: 'true', CRESYL_DECODE_PROCESSES: '2' })
  product = await startProduct(place)
  expect(isReady(product), JSON.stringify(product.messages)).toBe(true)
  beside = await openBeside(place)
  const added = ['user', 'add', '--org', 'demo', '--email', 'guest@demo.example', '--role', 'guest']
  expect(await runCli(place, added, 'a long enough password\n')).toMatchObject({ code: 0 })
  sender = openSlideClient(product.origin, '')
  viewer = openSlideClient(product.origin, '')
  await renewTokens()
  const path = join(place.dataDir, 'good.tiff')
  await makeSlide(path, { stain: 'he', seed: 5, width: 1500, height: 1200 })
  good = await readFile(path)
  harmless = await uploadSlide(sender, 'good.tiff', good)
})

afterAll(async () => {
  sender.close()
  viewer.close()
  await beside.close()
  await stopProduct(product)
  await place.remove()
})

/** Those of people end after five minutes. */
async function renewTokens(): Promise<void> {
  sender.token = await issueToken(place)
  viewer.token = await issueToken(place, 'guest@demo.example')
  tokens.push(sender.token, viewer.token)
}

/** Somebody else, who looks at a slide that is in order: some tiles as stored, some decoded, none twice the same. */
function lookOn(): Looking {
  const paths = Array.from({ length: 200 }, (_, n) => {
    const at = `0/${n % 5}/${Math.floor(n / 5) % 4}`
    const way = [`?token=${viewer.token}`, '?format=png', '?format=webp', `?format=png&t=0&icc=1&z=0`][n % 4]
    return tilePath(harmless.imageId, at, way)
  })
  const looking = startLooking(viewer, paths)
  onTestFinished(async () => void (await looking.stop()))
  return looking
}

async function expectUnharmed(looking: Looking): Promise<number> {
  const { 200: served = 0, ...others } = await looking.stop()
  expect(others).toEqual({})
  expect(served).toBeGreaterThan(20)
  return served
}

const sentence = /^[A-Z].{30,}\.$/s

describe('a slide whose tiles are hostile', () => {
  test.each(hostileNames)(
    '%s: it is read or refused with a sentence, its tiles are refused, and others are served',
    async (name) => {
      await renewTokens()
      const looking = lookOn()
      const fileId = await sender.upload('hostile.tiff', await makeHostileSlide(name))
      const file = await untilRead(sender, fileId)
      let refused = 0
      if (file.reading_state === 'failed') expect(file.reading_message).toMatch(sentence)
      else {
        const imageId = await imageOf(sender, fileId)
        const asked = ['', '?format=png', '?format=webp', `?token=${sender.token}`].map((way, n) =>
          sender.ask(tilePath(imageId, `0/${n}/${n}`, way)),
        )
        for (const { status, json } of await Promise.all(asked)) {
          if (surplusNames.includes(name) && status === 200) continue
          expect([status, json?.code], json?.detail).toEqual([422, 'undecodable'])
          expect(json.detail).toMatch(sentence)
          refused += 1
        }
        // What is in order of it is shown.
        expect((await sender.ask(tilePath(imageId, '1/0/0', '?format=png'))).status).toBe(200)
        expect((await sender.ask(`viewers/thumbnails/${imageId}/`)).status).toBe(200)
      }
      const served = await expectUnharmed(looking)
      const figures = await (await fetch(`${product.origin}/metrics`)).text()
      expect(figures).not.toMatch(/^cresyl_decode_processes_ended_total\{.*\} [1-9]/m)
      console.log(
        `${name}: ${file.reading_state}, ${refused} tiles refused, others served ${served} of ${served}`,
      )
    },
  )
})

test('a tile that is never decoded is given up, and its neighbour is served by another process', async () => {
  await renewTokens()
  const api = await childPid(place, 'api')
  await Promise.all(
    ['0/0/0', '0/1/0'].map((at) => sender.ask(tilePath(harmless.imageId, at, '?format=webp&icc=1'))),
  )
  const [stuck] = await vi.waitUntil(async () => {
    const children = await childrenOf(api)
    return children.length >= 2 ? children : undefined
  }, patience)
  const { imageId } = await uploadSlide(sender, 'other.tiff', good)
  const looking = lookOn()
  process.kill(stuck ?? 0, 'SIGSTOP')
  const asked = await Promise.all(
    Array.from({ length: 4 }, (_, n) => sender.ask(tilePath(imageId, `0/${n}/1`, '?format=png'))),
  )
  const statuses = asked.map(({ status }) => status)
  for (const { json } of asked.filter(({ status }) => status !== 200)) expect(json.detail).toMatch(sentence)
  const served = await expectUnharmed(looking)
  await expect.poll(() => childrenOf(api), patience).not.toContain(stuck)
  console.log(`a stopped process: ${statuses}, others served ${served} of ${served}`)
  expect((await sender.ask(tilePath(imageId, '1/0/0', '?format=png'))).status).toBe(200)
})

describe('bad files', () => {
  test('sent to be read each end with a sentence or as a slide, and the queue goes on', async () => {
    await renewTokens()
    const looking = lookOn()
    const bad = Array.from({ length: 60 }, (_, n) => spoil(good, n))
    bad.push(Buffer.alloc(100), noise(1, 5000), Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1'))
    for (const name of samplesFolder ? await readdir(join(samplesFolder, 'bad')) : []) {
      const content = await readFile(join(samplesFolder as string, 'bad', name))
      if (content.length > 0 && content.length < 20_000_000) bad.push(content)
    }
    const ids: string[] = []
    // Smaller ones are refused before they are sent.
    const long = (content: Buffer) =>
      Buffer.concat([content, Buffer.alloc(Math.max(0, 1024 - content.length))])
    for (const [n, content] of bad.entries()) {
      if (n % 20 === 0) await renewTokens()
      ids.push(await sender.upload('bad.tiff', long(content)))
    }
    const ends: Record<string, number> = {}
    for (const [n, id] of ids.entries()) {
      if (n % 20 === 0) await renewTokens()
      const { reading_state, reading_message } = await untilRead(sender, id)
      ends[reading_state] = (ends[reading_state] ?? 0) + 1
      if (reading_state === 'failed') expect(reading_message).toMatch(sentence)
    }
    await uploadSlide(sender, 'after.tiff', good)
    const served = await expectUnharmed(looking)
    console.log(`${ids.length} bad files read: ${JSON.stringify(ends)}; others served ${served} of ${served}`)
  })

  test('opened a thousand times for their tiles leave the memory and the open files of the api as they were', async () => {
    await renewTokens()
    const slides: UploadedSlide[] = []
    for (let n = 0; n < 20; n += 1)
      slides.push(await uploadSlide(sender, `slide-${n}.tiff`, await plainOrGood(n)))
    const originals = await Promise.all(slides.map(async ({ fileId }) => readFile(storedAt(fileId))))
    const looking = lookOn()
    const statuses: Record<string, number> = {}
    const api = await childPid(place, 'api')
    const measure = async () => ({ memory: await heldMegabytes(api), files: await openFiles(api) })
    const round = async (number: number) => {
      const mutants = slides.map((_, n) => spoil(originals[n] ?? good, number * slides.length + n))
      await replaceFiles(slides, mutants)
      const asked = slides.flatMap(({ imageId }) => [
        sender.ask(tilePath(imageId)),
        sender.ask(tilePath(imageId, '0/1/1', '?format=png')),
        sender.ask(`viewers/thumbnails/${imageId}/?size=${300 + number}`),
      ])
      for (const { status, json } of await Promise.all(asked)) {
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status !== 200) expect(json.detail).toMatch(sentence)
      }
    }
    for (let number = 1; number <= 15; number += 1) await round(number)
    const before = await measure()
    for (let number = 16; number <= 65; number += 1) {
      if (number % 10 === 0) await renewTokens()
      await round(number)
    }
    await sleep(1000)
    const after = await measure()
    const served = await expectUnharmed(looking)
    console.log(`1000 opens of bad files: ${JSON.stringify({ statuses, before, after, served })}`)
    expect(Object.keys(statuses).filter((status) => !['200', '404', '422', '503'].includes(status))).toEqual(
      [],
    )
    expect(statuses[422]).toBeGreaterThan(500)
    expect(after.memory - before.memory).toBeLessThan(24)
    expect(after.files).toBeLessThanOrEqual(before.files + 20)
    expect(await childPid(place, 'api')).toBe(api)
  })
})

const plainOrGood = (n: number) => (n % 2 === 0 ? good : plainPyramid(900, n))
const storedAt = (fileId: string) =>
  join(place.dataDir, 'storage', 'objects', beside.organizationId, 'files', fileId, 'original')

/** Other bytes where those of a slide lay, and everything that was kept of it forgotten. */
async function replaceFiles(slides: readonly UploadedSlide[], contents: readonly Buffer[]): Promise<void> {
  for (const [n, { fileId }] of slides.entries()) {
    const path = storedAt(fileId)
    await writeFile(`${path}.new`, contents[n] ?? '')
    await rename(`${path}.new`, path)
  }
  const ids = slides.map(({ imageId }) => `'${imageId}'`).join(',')
  await query(beside.databaseUrl, `update images set version = version + 1 where id in (${ids})`)
  await sleep(100)
}

test('no token that was used is in the log or among the figures', async () => {
  const log = await readLogs(place)
  const figures = await (await fetch(`${product.origin}/metrics`)).text()
  expect(log).toContain('token=[redacted]')
  for (const token of tokens) {
    const [, payload = token, signature = token] = token.split('.')
    for (const part of [token, payload, signature]) {
      expect(log.includes(part)).toBe(false)
      expect(figures.includes(part)).toBe(false)
    }
  }
  console.log(`${tokens.length} tokens, ${log.split('\n').length} lines of the log`)
})
