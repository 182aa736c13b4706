import type { User } from '@cresyl/contract/people/users'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateUser } from '../../domain/users/update-user.ts'
import { addOrganization } from '../../identity/people.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { nextSerial } from '../test-support/example.ts'
import { actingIn, type MadeMember, makeInvitation, makeMember } from '../test-support/users-examples.ts'

let api: TestApi
let owner: pg.Client
/** An organisation of this file's own. */
let admin: MadeMember
let guest: MadeMember

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  admin = await makeAdmin()
  guest = await makeMember(api, admin, { role: 'guest', name: 'Zoë Guest' })
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

async function makeAdmin(): Promise<MadeMember> {
  const name = `clinic-${nextSerial()}`
  const { id: organizationId } = await addOrganization(api.context, { name, displayName: name })
  return makeMember(api, { organizationId }, { role: 'admin', name: 'Ada Admin' })
}

async function list(member: TestMember, query = ''): Promise<User[]> {
  const reply = await request(api, member, { url: `/api/users/?${query}` })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.json.count).toBe(reply.json.results.length)
  return reply.json.results
}

const names = (users: User[]) => users.map(({ name }) => name)

function change(member: TestMember, { userId }: { userId: string }, body: object) {
  return request(api, member, { method: 'PATCH', url: `/api/users/${userId}/`, body })
}

describe('the list of people', () => {
  test('tells administrators everything, of their organisation only', async () => {
    const users = await list(admin)
    expect(users).toEqual([
      {
        id: admin.userId,
        name: 'Ada Admin',
        picture: null,
        email: admin.email,
        role: 'admin',
        state: 'active',
        joined_at: expect.any(String),
        last_seen_at: null,
        version: 1,
      },
      expect.objectContaining({ id: guest.userId, role: 'guest' }),
    ])
  })

  test('tells others names and pictures, and no more', async () => {
    const [first] = await list(guest)
    expect(first).toEqual({
      id: admin.userId,
      name: 'Ada Admin',
      picture: null,
      email: null,
      role: null,
      state: null,
      joined_at: null,
      last_seen_at: null,
      version: null,
    })
  })

  test('hides disabled people from all but administrators', async () => {
    const mine = await makeAdmin()
    const other = await makeMember(api, mine, { role: 'manager', name: 'Max Manager' })
    const gone = await makeMember(api, mine, { name: 'Gone' })
    const banned = await makeMember(api, mine, { name: 'Banned' })
    await change(mine, gone, { disabled: true })
    await owner.query('update users set disabled_at = now() where id = $1', [banned.userId])
    expect(names(await list(other))).toEqual(['Ada Admin', 'Max Manager'])
    expect(names(await list(mine))).toEqual(['Ada Admin', 'Banned', 'Gone', 'Max Manager'])
    expect(names(await list(mine, 'state=disabled'))).toEqual(['Banned', 'Gone'])
    expect(names(await list(mine, 'state=active&role=manager&role=user'))).toEqual(['Max Manager'])
    expect(await list(other, 'search=gone')).toEqual([])
  })

  test('finds names however they are written, and addresses for administrators only', async () => {
    const mine = await makeAdmin()
    const manager = await makeMember(api, mine, { role: 'manager', name: 'Max Manager' })
    await makeMember(api, mine, { name: 'Ärztin  MÜLLER', email: 'chief.pathologist@made.test' })
    for (const search of ['ärztin', 'ÄRZTIN müll', 'müller ärz', 'Ä']) {
      expect(names(await list(manager, `search=${encodeURIComponent(search)}`))).toEqual(['Ärztin  MÜLLER'])
    }
    expect(names(await list(mine, 'search=Chief.Path'))).toEqual(['Ärztin  MÜLLER'])
    expect(await list(manager, 'search=chief.path')).toEqual([])
    expect(await list(mine, 'search=%25')).toEqual([])
  })

  test.each(['role=admin', 'state=disabled', 'state=active', 'ordering=joined_at', 'ordering=-joined_at'])(
    'does not let others learn by %s what they are not shown',
    async (query) => {
      const reply = await request(api, guest, { url: `/api/users/?${query}` })
      expect([reply.status, reply.json.code]).toEqual([403, 'forbidden'])
    },
  )

  test('comes in pages, by name or by when people joined', async () => {
    const mine = await makeAdmin()
    for (const name of ['charlie', 'Bob']) await makeMember(api, mine, { name })
    expect(names(await list(mine))).toEqual(['Ada Admin', 'Bob', 'charlie'])
    expect(names(await list(mine, 'ordering=-name'))).toEqual(['charlie', 'Bob', 'Ada Admin'])
    expect(names(await list(mine, 'ordering=joined_at'))).toEqual(['Ada Admin', 'charlie', 'Bob'])
    const { json } = await request(api, mine, { url: '/api/users/?limit=1&offset=1' })
    expect([json.count, names(json.results)]).toEqual([3, ['Bob']])
    expect(json.next).toContain('offset=2')
  })

  test.each([
    '<script>alert(1)</script>',
    '=HYPERLINK("http://evil.example")',
    "Robert'); drop table users;--",
  ])('gives the name %s back as it is', async (name) => {
    const mine = await makeAdmin()
    await makeMember(api, mine, { name })
    const reply = await request(api, mine, { url: '/api/users/' })
    expect(names(reply.json.results)).toContain(name)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  })
})

