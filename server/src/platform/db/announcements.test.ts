import { liveResourceNames } from '@cresyl/contract/events'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../id.ts'
import { createMigratedDatabase, type TestDatabase } from '../postgres/test-database.ts'

let database: TestDatabase
let writer: pg.Client
let listener: pg.Client
let heard: string[] = []

const home = newId()
const away = newId()
const person = newId()
const other = newId()

beforeAll(async () => {
  database = await createMigratedDatabase()
  writer = new pg.Client({ connectionString: database.url })
  listener = new pg.Client({ connectionString: database.url })
  await writer.connect()
  await listener.connect()
  for (const id of [home, away]) {
    await write(
      "insert into organizations (id, name, display_name, branding) values ($1, $1::uuid::text, 'O', '{}')",
      id,
    )
  }
  for (const id of [person, other]) {
    await write(
      "insert into users (id, issuer, subject, email, name) values ($1, 'embedded', $1::uuid::text, $1::uuid::text, 'A')",
      id,
    )
  }
  await write(
    "insert into memberships (organization_id, user_id, role) values ($1, $2, 'admin')",
    home,
    person,
  )
  await listener.query('listen cresyl_events')
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
})

afterAll(async () => {
  await writer.end()
  await listener.end()
  await database.drop()
})

beforeEach(async () => {
  await announced()
})

async function write(sql: string, ...values: unknown[]): Promise<void> {
  await writer.query(sql, values)
}

/** What was announced since it was last asked. */
async function announced(): Promise<Record<string, unknown>[]> {
  // Notifications come before the reply to whatever is asked after them.
  await listener.query('select 1')
  const payloads = heard
  heard = []
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(200)
  return payloads.map((payload) => JSON.parse(payload))
}

async function addProject(id = newId(), organization = home): Promise<string> {
  await write(
    "insert into projects (id, organization_id, name, name_key, search_key) values ($1, $2, 'P', $1::uuid::text, 'p')",
    id,
    organization,
  )
  return id
}

test('every resource that pages follow is announced when rows come, change and go', async () => {
  const { rows } = await writer.query<{ resource: string; events: number }>(
    `select convert_from(substring(tgargs for length(tgargs) - 1), 'UTF8') as resource, bit_or(tgtype)::int as events
     from pg_trigger where tgfoid = 'announce_changes'::regproc group by 1`,
  )
  expect(rows.map(({ resource }) => resource).toSorted()).toEqual([...liveResourceNames].toSorted())
  const insertUpdateDelete = 4 | 8 | 16
  for (const { resource, events } of rows) expect(events & 28, resource).toBe(insertUpdateDelete)
})

test('a row that comes, changes or goes is announced, with the version it has', async () => {
  const id = await addProject()
  await write("update projects set name = 'Q', version = 2 where id = $1", id)
  await write('delete from projects where id = $1', id)
  const hint = { o: home, r: 'projects', i: id }
  expect(await announced()).toEqual([{ ...hint, v: 1 }, { ...hint, v: 2 }, hint])
})

test('a change that leaves the version as it was does not name it: nobody could tell whether they have it', async () => {
  const [id, other] = [await addProject(), await addProject()]
  await announced()
  await write("update projects set name = 'Q' where id = $1", id)
  expect(await announced()).toEqual([{ o: home, r: 'projects', i: id }])
  await write("update projects set name = 'R', version = 5 where id = any ($1)", [id, other])
  expect((await announced()).map(({ v }) => v)).toEqual([5, 5])
  await write("update memberships set role = 'manager' where user_id = $1", person)
  expect(await announced()).toEqual([{ o: home, r: 'users', i: person }])
})

test('what is rolled back, or changes nothing, is not announced', async () => {
  await writer.query('begin')
  const id = await addProject()
  await writer.query('rollback')
  await write("update projects set name = 'Q' where id = $1", id)
  const kept = await addProject()
  await announced()
  await write('update projects set name = name, updated_at = now() where id = $1', kept)
  expect(await announced()).toEqual([])
})

