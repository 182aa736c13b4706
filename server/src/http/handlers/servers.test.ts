import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { removeGoneServers } from '../../domain/jobs/list-servers.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { makeJob } from '../test-support/jobs-examples.ts'

let api: TestApi
let owner: pg.Client

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

async function addServer(name: string, change: Record<string, unknown> = {}): Promise<string> {
  const row = {
    id: newId(),
    name,
    roles: ['api', 'worker'],
    labels: ['gpu'],
    version: '1.2.3',
    incarnation: newId(),
    cores: 8,
    memory_bytes: 34_359_738_368,
    slots: 4,
    started_at: '2026-11-03T08:00:00Z',
    last_seen_at: new Date(),
    ...change,
  }
  const names = Object.keys(row)
  await owner.query(
    `insert into servers (${names}) values (${names.map((_name, index) => `$${index + 1}`)})`,
    Object.values(row),
  )
  return row.id
}

const list = async (member = api.superadmin) => (await request(api, member, { url: '/api/servers/' })).json

afterEach(() => owner.query('delete from jobs; delete from servers'))

test('a superadmin sees the machines by name, and an empty list where there are none', async () => {
  expect(await list()).toEqual({ count: 0, next: null, previous: null, results: [] })
  for (const name of ['worker-2', 'worker-1']) await addServer(name)
  expect(await list()).toMatchObject({
    count: 2,
    results: [
      {
        name: 'worker-1',
        roles: ['api', 'worker'],
        labels: ['gpu'],
        version: '1.2.3',
        state: 'active',
        cores: 8,
        memory_bytes: 34_359_738_368,
        slots: 4,
        running_jobs: 0,
        started_at: '2026-11-03T08:00:00.000Z',
        last_seen_at: expect.stringMatching(/Z$/),
      },
      { name: 'worker-2' },
    ],
  })
})

test('a machine of which nothing was heard for a minute is gone, whatever it said last', async () => {
  await addServer('drains', { state: 'draining', last_seen_at: new Date(Date.now() - 50_000) })
  await addServer('fell silent', { state: 'active', last_seen_at: new Date(Date.now() - 70_000) })
  const { results } = await list()
  expect(results.map(({ state }: { state: string }) => state)).toEqual(['draining', 'gone'])
})

test('a machine says how much it has to do: to superadmins for all organisations, to others for theirs', async () => {
  const serverId = await addServer('busy')
  for (const [member, state] of [
    [api.home.admin, 'running'],
    [api.away.admin, 'running'],
    [api.away.admin, 'succeeded'],
  ] as const) {
    const id = await makeJob(api, member)
    await owner.query(
      `update jobs set state = $2, server_id = $3, incarnation = case when $2 = 'running' then $3::uuid end,
         finished_at = case when $2 <> 'running' then now() end where id = $1`,
      [id, state, serverId],
    )
  }
  expect(await list()).toMatchObject({ results: [{ name: 'busy', running_jobs: 2 }] })
  // An administrator hears what concerns the organisation, and nothing of the machine or of others.
  const { results } = await list(api.home.admin)
  expect(results).toMatchObject([{ name: 'Server 1', state: 'active', running_jobs: 1 }])
  expect(results[0]).toMatchObject({ cores: null, memory_bytes: null, slots: null })
})

test('a machine that has been gone for a month is forgotten', async () => {
  const day = 24 * 3_600_000
  await addServer('gone', { last_seen_at: new Date(Date.now() - 31 * day) })
  await addServer('on holiday', { last_seen_at: new Date(Date.now() - 29 * day) })
  expect(await removeGoneServers(api.context)).toBe(1)
  expect(await list()).toMatchObject({ results: [{ name: 'on holiday' }] })
})
