import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeOldKeys } from '../../domain/idempotency-keys.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeProject } from '../test-requests.ts'

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

function create(member: TestMember, key: string, body: unknown) {
  return request(api, member, {
    method: 'POST',
    url: '/api/projects/',
    body,
    headers: { 'idempotency-key': key },
  })
}

describe('a repeated Idempotency-Key', () => {
  test('gets the first reply and does nothing again', async () => {
    const [key, body] = [newId(), { name: 'Once' }]
    const first = await create(api.home.admin, key, body)
    const second = await create(api.home.admin, key, body)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json).toEqual(first.json)
    const { rows } = await owner.query('select event from audits where subject_id = $1', [first.json.id])
    expect(rows).toHaveLength(1)
  })

  test('is carried out once when both arrive together', async () => {
    const [key, body] = [newId(), { name: 'Together' }]
    const replies = await Promise.all(Array.from({ length: 5 }, () => create(api.home.admin, key, body)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1)
  })

  test('is refused for another body', async () => {
    const key = newId()
    await create(api.home.admin, key, { name: 'First body' })
    const reply = await create(api.home.admin, key, { name: 'Second body' })
    expect([reply.status, reply.json.code]).toEqual([422, 'idempotency_mismatch'])
  })

  test("is another person's own", async () => {
    const key = newId()
    await create(api.home.admin, key, { name: 'Of the admin' })
    expect((await create(api.home.manager, key, { name: 'Of the manager' })).status).toBe(201)
    expect((await create(api.away.admin, key, { name: 'Of another organisation' })).status).toBe(201)
  })

  test('is free again when the first try failed', async () => {
    const key = newId()
    await makeProject(api, api.home.admin, 'In the way')
    expect((await create(api.home.admin, key, { name: 'In the way' })).status).toBe(409)
    expect((await create(api.home.admin, key, { name: 'Out of the way' })).status).toBe(201)
  })

  test('is forgotten after 24 hours', async () => {
    const key = newId()
    await create(api.home.admin, key, { name: 'Yesterday' })
    await owner.query("update idempotency_keys set created_at = now() - interval '25 hours' where key = $1", [
      key,
    ])
    expect((await create(api.home.admin, key, { name: 'Today' })).status).toBe(201)
  })

  test('is removed then', async () => {
    const [old, young] = [newId(), newId()]
    await create(api.home.admin, old, { name: 'An old key' })
    await create(api.home.admin, young, { name: 'A young key' })
    await owner.query("update idempotency_keys set created_at = now() - interval '25 hours' where key = $1", [
      old,
    ])
    await removeOldKeys(api.context)
    const { rows } = await owner.query('select key from idempotency_keys where key = any($1)', [[old, young]])
    expect(rows).toEqual([{ key: young }])
  })
})

describe('two people editing one project', () => {
  const edit = (member: TestMember, id: string, body: unknown) =>
    request(api, member, { method: 'PATCH', url: `/api/projects/${id}/`, body })

  test('the second, who saw the old version, gets the current one instead', async () => {
    const { id, version } = await makeProject(api, api.home.admin)
    const first = await edit(api.home.admin, id, { description: 'first', version })
    const second = await edit(api.home.manager, id, { description: 'second', version })
    expect(first.json.version).toBe(version + 1)
    expect([second.status, second.json.code]).toEqual([409, 'stale_version'])
    expect(second.json.current).toEqual(first.json)
  })

  test('exactly one of many simultaneous edits of one version wins', async () => {
    const { id, version } = await makeProject(api, api.home.admin)
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) => edit(api.home.admin, id, { description: `edit ${n}`, version })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5)
  })

  test('an edit without a version is taken', async () => {
    const { id } = await makeProject(api, api.home.admin)
    expect((await edit(api.home.admin, id, { description: 'no version' })).status).toBe(200)
  })

  test('an edit that changes nothing keeps the version and leaves no audit row', async () => {
    const { id, version } = await makeProject(api, api.home.admin)
    const reply = await edit(api.home.admin, id, { description: 'Made for a test', version })
    expect([reply.status, reply.json.version]).toEqual([200, version])
    const { rows } = await owner.query('select event from audits where subject_id = $1', [id])
    expect(rows.map(({ event }) => event)).toEqual(['project.created'])
  })
})