describe('changing a member', () => {
  test('gives another role, tells the person and leaves both roles in the audit log', async () => {
    const person = await makeMember(api, admin)
    const reply = await change(admin, person, { role: 'manager', version: 1 })
    expect(reply.json).toMatchObject({ id: person.userId, role: 'manager', state: 'active', version: 2 })
    const { json } = await request(api, person, { url: '/api/notifications/' })
    expect(json.results).toEqual([
      expect.objectContaining({
        kind: 'member.role_changed',
        text: 'Your role is now Manager. An administrator changed it.',
      }),
    ])
    const { rows } = await owner.query('select details from audits where subject_id = $1', [person.userId])
    expect(rows).toEqual([{ details: { changes: { role: ['user', 'manager'] } } }])
  })

  test('disables and enables, and doing it again changes nothing', async () => {
    const person = await makeMember(api, admin)
    const disabled = await change(admin, person, { disabled: true })
    expect(disabled.json).toMatchObject({ state: 'disabled', version: 2 })
    expect((await change(admin, person, { disabled: true })).json).toEqual(disabled.json)
    const enabled = await change(admin, person, { disabled: false })
    expect(enabled.json).toMatchObject({ state: 'active', version: 3 })
    const { rows } = await owner.query('select details from audits where subject_id = $1 order by id', [
      person.userId,
    ])
    expect(rows.map(({ details }) => details.changes)).toEqual([
      { disabled: [false, true] },
      { disabled: [true, false] },
    ])
  })

  test('is refused for oneself; what changes nothing is harmless', async () => {
    for (const body of [{ role: 'guest' }, { disabled: true }, { role: 'user', disabled: true }]) {
      expect((await change(admin, admin, body)).json.code).toBe('own_membership')
    }
    expect((await change(admin, admin, { role: 'admin', disabled: false })).status).toBe(200)
  })

  test('of another organisation is not possible, for their administrators neither', async () => {
    const mine = await makeAdmin()
    const reply = await change(admin, mine, { disabled: true })
    expect([reply.status, reply.json.code]).toEqual([404, 'not_found'])
    expect((await list(mine))[0]?.state).toBe('active')
  })

  test.each([
    { superadmin: true },
    { email: 'eve@evil.example' },
    { organization_id: 'x' },
    { user_id: 'x' },
    { role: 'superadmin' },
    { role: 'owner' },
    { role: null },
    { disabled: 'yes' },
  ])('takes nothing but what it offers: %j', async (body) => {
    const person = await makeMember(api, admin)
    const reply = await change(admin, person, { role: 'guest', ...body })
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
    const { rows } = await owner.query('select role from memberships where user_id = $1', [person.userId])
    expect(rows).toEqual([{ role: 'user' }])
  })
})

