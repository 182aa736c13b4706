import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { query } from '../platform/postgres/test-surroundings.ts'
import { sendJob } from '../platform/queue/send-job.ts'
import { passDays } from '../platform/storage/test-support/test-crash.ts'
import { killPart, killServer, type Victim, victims } from '../test-crash.ts'
import {
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
import { type Beside, openBeside, startLoad } from './test-product-load.ts'
import { seededRandom, shuffle, tenRounds } from './test-rounds.ts'

const patience = { timeout: 120_000, interval: 100 }

let place: ProductPlace
let product: Product
let beside: Beside

beforeAll(async () => {
  place = await makeProductPlace()
  product = await startProduct(place)
  expect(isReady(product), JSON.stringify(product.messages)).toBe(true)
  beside = await openBeside(place)
})

afterAll(async () => {
  await beside.close()
  await stopProduct(product)
  await place.remove()
})

describe('kill -9 of api, worker, postgres and of the whole product in one round', () => {
  test.for(tenRounds)(
    'while rows, parts and jobs come in, round %i: nothing acknowledged is lost, each job ends once, nothing is orphaned',
    async (round, { task }) => {
      const token = await issueToken(place)
      const writer = startWriting(product.origin, token, `Round ${round}`, 2)
      const load = startLoad(beside)
      onTestFinished(async () => {
        await Promise.all([writer.stop(), load.stop()])
      })
      // The whole comes last: what is started anew has forgotten how often its parts were killed.
      const random = seededRandom(round)
      const parts = shuffle(
        victims.filter((victim): victim is Exclude<Victim, 'server'> => victim !== 'server'),
        random,
      )
      for (const victim of [...parts, 'server'] as const) {
        const before = { rows: writer.acknowledged.length, parts: load.parts(), jobs: load.jobs.length }
        const grown = () =>
          writer.acknowledged.length > before.rows + 5 &&
          load.parts() > before.parts + 2 &&
          load.jobs.length > before.jobs + 2
        await expect.poll(grown, patience).toBe(true)
        await sleep(random(300))
        if (victim === 'server') {
          product = await killServer(product, place)
          const next = await openBeside(place)
          load.moveTo(next)
          await beside.close()
          beside = next
        } else await killPart(place, victim)
      }
      const rows = writer.acknowledged.length
      await expect.poll(() => writer.acknowledged.length, patience).toBeGreaterThan(rows + 5)
      await Promise.all([writer.stop(), load.stop()])
      const others = [...writer.statuses].filter((status) => status !== 201 && status !== 503)
      expect(others, 'what can’t be done now is refused for now').toEqual([])

      const kept = new Set(await listProjectNames(product.origin, token))
      expect(writer.acknowledged.filter((name) => !kept.has(name))).toEqual([])
      await load.expectKept()
      const retried = await expectEndedOnce(load.jobs)
      await expectTidy()
      const audit = await runCli(place, ['audit', 'verify'])
      expect(audit.code, audit.stdout).toBe(0)
      Object.assign(task.meta, {
        kills: victims.length,
        rows: writer.acknowledged.length,
        parts: load.parts(),
        jobs: load.jobs.length,
        retried,
      })
    },
  )
})

const ask = <Row extends object>(text: string) => query<Row>(beside.databaseUrl, text)

/** What each job did besides is its row in the audit log, written with its end. */
async function expectEndedOnce(ids: readonly string[]): Promise<number> {
  const jobs = `jobs j where j.id = any ('{${ids.join(',')}}'::uuid[])`
  const count = async (text: string) =>
    (await ask<{ n: number }>(`select count(*)::int as n from ${text}`))[0]?.n
  await expect.poll(() => count(`${jobs} and j.finished_at is null`), patience).toBe(0)
  expect(await ask(`select id, message from ${jobs} and state <> 'succeeded'`)).toEqual([])
  const ends = `(select count(*) from audits a where a.event = 'job.finished' and a.subject_id = j.id)`
  expect(await ask(`select id from ${jobs} and ${ends} <> 1`)).toEqual([])
  return (await ask<{ n: number }>(`select sum(attempt - 1)::int as n from ${jobs}`))[0]?.n ?? 0
}

/** Two days later the janitor has been round, and a check of all files finds nothing. */
async function expectTidy(): Promise<void> {
  const { context, organizationId } = beside
  const { config, database } = context
  const folder = config.storage.kind === 'disk' ? config.storage.folder : ''
  await passDays({ database, folder })
  const run = async (kind: string, organization: string | null) => {
    const job = { kind, organizationId: organization, payload: {}, priority: 10, maxAttempts: 3 }
    const id = await database.asSystem((tx) => sendJob(tx, job))
    const read = async () =>
      (await ask<{ state: string }>(`select state from jobs where id = '${id}'`))[0]?.state
    await expect.poll(read, patience).toMatch(/succeeded|failed/)
    expect(await ask(`select state, message from jobs where id = '${id}'`)).toMatchObject([
      { state: 'succeeded' },
    ])
  }
  await run('janitor', null)
  for (const part of ['uploads', 'drafts']) expect(await readdir(join(folder, part))).toEqual([])
  // Of the process that answers, the one that runs jobs, and of this test.
  expect(await readdir(join(folder, 'writers'))).toHaveLength(3)
  const unfinished = `select id::text from uploads where state in ('open', 'completing')
    union all select path from stored_objects where writing is not null`
  expect(await ask(unfinished)).toEqual([])
  await run('check_storage', organizationId)
}
