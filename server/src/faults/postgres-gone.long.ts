import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import {
  childPid,
  isReady,
  issueToken,
  listProjectNames,
  makeProductPlace,
  type Product,
  type ProductPlace,
  runCli,
  startProduct,
  startWriting,
  stopProduct,
} from '../test-product.ts'
import { freezePostgres, postmasterOf } from './test-cluster-of-own.ts'
import { type FaultQueue, openFaultQueue } from './test-fault-queue.ts'
import { type Beside, openBeside, startLoad } from './test-product-load.ts'

const patience = { timeout: 120_000, interval: 100 }
const away = 30_000
/** Only the worker of this test takes these up. */
const labels = ['faults']

let folder: string
let postgres: EmbeddedPostgres
let place: ProductPlace
let product: Product
let beside: Beside
let queue: FaultQueue
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-faults-cluster-'))
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  place = await makeProductPlace({ DATABASE_URL: postgres.url, CRESYL_DEMO: 'true' })
  product = await startProduct(place)
  expect(isReady(product), JSON.stringify(product.messages)).toBe(true)
  beside = await openBeside(place)
  queue = await openFaultQueue(postgres.url)
  token = await issueToken(place)
})

afterAll(async () => {
  await queue.close()
  await beside.close()
  await stopProduct(product)
  await postgres.stop()
  await place.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Holds every process of it still: connections stay open and nobody answers. */
async function freeze(): Promise<() => Promise<void>> {
  const thaw = freezePostgres(await postmasterOf(folder))
  return async () => thaw()
}

/** Shuts it down, and starts it again at the same address. */
async function shutDown(): Promise<() => Promise<void>> {
  const port = Number(new URL(postgres.url).port)
  await postgres.stop()
  return async () => {
    postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, findPort: async () => port })
  }
}

interface Answer {
  status: number
  body: { code?: string; detail?: string }
}

async function answerTo(path: string): Promise<Answer> {
  const reply = await fetch(`${product.origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: reply.status, body: (await reply.json()) as Answer['body'] }
}

const pids = async () => ({ api: await childPid(place, 'api'), worker: await childPid(place, 'worker') })

describe('PostgreSQL away for 30 seconds', () => {
  test.for([
    ['held still', freeze, false],
    ['shut down', shutDown, false],
    ['shut down, with api and worker killed meanwhile', shutDown, true],
  ] as const)(
    '%s: it is said, what runs goes on, and nothing is lost',
    async ([how, leave, kill], { task }) => {
      const before = await pids()
      const worker = await queue.start({ labels })
      const writer = startWriting(product.origin, token, how, 2)
      const load = startLoad(beside)
      onTestFinished(async () => {
        await Promise.all([writer.stop(), load.stop()])
      })
      const long = await queue.send({ labels, payload: { milliseconds: away + 5000 } })
      await expect.poll(() => writer.acknowledged.length, patience).toBeGreaterThan(10)
      await expect.poll(load.parts, patience).toBeGreaterThan(2)

      const comeBack = await leave()
      const answers: Promise<Answer>[] = []
      if (kill) for (const pid of Object.values(before)) process.kill(pid, 'SIGKILL')
      else answers.push(...['/api/projects/', '/readyz'].map(answerTo))
      await sleep(away / 2)
      const alive = await fetch(`${product.origin}/healthz`).catch(() => null)
      if (!kill) expect(alive?.status).toBe(200)
      await sleep(away / 2)
      const inTime = kill ? [] : await Promise.race([Promise.all(answers), sleep(100, 'none')])
      await comeBack()
      if (!kill) {
        expect(inTime, 'answered while it was away').toMatchObject([
          { status: 503, body: { code: 'unavailable', detail: expect.stringMatching(/^[A-Z].+\.$/) } },
          { status: 503, body: { status: 'waiting for the database' } },
        ])
      }

      const rows = writer.acknowledged.length
      await expect.poll(() => writer.acknowledged.length, patience).toBeGreaterThan(rows + 5)
      const parts = load.parts()
      await expect.poll(load.parts, patience).toBeGreaterThan(parts + 2)
      await Promise.all([writer.stop(), load.stop()])
      expect([...writer.statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
      const after = await pids()
      if (!kill) expect(after, 'nothing was started again').toEqual(before)

      await queue.untilEnded([long])
      expect(await queue.expectDoneOnce([long]), 'what ran went on').toBe(0)
      const ended = await queue.untilEnded(load.jobs)
      expect(ended.filter(({ state }) => state !== 'succeeded')).toEqual([])
      const kept = new Set(await listProjectNames(product.origin, token))
      expect(writer.acknowledged.filter((name) => !kept.has(name))).toEqual([])
      await load.expectKept()
      const audit = await runCli(place, ['audit', 'verify'])
      expect(audit.code, audit.stdout).toBe(0)
      await worker.drain()
      const retried = ended.reduce((sum, { attempt }) => sum + attempt - 1, 0)
      const figures = { rows: writer.acknowledged.length, parts: load.parts(), jobs: load.jobs.length + 1 }
      Object.assign(task.meta, { secondsAway: away / 1000, ...figures, retried })
    },
  )
})