describe('the last administrator', () => {
  /** A person who is known already is let in for a while after they were disabled: the hard case. */
  const bringIn = (members: TestMember[]) => Promise.all(members.map((each) => list(each)))
  /** Lets none of them go on before all have been let in: who is disabled meanwhile would be refused at the door. */
  const atOnce = async ({ organizationId }: MadeMember, changes: (() => ReturnType<typeof request>)[]) => {
    const holder = new pg.Client({ connectionString: api.databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from memberships where organization_id = $1 for update', [organizationId])
    const replies = Promise.all(changes.map((each) => each()))
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await expect
      .poll(async () => (await owner.query(waiting)).rowCount, { timeout: 10_000 })
      .toBe(changes.length)
    await holder.query('commit')
    await holder.end()
    return replies
  }

  test('stays, even for a superadmin', async () => {
    const mine = await makeAdmin()
    const superadmin = await actingIn(api, mine.organizationId)
    for (const body of [{ role: 'manager' }, { disabled: true }]) {
      const reply = await change(superadmin, mine, body)
      expect([reply.status, reply.json.code]).toEqual([409, 'last_admin'])
    }
  })

  test('is not replaced by one who is disabled', async () => {
    const mine = await makeAdmin()
    const second = await makeMember(api, mine, { role: 'admin' })
    const third = await makeMember(api, mine, { role: 'admin' })
    await change(mine, second, { disabled: true })
    await owner.query('update users set disabled_at = now() where id = $1', [third.userId])
    const reply = await change(await actingIn(api, mine.organizationId), mine, { role: 'user' })
    expect(reply.json.code).toBe('last_admin')
  })

  test('goes when there is another, and a superadmin did it', async () => {
    const mine = await makeAdmin()
    await makeMember(api, mine, { role: 'admin' })
    const superadmin = await actingIn(api, mine.organizationId)
    const reply = await change(superadmin, mine, { role: 'user' })
    expect(reply.status, reply.text).toBe(200)
    const { rows } = await owner.query(
      'select user_id, organization_id, details from audits where subject_id = $1',
      [mine.userId],
    )
    expect(rows).toEqual([
      {
        user_id: superadmin.userId,
        organization_id: mine.organizationId,
        details: { changes: { role: ['admin', 'user'] }, superadmin: true },
      },
    ])
  })

  test.each(Array.from({ length: 8 }, (_, index) => index))(
    'is left when two demote each other at once (%i)',
    async () => {
      const first = await makeAdmin()
      const second = await makeMember(api, first, { role: 'admin' })
      await bringIn([first, second])
      const replies = await atOnce(first, [
        () => change(first, second, { role: 'user' }),
        () => change(second, first, { disabled: true }),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(replies.find(({ status }) => status === 409)?.json.code).toBe('last_admin')
      const { rows } = await owner.query(
        "select count(*)::int as admins from memberships where organization_id = $1 and role = 'admin' and disabled_at is null",
        [first.organizationId],
      )
      expect(rows).toEqual([{ admins: 1 }])
    },
  )

  test('is left when a ring of administrators disable each other at once', async () => {
    const first = await makeAdmin()
    const ring = [first]
    for (let size = 1; size < 5; size += 1) ring.push(await makeMember(api, first, { role: 'admin' }))
    await bringIn(ring)
    const replies = await atOnce(
      first,
      ring.map(
        (each, index) => () => change(each, ring[(index + 1) % ring.length] ?? first, { disabled: true }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409])
  })
})

describe('nobody comes back, or comes by more, through a side door:', () => {
  test('an invitation from before ends when the person is disabled', async () => {
    const mine = await makeAdmin()
    const email = 'side.door@made.test'
    const { id } = await makeInvitation(api, mine, { email, role: 'admin' })
    const person = await makeMember(api, mine, { email: 'Side.Door@made.test' })
    await change(mine, person, { disabled: true })
    const { rows } = await owner.query('select revoked_at from invitations where id = $1', [id])
    expect(rows).toEqual([{ revoked_at: expect.any(Date) }])
  })

  test('who may do less than an administrator enables none', async () => {
    const mine = await makeAdmin()
    const gone = await makeMember(api, mine, { role: 'admin' })
    await change(mine, gone, { disabled: true })
    const { organizationId, userId } = mine
    const permissions = new Set(['update:organization_settings'] as const)
    const member = { organizationId, userId, permissions, superadmin: false, acting: false }
    const enabling = api.context.database.asMember({ organizationId, userId }, (tx) =>
      updateUser({ tx, member, now: new Date(), record: () => {} }, gone.userId, { disabled: false }),
    )
    await expect(enabling).rejects.toMatchObject({ code: 'forbidden' })
  })
})
