import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hashLinkToken } from '../../domain/users/links.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { actingIn, anotherIssuer, makeMember } from '../test-support/users-examples.ts'

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
  api.context.config.mail = null
})

function offer(admin: TestMember, { userId }: { userId: string }) {
  return request(api, admin, { method: 'POST', url: `/api/users/${userId}/password-reset/` })
}

async function stored(userId: string) {
  const { rows } = await owner.query('select * from password_resets where user_id = $1', [userId])
  return rows
}

const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1)

describe('a link to set a new password', () => {
  test('is given once, works a day, and only its hash is kept', async () => {
    const person = await makeMember(api, api.home.admin)
    const before = Date.now()
    const { json } = await offer(api.home.admin, person)
    expect(json).toEqual({
      id: person.userId,
      link: expect.stringMatching(/^http:\/\/localhost:18080\/oidc\/password-reset\/[\w-]{43}$/),
      emailed: false,
      expires_at: expect.any(String),
    })
    expect(Date.parse(json.expires_at) - before).toBeGreaterThanOrEqual(24 * 3_600_000)
    expect(Date.parse(json.expires_at) - before).toBeLessThan(24 * 3_600_000 + 10_000)
    const [row] = await stored(person.userId)
    expect(row).toMatchObject({
      token_hash: hashLinkToken(tokenOf(json.link)),
      offered_by: api.home.admin.userId,
      used_at: null,
    })
    const { rows } = await owner.query(
      'select row_to_json(audits) as row from audits where subject_id = $1',
      [person.userId],
    )
    expect(JSON.stringify(rows)).not.toContain(tokenOf(json.link))
    expect(api.log.join('')).not.toContain(tokenOf(json.link))
  })

  test('replaces the one before, also when two are made at once', async () => {
    const person = await makeMember(api, api.home.admin)
    const first = await offer(api.home.admin, person)
    const second = await offer(api.home.admin, person)
    expect(await stored(person.userId)).toHaveLength(1)
    expect(tokenOf(second.json.link)).not.toBe(tokenOf(first.json.link))
    await Promise.all([1, 2, 3, 4].map(() => offer(api.home.admin, person)))
    expect(await stored(person.userId)).toHaveLength(1)
  })

  test('is announced to the person', async () => {
    const person = await makeMember(api, api.home.admin)
    await offer(api.home.admin, person)
    const { json } = await request(api, person, { url: '/api/notifications/' })
    expect(json.results[0]).toMatchObject({
      kind: 'security.password_changed',
      text: 'An administrator created a link to reset your password.',
    })
  })

  test('goes by e-mail where that is set up', async () => {
    api.context.config.mail = { url: 'smtp://127.0.0.1:1', from: 'cresyl@home.test' }
    const person = await makeMember(api, api.home.admin)
    const { json } = await offer(api.home.admin, person)
    expect(json.emailed).toBe(true)
    const { rows } = await owner.query('select subject, body from outgoing_mails where recipient = $1', [
      person.email,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].subject).toBe('Set a new password for Cresyl')
    expect(rows[0].body).toContain(json.link)
    expect(rows[0].body).toMatch(
      /^admin of home created a link .* until \w+day,? \d+ \w+ \d{4} at \d\d:\d\d UTC\./s,
    )
  })
})

describe('nobody gets into what is not theirs by a password reset:', () => {
  test('a person of another organisation is unknown', async () => {
    const reply = await offer(api.home.admin, api.away.user)
    expect([reply.status, reply.json.code]).toEqual([404, 'not_found'])
    expect(await stored(api.away.user.userId)).toEqual([])
  })

  test.each(['active', 'disabled'])(
    'a person with an %s membership elsewhere is for superadmins',
    async (state) => {
      const person = await makeMember(api, api.home.admin)
      await owner.query(
        "insert into memberships (organization_id, user_id, role, disabled_at) values ($1, $2, 'guest', $3)",
        [api.away.admin.organizationId, person.userId, state === 'disabled' ? new Date() : null],
      )
      const refused = await offer(api.home.admin, person)
      expect([refused.status, refused.json.code]).toEqual([403, 'forbidden'])
      expect(refused.json.detail).toContain('Ask a superadmin')
      expect(await stored(person.userId)).toEqual([])
      expect((await offer(await actingIn(api, person.organizationId), person)).status).toBe(201)
    },
  )

  test('a superadmin who belongs to the organisation is for superadmins', async () => {
    const person = await makeMember(api, api.home.admin)
    await owner.query('update users set superadmin = true where id = $1', [person.userId])
    expect((await offer(api.home.admin, person)).json.code).toBe('forbidden')
    expect(await stored(person.userId)).toEqual([])
  })

  test('for oneself there is the profile', async () => {
    const reply = await offer(api.home.admin, api.home.admin)
    expect([reply.status, reply.json.detail]).toEqual([
      400,
      'This is you. Change your password in your profile.',
    ])
  })

  test('a disabled member is enabled first', async () => {
    const person = await makeMember(api, api.home.admin)
    await owner.query('update memberships set disabled_at = now() where user_id = $1', [person.userId])
    expect((await offer(api.home.admin, person)).json.code).toBe('invalid_input')
  })

  test('a person of another provider has the password there', async () => {
    const person = await makeMember(api, api.home.admin, { issuer: anotherIssuer })
    expect((await offer(api.home.admin, person)).json.code).toBe('managed_elsewhere')
  })
})
