import { permissionsOf } from '@cresyl/contract/api/permissions'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { givePassword, inSession, makeSession } from '../test-support/profiles-examples.ts'
import { actingIn, anotherIssuer, makeMember } from '../test-support/users-examples.ts'

let api: TestApi
let owner: pg.Client

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

async function read(member: TestMember) {
  return (await request(api, member, { url: '/api/profiles/me/' })).json
}

function edit(member: TestMember, body: object) {
  return request(api, member, { method: 'PATCH', url: '/api/profiles/me/', body })
}

async function auditDetails(userId: string, event: string) {
  const { rows } = await owner.query(
    'select details from audits where subject_id = $1 and event = $2 order by id',
    [userId, event],
  )
  return rows.map(({ details }) => details)
}

describe('the profile', () => {
  test('of someone who has chosen nothing yet is the default', async () => {
    const member = await makeMember(api, api.home.admin)
    expect(await read(member)).toEqual({
      id: member.userId,
      email: member.email,
      name: member.name,
      picture: null,
      theme: 'system',
      locale: null,
      notifications: {},
      digest: 'off',
      welcomed: false,
      managed_by: 'cresyl',
      superadmin: false,
      acting: false,
      permissions: permissionsOf('user'),
      version: 1,
    })
  })

  test('remembers that the welcome was sent away', async () => {
    const member = await makeMember(api, api.home.admin)
    await edit(member, { welcomed: true })
    expect(await read(member)).toMatchObject({ welcomed: true, theme: 'system' })
  })

  test('keeps what is chosen, in every organisation of the person', async () => {
    const member = await makeMember(api, api.home.admin)
    const changed = await edit(member, { name: 'Ada Lovelace', theme: 'dark', locale: 'de-DE', version: 1 })
    expect(changed.json).toMatchObject({ name: 'Ada Lovelace', theme: 'dark', locale: 'de-DE', version: 2 })
    expect(await read(member)).toEqual(changed.json)
    expect((await request(api, member, { url: '/api/profiles/' })).json.results).toEqual([changed.json])
    await owner.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'user')", [
      api.away.admin.organizationId,
      member.userId,
    ])
    const token = await api.identity.mintAccessToken(member.userId, api.away.admin.organizationId)
    expect(await read({ ...member, token })).toEqual(changed.json)
    expect((await edit(member, { locale: null })).json).toMatchObject({
      locale: null,
      theme: 'dark',
      version: 3,
    })
  })

  test('is found by the new name', async () => {
    const member = await makeMember(api, api.home.admin)
    await edit(member, { name: 'Öyvind Ångström' })
    const { json } = await request(api, api.home.guest, { url: '/api/users/?search=%C3%A5ngstr%C3%B6m' })
    expect(json.results).toEqual([expect.objectContaining({ id: member.userId, name: 'Öyvind Ångström' })])
  })

  test('tells the audit log which fields changed, never a name', async () => {
    const member = await makeMember(api, api.home.admin)
    await edit(member, { name: 'Secret Agent', theme: 'light' })
    await edit(member, { name: 'Secret Agent' })
    expect(await auditDetails(member.userId, 'profile.updated')).toEqual([{ changed: ['name', 'theme'] }])
  })

  test('has a picture that can be taken away again', async () => {
    const member = await makeMember(api, api.home.admin)
    const { json } = await edit(member, { picture: pixel })
    expect(json.picture).toMatch(/^\/pictures\/[0-9a-f]{32}$/)
    expect((await edit(member, { picture: json.picture, theme: 'dark' })).json.picture).toBe(json.picture)
    expect((await edit(member, { picture: null })).json.picture).toBeNull()
  })

  test('does not pile up the pictures that were replaced', async () => {
    const member = await makeMember(api, api.home.admin)
    const count = async () => (await owner.query('select from pictures')).rowCount ?? 0
    const before = await count()
    for (let n = 0; n < 3; n += 1) await edit(member, { picture: pixel })
    expect(await count()).toBe(before + 1)
    const { picture } = await read(member)
    expect((await request(api, null, { url: picture })).status).toBe(200)
    await edit(member, { picture: null })
    expect(await count()).toBe(before)
  })

  test.each([
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'https://evil.example/track.png',
    '/pictures/00000000000000000000000000000000',
  ])('takes no picture such as %s', async (picture) => {
    const member = await makeMember(api, api.home.admin)
    expect((await edit(member, { picture })).json.code).toBe('invalid_input')
    expect((await read(member)).picture).toBeNull()
  })

  test.each([
    { superadmin: true },
    { email: 'eve@evil.example' },
    { id: '0197a0b0-0000-7000-8000-000000000000' },
    { managed_by: 'provider' },
    { theme: 'neon' },
    { locale: 'tlh' },
    { name: '' },
    { name: 'line\nbreak' },
    { name: '\u200b' },
    { notifications: { 'member.joined': { in_app: true } } },
    { notifications: { unknown: { in_app: true, email: true } } },
  ])('takes nothing but what it offers: %j', async (body) => {
    const member = await makeMember(api, api.home.admin)
    expect((await edit(member, body)).json.code).toBe('invalid_input')
    expect(await read(member)).toMatchObject({ superadmin: false, email: member.email, version: 1 })
  })

  test('keeps, kind by kind, how one wants to be told where that is not the default', async () => {
    const member = await makeMember(api, api.home.admin)
    const loud = { in_app: true, email: true }
    const silent = { in_app: false, email: false }
    await edit(member, { notifications: { 'member.joined': loud } })
    const both = await edit(member, { notifications: { 'security.api_token': silent } })
    expect(both.json.notifications).toEqual({ 'member.joined': loud, 'security.api_token': silent })
    const one = await edit(member, { notifications: { 'member.joined': { in_app: true, email: false } } })
    expect(one.json.notifications).toEqual({ 'security.api_token': silent })
  })

  test('edited twice at once with the same version is changed once', async () => {
    const member = await makeMember(api, api.home.admin)
    const replies = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => edit(member, { name, version: 1 })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.json.current).toEqual(await read(member))
  })

  test('of another provider keeps name and picture there, and the rest here', async () => {
    const member = await makeMember(api, api.home.admin, { issuer: anotherIssuer })
    expect((await read(member)).managed_by).toBe('provider')
    for (const body of [{ name: 'Other' }, { picture: pixel }]) {
      expect((await edit(member, body)).json.code).toBe('managed_elsewhere')
    }
    const reply = await edit(member, { name: member.name, picture: null, theme: 'dark' })
    expect([reply.status, reply.json.theme]).toEqual([200, 'dark'])
  })

  test('of a superadmin says so, wherever they act', async () => {
    const acting = await actingIn(api, api.home.admin.organizationId)
    expect(await read(acting)).toMatchObject({ id: acting.userId, superadmin: true })
    expect((await edit(acting, { theme: 'dark' })).json.theme).toBe('dark')
  })
})

