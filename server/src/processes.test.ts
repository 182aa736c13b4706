import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from './platform/postgres/test-database.ts'
import { crashWhileWriting, victims } from './test-crash.ts'
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
  stopProduct,
} from './test-product.ts'

// Each starts the whole product, some of them several times.
vi.setConfig({ testTimeout: 180_000 })
const patience = { timeout: 60_000 }

let place: ProductPlace

/** Empty at the first start only: making a database takes longer than finding one. */
beforeAll(async () => {
  place = await makeProductPlace()
})

afterAll(async () => {
  await place.remove()
})

const readyState = ({ origin }: Pick<Product, 'origin'>) =>
  fetch(`${origin}/readyz`, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 'no answer',
  )

const processesIn = async (origin: string) => {
  const figures = await (await fetch(`${origin}/metrics`)).text()
  return [...new Set([...figures.matchAll(/process="([^"]+)"/g)].map(([, name]) => name))].sort()
}

const readLog = async ({ dataDir }: ProductPlace): Promise<{ process: string; msg: string }[]> => {
  const lines = (await readFile(join(dataDir, 'logs', 'cresyl.log'), 'utf8')).split('\n').filter(Boolean)
  return lines.map((line) => ({ msg: '', ...JSON.parse(line) }))
}

const answeredBy = async (place: ProductPlace) => {
  const answers = (await readLog(place)).filter(({ msg }) => msg === 'answered')
  return [...new Set(answers.map((line) => line.process))].sort()
}

describe('what dies comes back', () => {
  test('no acknowledged write is lost when each part of the product is killed, and then all of it', async () => {
    expect(await crashWhileWriting(place, victims, 'Killed')).toBeGreaterThan(80)
  })

  test('a process that is asked to go finishes, and another takes its place', async () => {
    const product = await startProduct(place)
    const before = (await readLog(place)).length
    expect(await processesIn(product.origin)).toEqual(['api-1', 'worker'])
    for (const role of ['worker', 'api'] as const) {
      const asked = await childPid(place, role)
      process.kill(asked, 'SIGTERM')
      await expect.poll(() => childPid(place, role).catch(() => asked), patience).not.toBe(asked)
    }
    await expect.poll(() => readyState(product), patience).toBe(200)
    await expect.poll(() => processesIn(product.origin), patience).toEqual(['api-1', 'worker'])
    const log = (await readLog(place)).slice(before)
    expect(log.filter(({ msg }) => msg.startsWith('ended unexpectedly'))).toEqual([])
    expect(await stopProduct(product)).toBe(0)
  })
})

describe('several machines on one external PostgreSQL', () => {
  test('one answers with two processes, without a demo, and another one only runs jobs', async () => {
    const database = await createTestDatabase()
    const shared = { DATABASE_URL: database.url }
    const answering = await makeProductPlace({ ...shared, CRESYL_ROLES: 'api', CRESYL_API_PROCESSES: '2' })
    const api = await startProduct(answering)
    expect(api.messages.at(-1)).toMatchObject({
      lines: expect.arrayContaining([expect.stringContaining('user add')]),
    })
    expect(await processesIn(api.origin)).toEqual(['api-1', 'api-2'])
    for (let times = 0; times < 4; times += 1) expect(await readyState(api)).toBe(200)
    await expect.poll(() => answeredBy(answering)).toEqual(['api-1', 'api-2'])

    const secrets = { CRESYL_SECRETS_DIR: join(answering.dataDir, 'secrets') }
    const elsewhere = await makeProductPlace({ ...shared, ...secrets, CRESYL_ROLES: 'worker' })
    const worker = await startProduct(elsewhere)
    expect(isReady(worker), JSON.stringify(worker.messages)).toBe(true)
    const probes = `http://127.0.0.1:${elsewhere.port}`
    expect(await readyState({ origin: probes })).toBe(200)
    expect(await processesIn(probes)).toEqual(['worker'])
    expect((await fetch(`${probes}/api/projects/`)).status).toBe(404)

    expect(await runCli(answering, ['org', 'add', '--name', 'lab'])).toMatchObject({ code: 0 })
    const words = ['user', 'add', '--org', 'lab', '--email', 'ada@lab.example', '--role', 'admin']
    expect(await runCli(answering, words, 'a long enough password\n')).toMatchObject({ code: 0 })
    const token = await issueToken(answering, 'ada@lab.example')
    expect(await listProjectNames(api.origin, token)).toEqual([])
    const servers = await fetch(`${api.origin}/api/servers/`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await servers.json()).toMatchObject({ results: [{ roles: ['worker'], state: 'active' }] })

    expect(await stopProduct(worker)).toBe(0)
    expect(await stopProduct(api)).toBe(0)
    await elsewhere.remove()
    await answering.remove()
    await database.drop()
  })
})
