import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hashLinkToken } from '../../domain/users/links.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeInvitation, makeMember } from '../test-support/users-examples.ts'

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

afterEach(async () => {
  api.context.config.mail = null
  await owner.query('delete from invitations')
  await owner.query('delete from outgoing_mails')
})

const url = '/api/users/invitations/'
const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1)

function invite(admin: TestMember, body: object) {
  return request(api, admin, {
    method: 'POST',
    url,
    body: { email: 'grace@navy.test', role: 'user', ...body },
  })
}

async function list(admin: TestMember) {
  return (await request(api, admin, { url })).json
}

async function stored() {
  return (await owner.query('select * from invitations order by created_at')).rows
}

describe('an invitation', () => {
  test('comes with a link that works a week and of which only the hash is kept', async () => {
    const before = Date.now()
    const { json, status } = await invite(api.home.admin, {
      name: 'Grace Hopper',
      email: ' Grace@Navy.test ',
    })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.any(String),
      email: 'grace@navy.test',
      name: 'Grace Hopper',
      role: 'user',
      invited_by: { id: api.home.admin.userId, name: 'admin of home', picture: null },
      created_at: expect.any(String),
      expires_at: expect.any(String),
      link: expect.stringMatching(/^http:\/\/localhost:18080\/oidc\/invitation\/[\w-]{43}$/),
      emailed: false,
    })
    const days = (Date.parse(json.expires_at) - before) / (24 * 3_600_000)
    expect(days).toBeCloseTo(7, 3)
    expect((await stored())[0].token_hash).toEqual(hashLinkToken(tokenOf(json.link)))
    const listed = await list(api.home.admin)
    const { link, emailed, ...rest } = json
    expect(listed).toMatchObject({ count: 1, results: [rest] })
    expect(JSON.stringify(listed)).not.toContain(tokenOf(link))
    expect(emailed).toBe(false)
    expect((await owner.query('select * from outgoing_mails')).rows).toEqual([])
  })

  test('is not seen by another organisation, which may invite the same person', async () => {
    await invite(api.home.admin, {})
    expect((await list(api.away.admin)).results).toEqual([])
    expect((await invite(api.away.admin, {})).status).toBe(201)
    expect((await list(api.away.admin)).count).toBe(1)
  })

  test('for the same address takes the place of the open one', async () => {
    const first = await invite(api.home.admin, { role: 'guest', name: 'G' })
    const second = await invite(api.home.admin, { email: 'GRACE@navy.test', role: 'manager', name: 'Grace' })
    expect(second.json.id).toBe(first.json.id)
    expect(second.json).toMatchObject({ role: 'manager', name: 'Grace' })
    const rows = await stored()
    expect(rows).toHaveLength(1)
    expect(rows[0].token_hash).toEqual(hashLinkToken(tokenOf(second.json.link)))
  })

  test('is one, however many are made at once', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map(() => invite(api.home.admin, {})))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await stored()).toHaveLength(1)
  })

  test('for a member is refused, unless they are disabled', async () => {
    const { email, userId } = await makeMember(api, api.home.admin)
    const refused = await invite(api.home.admin, { email })
    expect([refused.json.code, Object.keys(refused.json.fields)]).toEqual(['already_member', ['email']])
    await owner.query('update memberships set disabled_at = now() where user_id = $1', [userId])
    expect((await invite(api.home.admin, { email })).status).toBe(201)
  })

  test.each([
    { email: 'nobody' },
    { email: 'grace@navy.test\r\nBcc: eve@evil.example' },
    { email: 'grace@navy.test, eve@evil.example' },
    { name: 'Grace\r\nBcc: eve@evil.example' },
    { role: 'superadmin' },
    { superadmin: true },
    { token_hash: 'x' },
    { expires_at: '2099-01-01T00:00:00Z' },
    { invited_by: '0197a0b0-0000-7000-8000-000000000000' },
  ])('takes nothing but what it offers: %j', async (body) => {
    expect((await invite(api.home.admin, body)).json.code).toBe('invalid_input')
    expect(await stored()).toEqual([])
  })

  test('says in the audit log who invited and to which role, not whom by name', async () => {
    const { json } = await invite(api.home.admin, { role: 'manager' })
    const { rows } = await owner.query('select event, user_id, details from audits where subject_id = $1', [
      json.id,
    ])
    expect(rows).toEqual([
      { event: 'invitation.created', user_id: api.home.admin.userId, details: { role: 'manager' } },
    ])
  })

  test('goes by e-mail where that is set up, in plain words', async () => {
    api.context.config.mail = { url: 'smtp://127.0.0.1:1', from: 'cresyl@home.test' }
    const { json } = await invite(api.home.admin, { role: 'manager' })
    expect(json.emailed).toBe(true)
    const { rows } = await owner.query('select recipient, subject, body from outgoing_mails')
    expect(rows).toEqual([
      {
        recipient: 'grace@navy.test',
        subject: 'Invitation to home on Cresyl',
        body: expect.stringMatching(/^admin of home invites you to join home on Cresyl, .*, as Manager\./),
      },
    ])
    expect(rows[0].body).toContain(json.link)
    expect(rows[0].body).toMatch(/The link works until \w+day,? \d+ \w+ \d{4} at \d\d:\d\d UTC\./)
  })
})

describe('an open invitation', () => {
  const renew = (admin: TestMember, id: string) =>
    request(api, admin, { method: 'POST', url: `${url}${id}/renew/` })
  const revoke = (admin: TestMember, id: string) =>
    request(api, admin, { method: 'DELETE', url: `${url}${id}/` })

  test('is listed after it has expired, and renewed with another link', async () => {
    const { id, link } = await makeInvitation(api, api.home.admin)
    await owner.query("update invitations set expires_at = now() - interval '1 day'")
    expect((await list(api.home.admin)).results[0].id).toBe(id)
    const renewed = await renew(api.home.admin, id)
    expect(renewed.json.id).toBe(id)
    expect(tokenOf(renewed.json.link)).not.toBe(tokenOf(link))
    expect(Date.parse(renewed.json.expires_at)).toBeGreaterThan(Date.now())
    expect((await stored())[0].token_hash).toEqual(hashLinkToken(tokenOf(renewed.json.link)))
  })

  test('is withdrawn once; then there is nothing to withdraw, to renew or to list', async () => {
    const { id } = await makeInvitation(api, api.home.admin)
    expect((await revoke(api.home.admin, id)).status).toBe(204)
    expect((await revoke(api.home.admin, id)).status).toBe(404)
    expect((await renew(api.home.admin, id)).status).toBe(404)
    expect((await list(api.home.admin)).count).toBe(0)
    expect((await stored())[0].revoked_at).not.toBeNull()
  })

  test('that was followed is closed', async () => {
    const { id } = await makeInvitation(api, api.home.admin)
    await owner.query('update invitations set accepted_at = now()')
    expect((await revoke(api.home.admin, id)).status).toBe(404)
    expect((await renew(api.home.admin, id)).status).toBe(404)
  })

  test('of another organisation is unknown', async () => {
    const { id } = await makeInvitation(api, api.away.admin)
    expect((await revoke(api.home.admin, id)).status).toBe(404)
    expect((await renew(api.home.admin, id)).status).toBe(404)
    expect((await stored())[0].revoked_at).toBeNull()
  })
})