describe('the password', () => {
  const change = (member: TestMember, current: string, next: string) =>
    request(api, member, {
      method: 'POST',
      url: '/api/profiles/me/password/',
      body: { current, new: next },
    })

  test('changes for who knows the current one, who is told and leaves one audit row', async () => {
    const member = await makeMember(api, api.home.admin)
    const current = await givePassword(api, member)
    expect((await change(member, current, 'correct horse battery')).status).toBe(204)
    expect((await change(member, current, 'something else again')).json.code).toBe('wrong_password')
    expect((await change(member, 'correct horse battery', 'something else again')).status).toBe(204)
    expect(await auditDetails(member.userId, 'password.changed')).toHaveLength(2)
    const { json } = await request(api, member, { url: '/api/notifications/?kind=security.password_changed' })
    expect(json.count).toBe(2)
  })

  test.each(['short', ' '.repeat(3), 'x'.repeat(1025)])('is not changed to %j', async (next) => {
    const member = await makeMember(api, api.home.admin)
    const current = await givePassword(api, member)
    expect((await change(member, current, next)).json.code).toBe('invalid_input')
  })

  test('appears in no log and no audit row', async () => {
    const member = await makeMember(api, api.home.admin)
    const current = await givePassword(api, member)
    await change(member, current, 'unmistakable new password')
    expect(api.log.join('')).not.toContain('unmistakable new password')
    expect(api.log.join('')).not.toContain(current)
    expect(JSON.stringify(await auditDetails(member.userId, 'password.changed'))).not.toContain(
      'unmistakable',
    )
  })
})

