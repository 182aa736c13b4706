import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from './platform/id.ts'
import { createMigratedDatabase } from './platform/postgres/test-database.ts'
import {
  issueToken,
  listProjectNames,
  makeProductPlace,
  type ProductPlace,
  processesIn,
  readLog,
  readyState,
  startReady,
} from './test-product.ts'

vi.setConfig({ testTimeout: 180_000 })

const answeredBy = async (place: ProductPlace) => {
  const answers = (await readLog(place)).filter(({ msg }) => msg === 'answered')
  return [...new Set(answers.map((line) => line.process))].sort()
}

test('of several machines on one external PostgreSQL one answers with two processes, without a demo, and another one only runs jobs, until terminal or launcher go', async () => {
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
  for (let times = 0; times < 4; times += 1) expect(await readyState(api.origin)).toBe(200)
  await expect.poll(() => answeredBy(answering)).toEqual(['api-1', 'api-2'])

  const secrets = { CRESYL_SECRETS_DIR: join(answering.dataDir, 'secrets') }
  const elsewhere = await makeProductPlace({ ...shared, ...secrets, CRESYL_ROLES: 'worker' })
  onTestFinished(elsewhere.remove)
  const worker = await startReady(elsewhere)
  const probes = `http://127.0.0.1:${elsewhere.port}`
  expect(await readyState(probes)).toBe(200)
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