test('up to twenty rows of an organisation are told apart; more are one hint', async () => {
  const add = (count: number, organization: string) =>
    write(
      `insert into tissues (id, organization_id, organ, species, name_key)
       select gen_random_uuid(), $2, 'o', 's', gen_random_uuid()::text from generate_series(1, $1)`,
      count,
      organization,
    )
  await add(20, home)
  expect((await announced()).filter(({ i }) => i !== undefined)).toHaveLength(20)
  await add(21, home)
  expect(await announced()).toEqual([{ o: home, r: 'tissues' }])
  await add(1, away)
  await announced()
  await write("update tissues set organ = 'p', version = 2")
  const hints = await announced()
  expect(hints.filter(({ o }) => o === home)).toEqual([{ o: home, r: 'tissues' }])
  expect(hints.filter(({ o }) => o === away)).toEqual([
    { o: away, r: 'tissues', i: expect.any(String), v: 2 },
  ])
})

test('an organisation is announced to itself', async () => {
  await write("update organizations set display_name = 'N', version = 2 where id = $1", away)
  expect(await announced()).toEqual([{ o: away, r: 'organizations', i: away, v: 2 }])
})

test('a membership is announced as the person; when they were last seen is not', async () => {
  await write('update memberships set version = 2, role = $1 where user_id = $2', 'user', person)
  expect(await announced()).toEqual([{ o: home, r: 'users', i: person, v: 2 }])
  await write('update memberships set last_seen_at = now() where user_id = $1', person)
  expect(await announced()).toEqual([])
})

test('a new name of a person is announced in each of their organisations', async () => {
  await write(
    "insert into memberships (organization_id, user_id, role) values ($1, $2, 'guest')",
    away,
    person,
  )
  await announced()
  await write("update users set name = 'B' where id = any ($1)", [person, other])
  const hints = await announced()
  expect(hints).toHaveLength(2)
  expect(hints).toEqual(
    expect.arrayContaining([
      { o: home, r: 'users', i: person },
      { o: away, r: 'users', i: person },
    ]),
  )
})

test('a notification names the person it is for, however many there are', async () => {
  const notify = (count: number) =>
    write(
      `insert into notifications (id, organization_id, user_id, kind, text)
       select gen_random_uuid(), $2, u, 'k', 't' from unnest($3::uuid[]) u, generate_series(1, $1)`,
      count,
      home,
      [person, other],
    )
  await notify(1)
  expect((await announced()).map(({ u }) => u).toSorted()).toEqual([person, other].toSorted())
  await notify(30)
  expect((await announced()).toSorted((a, b) => String(a.u).localeCompare(String(b.u)))).toEqual(
    [person, other].toSorted().map((u) => ({ o: home, r: 'notifications', u })),
  )
})

test('a server is announced to all when it comes, changes or goes, but not when it beats', async () => {
  const id = newId()
  await write(
    `insert into servers (id, name, roles, labels, version, started_at, last_seen_at, incarnation, cores, memory_bytes, slots)
     values ($1, 's', '{worker}', '{}', '1.2.3', now(), now(), gen_random_uuid(), 2, 1, 1)`,
    id,
  )
  expect(await announced()).toEqual([{ r: 'servers', i: id }])
  await write('update servers set beat = beat + 1, last_seen_at = now() where id = $1', id)
  expect(await announced()).toEqual([])
  for (const change of ["state = 'draining'", 'incarnation = gen_random_uuid()', "labels = '{gpu}'"]) {
    await write(`update servers set beat = beat + 1, ${change} where id = $1`, id)
    expect(await announced(), change).toEqual([{ r: 'servers', i: id }])
  }
  await write('delete from servers where id = $1', id)
  expect(await announced()).toEqual([{ r: 'servers', i: id }])
})

test('jobs are announced to their organisation; what the platform does for itself is not', async () => {
  const add = (organization: string | null) =>
    write(
      `insert into jobs (id, organization_id, kind, payload, max_attempts) values ($1, $2, 'k', '{}', 1)`,
      newId(),
      organization,
    )
  await add(null)
  expect(await announced()).toEqual([])
  await add(home)
  expect(await announced()).toEqual([{ o: home, r: 'jobs', i: expect.any(String), v: 1 }])
})

test('those who may not read a table announce what they write to it all the same', async () => {
  await writer.query('begin; set local role cresyl_app')
  await writer.query("select set_config('app.organization_id', $1, true)", [home])
  await writer.query("select set_config('app.user_id', $1, true)", [other])
  await write(
    "insert into notifications (id, organization_id, user_id, kind, text) values ($1, $2, $3, 'k', 't')",
    newId(),
    home,
    person,
  )
  await writer.query('commit')
  expect(await announced()).toEqual([{ o: home, r: 'notifications', i: expect.any(String), u: person }])
})
