import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiTokens } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeApiToken, makeProgram } from '../test-support/api-tokens-examples.ts'
import { actingIn, makeMember } from '../test-support/users-examples.ts'

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

afterEach(() => {
  vi.useRealTimers()
})

/** The server may remember who a token belongs to for half a minute. */
function later(seconds = 31): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

const url = '/api/users/tokens/'

function create(admin: TestMember, body: object) {
  const given = { name: 'Importer', permissions: ['read:projects'], days: 30, ...body }
  return request(api, admin, { method: 'POST', url, body: given })
}

function revoke(admin: TestMember, id: string) {
  return request(api, admin, { method: 'DELETE', url: `${url}${id}/` })
}

const projects = (member: TestMember) => request(api, member, { url: '/api/projects/' })

describe('an API token', () => {
  test('is made for nobody else, whatever the code above the database does', async () => {
    const { organizationId, userId } = api.home.manager
    const token = { id: newId(), organizationId, userId: api.home.admin.userId, name: 'x', prefix: 'x' }
    const rest = { tokenHash: Buffer.from('x'), permissions: [], expiresAt: new Date() }
    const making = api.context.database.asMember({ organizationId, userId }, (tx) =>
      tx.insert(apiTokens).values({ ...token, ...rest }),
    )
    await expect(making).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  test('is shown once; its hash and first characters are kept', async () => {
    const { json, status } = await create(api.home.admin, {
      permissions: ['read:slides', 'read:projects', 'read:slides'],
    })
    expect(status).toBe(201)
    expect(json.token).toMatch(/^cresyl_[\w-]{43}$/)
    expect(json).toMatchObject({
      name: 'Importer',
      prefix: json.token.slice(0, 12),
      permissions: ['read:projects', 'read:slides'],
      created_by: { id: api.home.admin.userId },
      last_used_at: null,
      revoked_at: null,
    })
    const days = (Date.parse(json.expires_at) - Date.parse(json.created_at)) / (24 * 3_600_000)
    expect(days).toBe(30)
    const { rows } = await owner.query('select token_hash from api_tokens where id = $1', [json.id])
    expect(rows).toEqual([{ token_hash: createHash('sha256').update(json.token).digest() }])
  })

  test('appears in no list, log, audit row or notification', async () => {
    const { token } = await makeApiToken(api, api.home.admin)
    const second = await makeMember(api, api.home.admin, { role: 'admin' })
    await projects({ ...api.home.admin, token })
    const listed = await request(api, second, { url: `${url}?limit=-1` })
    const { rows: audits } = await owner.query('select row_to_json(audits) as row from audits')
    const { rows: news } = await owner.query('select text from notifications')
    const everything = [listed.text, JSON.stringify(audits), JSON.stringify(news), ...api.log].join('\n')
    expect(everything).not.toContain(token)
    expect(everything).not.toContain(createHash('sha256').update(token).digest('hex'))
  })

  test('cannot have what its maker has not, and says what that is', async () => {
    const reply = await create(api.home.admin, {
      permissions: ['read:projects', 'view:audits', 'upload:tissues'],
    })
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
    expect(reply.json.detail).toContain('view:audits, upload:tissues')
    expect(reply.json.detail).not.toContain('read:projects')
    expect(Object.keys(reply.json.fields)).toEqual(['permissions'])
  })

  test.each([
    { permissions: [] },
    { permissions: ['everything'] },
    { permissions: 'read:projects' },
    { days: 0 },
    { days: 367 },
    { days: 1.5 },
    { name: '' },
    { name: 'two\nlines' },
    { user_id: '0197a0b0-0000-7000-8000-000000000000' },
    { token: 'cresyl_mine' },
    { expires_at: '2099-01-01T00:00:00Z' },
  ])('is not made of %j', async (body) => {
    expect((await create(api.home.admin, body)).json.code).toBe('invalid_input')
  })

  test('is not made by a superadmin who is no member', async () => {
    const reply = await create(await actingIn(api, api.home.admin.organizationId), {})
    expect([reply.status, reply.json.code]).toEqual([403, 'forbidden'])
  })

  test('is made known to the other administrators', async () => {
    const second = await makeMember(api, api.home.admin, { role: 'admin', name: 'Second Admin' })
    const { id } = await makeApiToken(api, second, { name: 'Night job' })
    await revoke(second, id)
    const news = async (member: TestMember) =>
      (
        await request(api, member, { url: '/api/notifications/?kind=security.api_token&limit=2' })
      ).json.results.map(({ text }: { text: string }) => text.replaceAll(/[\u2068\u2069]/g, ''))
    expect((await news(api.home.admin)).sort()).toEqual([
      'Second Admin created the API token “Night job”.',
      'Second Admin revoked the API token “Night job”.',
    ])
    expect(await news(second)).toEqual([])
    expect(await news(api.home.manager)).toEqual([])
  })

  test('is revoked once, by any administrator of the organisation and of no other', async () => {
    const { id } = await makeApiToken(api, api.home.admin)
    expect((await revoke(api.away.admin, id)).status).toBe(404)
    const second = await makeMember(api, api.home.admin, { role: 'admin' })
    expect((await revoke(second, id)).status).toBe(204)
    expect((await revoke(second, id)).status).toBe(404)
    const { json } = await request(api, api.home.admin, { url: `${url}?limit=-1` })
    expect(json.results.find((token: { id: string }) => token.id === id).revoked_at).not.toBeNull()
  })

  test('of another organisation is in no list', async () => {
    const { id } = await makeApiToken(api, api.away.admin)
    expect((await request(api, api.home.admin, { url: `${url}?limit=-1` })).text).not.toContain(id)
  })
})

describe('a program with a token', () => {
  test('may do what the token names, and no more', async () => {
    const program = await makeProgram(api, api.home.admin, { permissions: ['read:projects'] })
    expect((await projects(program)).status).toBe(200)
    const body = { name: 'Made by a program' }
    const refused = await request(api, program, { method: 'POST', url: '/api/projects/', body })
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden'])
    const { rows } = await owner.query("select user_id, details from audits where event = 'access.refused'")
    expect(rows).toContainEqual({
      user_id: api.home.admin.userId,
      details: { route: 'createProject', permission: 'create:projects' },
    })
  })

  test('sees its own organisation only', async () => {
    const body = { name: 'Of the others' }
    const theirs = await request(api, api.away.admin, { method: 'POST', url: '/api/projects/', body })
    const program = await makeProgram(api, api.home.admin)
    expect((await request(api, program, { url: `/api/projects/${theirs.json.id}/` })).status).toBe(404)
  })

  test.each([
    ['GET', '/api/profiles/me/'],
    ['GET', '/api/notifications/'],
    ['GET', '/api/users/tokens/'],
    ['POST', '/api/users/tokens/'],
    ['POST', '/api/users/invitations/'],
    ['POST', '/api/profiles/me/sessions/end/'],
  ] as const)('is refused %s %s: that is for people', async (method, path) => {
    const permissions = ['update:organization_settings', 'read:organization_settings']
    const program = await makeProgram(api, api.home.admin, { permissions })
    const reply = await request(api, program, { method, url: path })
    expect([reply.status, reply.json.code]).toEqual([403, 'forbidden'])
    expect(reply.json.detail).toContain('API token')
  })

  test('is refused when the token was revoked', async () => {
    const { id, token } = await makeApiToken(api, api.home.admin)
    const program = { ...api.home.admin, token }
    expect((await projects(program)).status).toBe(200)
    await revoke(api.home.admin, id)
    later()
    expect((await projects(program)).status).toBe(401)
  })

  test('is refused when the token has expired', async () => {
    const program = await makeProgram(api, api.home.admin, { days: 1 })
    later(24 * 3600 - 60)
    expect((await projects(program)).status).toBe(200)
    later(120)
    expect((await projects(program)).status).toBe(401)
  })

  test('is refused when who made the token is disabled', async () => {
    const maker = await makeMember(api, api.home.admin, { role: 'admin' })
    const program = await makeProgram(api, maker)
    expect((await projects(program)).status).toBe(200)
    await request(api, api.home.admin, {
      method: 'PATCH',
      url: `/api/users/${maker.userId}/`,
      body: { disabled: true },
    })
    later()
    expect((await projects(program)).status).toBe(401)
  })

  test('loses what who made the token has lost', async () => {
    const maker = await makeMember(api, api.home.admin, { role: 'admin' })
    const program = await makeProgram(api, maker, { permissions: ['read:projects', 'delete:projects'] })
    const { json: project } = await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/projects/',
      body: { name: 'Not to be deleted' },
    })
    await request(api, api.home.admin, {
      method: 'PATCH',
      url: `/api/users/${maker.userId}/`,
      body: { role: 'guest' },
    })
    later()
    expect((await projects(program)).status).toBe(200)
    const deletion = await request(api, program, { method: 'DELETE', url: `/api/projects/${project.id}/` })
    expect(deletion.status).toBe(403)
  })

  test.each(['cresyl_', `cresyl_${'A'.repeat(43)}`, 'cresyl_%00', `cresyl_${'x'.repeat(5000)}`])(
    'is unknown by the token %s',
    async (token) => {
      expect((await projects({ ...api.home.admin, token })).status).toBe(401)
    },
  )
})
