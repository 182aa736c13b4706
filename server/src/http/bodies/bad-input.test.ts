import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApi, request, type TestApi } from '../test-api.ts'
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

const create = (body: unknown) =>
  request(api, api.home.admin, { method: 'POST', url: '/api/projects/', body })

async function countProjects(): Promise<number> {
  const { rows } = await owner.query('select count(*)::int as count from projects')
  return rows[0].count
}

const deep = `${'{"name":'.repeat(10_000)}1${'}'.repeat(10_000)}`
const deepArray = `{"name": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`

describe('what is refused', () => {
  test.each<[string, unknown]>([
    ['an unknown key', { name: 'a', colour: 'red' }],
    ['mass assignment', { name: 'a', version: 7, deleted_at: null, created_by: null }],
    ['a prototype key', '{"name": "a", "__proto__": {"admin": true}}'],
    ['a number for a name', { name: 5 }],
    ['null for a name', { name: null }],
    ['NaN', '{"name": NaN}'],
    ['an array for the body', ['a']],
    ['a string for the body', '"a"'],
    ['no body', ''],
    ['an empty name', { name: '' }],
    ['a name of spaces', { name: '   ' }],
    ['256 characters', { name: 'x'.repeat(256) }],
    ['U+0000', { name: 'a\u0000b' }],
    ['a control character', { name: 'a\u0007b' }],
    ['a line break in a name', { name: 'a\nb' }],
    [
      'bytes that are not UTF-8',
      Buffer.from([...Buffer.from('{"name": "a'), 0xff, 0xfe, ...Buffer.from('"}')]),
    ],
    ['no visible characters', { name: '\u200b\u200f' }],
    ['10,000 unknown keys', Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 0]))],
    ['half a surrogate pair', '{"name": "a\\ud800"}'],
    ['deep objects', deep],
    ['deep arrays', deepArray],
    ["another organisation's id", { name: 'a', organization_id: '01938b5e-0000-7000-8000-000000000000' }],
  ])('%s', async (_what, body) => {
    const before = await countProjects()
    const reply = await create(body)
    expect(reply.status, reply.text).toBe(400)
    expect(['invalid_input', 'malformed_json']).toContain(reply.json.code)
    expect(reply.json.detail).toMatch(/^.{5,300}\.$/)
    expect(reply.text.length).toBeLessThan(5000)
    expect(await countProjects()).toBe(before)
  })

  test.each([
    ['a missing name', {}, 'name: Required.'],
    ['a number', { name: 5 }, 'name: Must be text.'],
    ['a long one', { name: 'x'.repeat(256) }, 'name: At most 255 characters.'],
    ['an unknown key', { name: 'a', b: 1 }, 'b: Unknown field.'],
  ])('%s, in words for people', async (_what, body, detail) => {
    expect((await create(body)).json.detail).toBe(detail)
  })

  test('JSON in another encoding', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-16' }
    const reply = await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/projects/',
      body: { name: 'a' },
      headers,
    })
    expect([reply.status, reply.json.code]).toEqual([415, 'unsupported_media_type'])
  })

  test('10 MB of JSON', async () => {
    const reply = await create({ name: 'x'.repeat(10 * 1024 * 1024) })
    expect([reply.status, reply.json.code]).toEqual([413, 'payload_too_large'])
  })

  test.each([
    'limit=0',
    'limit=-2',
    'limit=10001',
    'limit=NaN',
    'limit=1e3',
    'limit=',
    'offset=-1',
    'offset=99999999999999999999',
    'ordering=password',
    'ordering=name;drop%20table%20projects',
    'search=%00',
    `search=${'x'.repeat(201)}`,
    'state=gone',
    'limit=1&limit=2',
    'surprise=1',
  ])('the list parameter %s', async (parameters) => {
    const reply = await request(api, api.home.admin, { url: `/api/projects/?${parameters}` })
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
  })

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer a b',
    'Bearer not.a.token',
    `Bearer ${'x'.repeat(7000)}`,
  ])('the authorisation “%s”', async (authorization) => {
    const reply = await request(api, null, { url: '/api/projects/', headers: { authorization } })
    expect([reply.status, reply.json.code]).toEqual([401, 'unauthenticated'])
  })

  test('a token in the query of a route that takes none', async () => {
    const reply = await request(api, null, { url: `/api/projects/?token=${api.home.admin.token}` })
    expect(reply.status).toBe(401)
    expect(reply.text).not.toContain(api.home.admin.token)
    expect(api.log.join('')).not.toContain(api.home.admin.token)
  })

  test.each(['x'.repeat(256), 'two words', 'ünïcode', ''])('the Idempotency-Key “%s”', async (key) => {
    const reply = await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/projects/',
      body: { name: 'With a bad key' },
      headers: { 'idempotency-key': key },
    })
    expect(reply.status).toBe(400)
  })

  test('a method that the address does not take, naming those it does', async () => {
    const reply = await request(api, api.home.admin, { method: 'PUT', url: '/api/projects/', body: {} })
    expect([reply.status, reply.json.code]).toEqual([405, 'method_not_allowed'])
    expect(reply.headers.allow).toBe('GET, POST')
  })

  test.each([
    '/api/nothing/',
    '/api/',
    '/api/projects//',
    '/assets/none.js',
    '/api/projects/%',
    `/api/projects/${'x'.repeat(300)}`,
  ])('the unknown address %s', async (url) => {
    const reply = await request(api, api.home.admin, { url })
    expect(reply.status).toBe(404)
    expect(reply.json.detail).toBeTruthy()
  })
})

describe('what is kept as it is', () => {
  test.each([
    ['255 characters', 'n'.repeat(255)],
    ['right-to-left text', 'نسيج الكبد ‏(עברית)'],
    ['HTML', '<img src=x onerror=alert(1)><script>alert(2)</script>'],
    ['emoji and combining marks', 'Tissue 🧫 Ä é'],
    ['SQL', `'); drop table projects; --`],
  ])('%s in a name', async (_what, name) => {
    const { id } = await makeProject(api, api.home.admin, name)
    const reply = await request(api, api.home.guest, { url: `/api/projects/${id}/` })
    expect(reply.json.name).toBe(name)
    expect(reply.headers['content-type']).toContain('application/json')
  })
})
