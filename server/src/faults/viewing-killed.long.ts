import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeSlide } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { query } from '../platform/postgres/test-surroundings.ts'
import { isProcessAlive } from '../platform/process-alive.ts'
import { killPart } from '../test-crash.ts'
import {
  childPid,
  isReady,
  issueToken,
  makeProductPlace,
  type Product,
  type ProductPlace,
  startProduct,
  stopProduct,
} from '../test-product.ts'
import { writeSingleLevel } from '../workers/ingest/test-support/made-files.ts'
import { type Beside, openBeside } from './test-product-load.ts'
import {
  childrenOf,
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

let place: ProductPlace
let product: Product
let beside: Beside
let client: SlideClient
let looked: UploadedSlide
let large: Buffer

beforeAll(async () => {
  place = await makeProductPlace({ CRESYL_DEMO: 'true', CRESYL_DECODE_PROCESSES: '2' })
  product = await startProduct(place)
  expect(isReady(product), JSON.stringify(product.messages)).toBe(true)
  beside = await openBeside(place)
  client = openSlideClient(product.origin, await issueToken(place))
  const path = join(place.dataDir, 'looked.tiff')
  await makeSlide(path, { stain: 'he', seed: 5, width: 1500, height: 1200 })
  looked = await uploadSlide(client, 'looked.tiff', await readFile(path))
  const single = join(place.dataDir, 'large.tiff')
  await writeSingleLevel(single, { width: 5000, height: 4000 })
  large = await readFile(single)
})

afterAll(async () => {
  client.close()
  await beside.close()
  await stopProduct(product)
  await place.remove()
})

const ask = <Row extends object>(text: string) => query<Row>(beside.databaseUrl, text)
const victims = ['decode', 'worker', 'api', 'worker', 'decode', 'api'] as const

async function kill(victim: (typeof victims)[number]): Promise<void> {
  if (victim !== 'decode') return killPart(place, victim)
  const [pid] = await childrenOf(await childPid(place, 'api'))
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

describe('kill -9 of the api, of a process that decodes and of the worker', () => {
  test.for([1, 2, 3])(
    'while tiles stream and a slide is read, round %i: all of it goes on',
    async (round) => {
      client.token = await issueToken(place)
      const { token } = client
      const paths = Array.from({ length: 60 }, (_, n) =>
        tilePath(
          looked.imageId,
          `0/${n % 5}/${n % 4}`,
          ['', `?format=png&token=${token}`, '?format=webp'][n % 3],
        ),
      )
      const looking = startLooking(client, paths)
      onTestFinished(async () => void (await looking.stop()))
      const reader = openSlideClient(product.origin, token)
      onTestFinished(() => reader.close())
      const fileId = await reader.upload(`large-${round}.tiff`, large)
      await vi.waitUntil(async () => {
        const [file] = await ask<{ state: string }>(
          `select reading_state as state from files where id = '${fileId}'`,
        )
        return file?.state === 'reading'
      }, patience)
      const children = await childrenOf(await childPid(place, 'api'))
      for (const victim of victims) {
        const served = looking.counts()[200] ?? 0
        await kill(victim)
        await vi.waitUntil(() => (looking.counts()[200] ?? 0) > served + 30, patience)
        await sleep(Math.random() * 500)
      }
      const interrupted = await looking.stop()
      const others = Object.keys(interrupted).filter((status) => !['200', '503', 'none'].includes(status))
      expect(others, JSON.stringify(interrupted)).toEqual([])
      for (const pid of children) await expect.poll(() => isProcessAlive(pid), patience).toBe(false)

      client.token = await issueToken(place)
      const file = await untilRead(client, fileId)
      expect(file.reading_state, file.reading_message).toBe('ready')
      await vi.waitUntil(async () => {
        const [job] = await ask<{ n: number }>(
          `select count(*)::int as n from jobs where finished_at is null and kind = 'ingest'`,
        )
        return job?.n === 0
      }, patience)
      expect(await ask(`select id from slides where file_id = '${fileId}'`)).toHaveLength(1)
      const images = await ask<{ id: string }>(`select id from images where file_id = '${fileId}'`)
      expect(images).toHaveLength(1)
      for (const path of paths) {
        const { status, json } = await client.ask(path.replace(token, client.token))
        expect(status, json?.detail).toBe(200)
      }
      expect((await client.ask(tilePath(images[0]?.id ?? '', '1/0/0'))).status).toBe(200)
      expect(await readdir(join(place.dataDir, 'cache', 'work'))).toEqual([])
      expect(await readdir(join(place.dataDir, 'storage', 'uploads'))).toEqual([])
      const [job] = await ask<{ attempt: number }>(
        `select max(attempt) as attempt from jobs where kind = 'ingest' and payload->>'file_id' = '${fileId}'`,
      )
      const [drafts, log] = await Promise.all([
        readdir(join(place.dataDir, 'storage', 'drafts')),
        readLogs(place),
      ])
      const figures = await (await fetch(`${product.origin}/metrics`)).text()
      for (const each of [token, client.token])
        expect(log.includes(each) || figures.includes(each)).toBe(false)
      console.log(
        `round ${round}: ${JSON.stringify({ kills: victims.length, interrupted, attempt: job?.attempt, drafts })}`,
      )
    },
  )
})