describe('sessions', () => {
  const list = async (member: TestMember) =>
    (await request(api, member, { url: '/api/profiles/me/sessions/' })).json
  const end = (member: TestMember, body: object = {}) =>
    request(api, member, { method: 'POST', url: '/api/profiles/me/sessions/end/', body })

  test('are listed with their devices, of oneself only', async () => {
    const member = await makeMember(api, api.home.admin)
    const id = await makeSession(api, member)
    await makeSession(api, api.home.guest)
    expect(await list(member)).toMatchObject({
      count: 1,
      results: [{ id, current: false, device: 'Firefox on Linux' }],
    })
  })

  test('end one by one or all at once; the person is told', async () => {
    const member = await makeMember(api, api.home.admin)
    const ids = [
      await makeSession(api, member),
      await makeSession(api, member),
      await makeSession(api, member),
    ]
    expect((await end(member, { session_id: ids[0] })).json).toEqual({ ended: 1 })
    expect((await list(member)).count).toBe(2)
    expect((await end(member)).json).toEqual({ ended: 2 })
    expect((await end(member)).json).toEqual({ ended: 0 })
    expect(await auditDetails(member.userId, 'session.revoked')).toEqual([{ ended: 1 }, { ended: 2 }])
    const { json } = await request(api, member, { url: '/api/notifications/' })
    expect(json.results.map(({ text }: { text: string }) => text).sort()).toEqual([
      'You were signed out on 2 other devices.',
      'You were signed out on another device.',
    ])
  })

  test('end without the one in use, which is known by its token', async () => {
    const person = await makeMember(api, api.home.admin)
    const [current, other] = [await makeSession(api, person), await makeSession(api, person)]
    const member = await inSession(api, person, current)
    const listed: { id: string; current: boolean }[] = (await list(member)).results
    expect(listed.filter((session) => session.current).map(({ id }) => id)).toEqual([current])
    const refused = await end(member, { session_id: current })
    expect([refused.status, refused.json.detail]).toEqual([
      400,
      'This is the session you are using. Sign out instead.',
    ])
    expect((await end(member)).json).toEqual({ ended: 1 })
    expect((await list(member)).results.map(({ id }: { id: string }) => id)).toEqual([current])
    const signedOut = await inSession(api, person, other)
    expect((await request(api, signedOut, { url: '/api/profiles/me/' })).status).toBe(401)
  })

  test('other than the one in use end when the password changes', async () => {
    const person = await makeMember(api, api.home.admin)
    const [current] = [await makeSession(api, person), await makeSession(api, person)]
    const member = await inSession(api, person, current)
    const body = { current: await givePassword(api, person), new: 'correct horse battery' }
    await request(api, member, { method: 'POST', url: '/api/profiles/me/password/', body })
    expect((await list(member)).results.map(({ id }: { id: string }) => id)).toEqual([current])
  })

  test("of others can't be ended, nor unknown ones", async () => {
    const victim = await makeMember(api, api.home.admin)
    const session_id = await makeSession(api, victim)
    expect((await end(api.home.admin, { session_id })).json).toEqual({ ended: 0 })
    expect((await end(api.home.admin, { session_id: 'unknown' })).json).toEqual({ ended: 0 })
    expect((await end(api.home.admin, { session_id: '\u0000' })).json.code).toBe('invalid_input')
    expect((await list(victim)).count).toBe(1)
  })

  test('that end are told of in every organisation of the person', async () => {
    const member = await makeMember(api, api.home.admin)
    const { organizationId } = api.away.admin
    await owner.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'user')", [
      organizationId,
      member.userId,
    ])
    await makeSession(api, member)
    await end(member)
    expect(await auditDetails(member.userId, 'session.revoked')).toEqual([{ ended: 1 }, { ended: 1 }])
    const token = await api.identity.mintAccessToken(member.userId, organizationId)
    const { json } = await request(api, { ...member, token }, { url: '/api/notifications/' })
    expect(json.results).toMatchObject([{ kind: 'security.signed_out_elsewhere' }])
  })
})
