import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'

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

test('an administrator sees the machines by name, and an empty list where there are none', async () => {
  const list = () => request(api, api.home.admin, { url: '/api/servers/' })
  expect((await list()).json).toEqual({ count: 0, next: null, previous: null, results: [] })
  for (const name of ['worker-2', 'worker-1']) {
    await owner.query(
      `insert into servers (id, name, roles, labels, version, started_at, last_seen_at)
       values ($1, $2, '{api,worker}', '{gpu}', '1.2.3', '2026-11-03T08:00:00Z', '2026-11-03T09:00:00Z')`,
      [newId(), name],
    )
  }
  expect((await list()).json).toMatchObject({
    count: 2,
    results: [
      {
        name: 'worker-1',
        roles: ['api', 'worker'],
        labels: ['gpu'],
        version: '1.2.3',
        started_at: '2026-11-03T08:00:00.000Z',
        last_seen_at: '2026-11-03T09:00:00.000Z',
      },
      { name: 'worker-2' },
    ],
  })
})
