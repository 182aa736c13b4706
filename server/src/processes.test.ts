import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from './platform/id.ts'
import { createMigratedDatabase } from './platform/postgres/test-database.ts'
import { killWhileWriting, victims } from './test-crash.ts'
import {
  childPid,
  issueToken,
  listProjectNames,
  makeProductPlace,
  type Product,
  type ProductPlace,
  readLog,
  startReady,
  stopProduct,
} from './test-product.ts'

// Each starts the whole product, some of them several times.
vi.setConfig({ testTimeout: 180_000 })
const patience = { timeout: 60_000 }

const readyState = ({ origin }: Pick<Product, 'origin'>) =>
  fetch(`${origin}/readyz`, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 'no answer',
  )

const processesIn = async (origin: string) => {
  const figures = await (await fetch(`${origin}/metrics`)).text()
  return [...new Set([...figures.matchAll(/process="([^"]+)"/g)].map(([, name]) => name))].sort()
}

const answeredBy = async (place: ProductPlace) => {
  const answers = (await readLog(place)).filter(({ msg }) => msg === 'answered')
  return [...new Set(answers.map((line) => line.process))].sort()
}

describe('what dies comes back', () => {
  let place: ProductPlace
  let product: Product

  beforeAll(async () => {
    place = await makeProductPlace()
    product = await startReady(place)
  })

  afterAll(async () => {
    if (product) await stopProduct(product)
    await place.remove()
  })

  test('no acknowledged write is lost when each part of the product is killed, and then all of it', async () => {
    const killed = await killWhileWriting(place, product, victims, 'Killed')
    product = killed.product
    expect(killed.acknowledged).toBeGreaterThan(80)
  })

  test('a process that is asked to go finishes, and another takes its place', async () => {
    const before = (await readLog(place)).length
    expect(await processesIn(product.origin)).toEqual(['api-1', 'worker'])
    const asked = await childPid(place, 'api')
    process.kill(asked, 'SIGTERM')
    await expect.poll(() => childPid(place, 'api').catch(() => asked), patience).not.toBe(asked)
    await expect.poll(() => readyState(product), patience).toBe(200)
    await expect.poll(() => processesIn(product.origin), patience).toEqual(['api-1', 'worker'])
    const log = (await readLog(place)).slice(before)
    expect(log.filter(({ msg }) => msg.startsWith('ended unexpectedly'))).toEqual([])
    expect(await stopProduct(product)).toBe(0)
  })
})

describe('several machines on one external PostgreSQL', () => {
  test('one answers with two processes, without a demo, and another one only runs jobs, until terminal or launcher go', async () => {
    const database = await createMigratedDatabase()
    onTestFinished(database.drop)
    const shared = { DATABASE_URL: database.url }
    const answering = await makeProductPlace({ ...shared, CRESYL_ROLES: 'api', CRESYL_API_PROCESSES: '2' })
    onTestFinished(answering.remove)
    const api = await startReady(answering)
    expect(api.messages.at(-1)).toMatchObject({
      lines: expect.arrayContaining([expect.stringContaining('user add')]),
    })
    expect(await processesIn(api.origin)).toEqual(['api-1', 'api-2'])
    for (let times = 0; times < 4; times += 1) expect(await readyState(api)).toBe(200)
    await expect.poll(() => answeredBy(answering)).toEqual(['api-1', 'api-2'])

    const secrets = { CRESYL_SECRETS_DIR: join(answering.dataDir, 'secrets') }
    const elsewhere = await makeProductPlace({ ...shared, ...secrets, CRESYL_ROLES: 'worker' })
    onTestFinished(elsewhere.remove)
    const worker = await startReady(elsewhere)
    const probes = `http://127.0.0.1:${elsewhere.port}`
    expect(await readyState({ origin: probes })).toBe(200)
    expect(await processesIn(probes)).toEqual(['worker'])
    expect((await fetch(`${probes}/api/projects/`)).status).toBe(404)

    await addAdministrator(database.url, 'ada@lab.example')
    const token = await issueToken(answering, 'ada@lab.example')
    expect(await listProjectNames(api.origin, token)).toEqual([])
    const servers = await fetch(`${api.origin}/api/servers/`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await servers.json()).toMatchObject({ results: [{ roles: ['worker'], state: 'active' }] })

    const exited = once(worker.process, 'exit')
    worker.process.disconnect()
    expect(await exited, 'the process that started it is gone').toEqual([0, null])
    api.process.kill('SIGHUP')
    expect(await api.ended, 'its terminal is gone').toEqual([0, null])
  })
})

/** Of an organisation of their own. */
async function addAdministrator(databaseUrl: string, email: string): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  const [organization, user] = [newId(), newId()]
  for (const statement of [
    `insert into organizations (id, name, display_name, branding) values ('${organization}', 'lab', 'Lab', '{}')`,
    `insert into organization_settings (id, organization_id) values ('${newId()}', '${organization}')`,
    `insert into users (id, issuer, subject, email, name) values ('${user}', 'embedded', '${user}', '${email}', 'Ada')`,
    `insert into memberships (organization_id, user_id, role) values ('${organization}', '${user}', 'admin')`,
  ]) {
    await owner.query(statement)
  }
  await owner.end()
}
