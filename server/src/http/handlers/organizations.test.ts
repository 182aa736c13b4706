import type { ListedOrganization } from '@cresyl/contract/people/organizations'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOrganizations } from '../../domain/organizations/read-organizations.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeOrganization, readSettings } from '../test-support/organizations-examples.ts'

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

async function list(member: TestMember, query = ''): Promise<ListedOrganization[]> {
  const reply = await request(api, member, { url: `/api/organizations/?limit=-1${query}` })
  expect(reply.status, reply.text).toBe(200)
  return reply.json.results
}

const update = (id: string, body: unknown) =>
  request(api, api.superadmin, { method: 'PATCH', url: `/api/organizations/${id}/`, body })

const join = (member: TestMember, organizationId: string) =>
  owner.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'guest')", [
    organizationId,
    member.userId,
  ])

describe('the list of organisations', () => {
  test('holds those one belongs to, with the role there and nothing that is for superadmins', async () => {
    const second = await makeOrganization(api, { display_name: 'Zweites Labor' })
    await join(api.home.manager, second.id)
    const mine = await list(api.home.manager)
    expect(mine).toEqual([
      expect.objectContaining({
        id: api.home.manager.organizationId,
        role: 'manager',
        members: null,
        quota_bytes: null,
        created_at: null,
        disabled_at: null,
        version: null,
      }),
      expect.objectContaining({ id: second.id, display_name: 'Zweites Labor', role: 'guest' }),
    ])
  })

  test('leaves out those that are disabled, and those one was disabled in', async () => {
    const disabled = await makeOrganization(api)
    const left = await makeOrganization(api)
    for (const { id } of [disabled, left]) await join(api.home.user, id)
    expect(await list(api.home.user)).toHaveLength(3)
    await update(disabled.id, { disabled: true })
    await owner.query(
      'update memberships set disabled_at = now() where organization_id = $1 and user_id = $2',
      [left.id, api.home.user.userId],
    )
    expect((await list(api.home.user)).map(({ id }) => id)).toEqual([api.home.user.organizationId])
  })

  test('shows a superadmin all, disabled ones too, with members, quota and version', async () => {
    const made = await makeOrganization(api, { quota_bytes: 5 })
    await update(made.id, { disabled: true })
    const all = await list(api.superadmin)
    expect(all.find(({ id }) => id === made.id)).toMatchObject({
      role: null,
      members: 0,
      quota_bytes: 5,
      disabled_at: expect.any(String),
      version: 2,
    })
    expect(all.find(({ id }) => id === api.away.admin.organizationId)).toMatchObject({ members: 4 })
    expect(all.find(({ id }) => id === api.superadmin.organizationId)).toMatchObject({ role: 'admin' })
  })

  test('shows an API token only the organisation it is for, even one of a superadmin', async () => {
    const { superadmin } = api
    const query = { limit: -1, offset: 0, ordering: 'name' } as const
    const member = { ...superadmin, permissions: new Set<never>(), superadmin: true, acting: false }
    const listed = await api.context.database.asSystem((tx) =>
      listOrganizations({ tx, member, now: new Date() }, query),
    )
    expect(listed).toMatchObject({
      count: 1,
      results: [{ id: superadmin.organizationId, role: 'admin', members: null }],
    })
  })

  test('is searched by both names however they are written, sorted and paged', async () => {
    await makeOrganization(api, { name: 'findable-one', display_name: 'Ärztehaus Süd' })
    await makeOrganization(api, { name: 'findable-two', display_name: 'ärztehaus Nord' })
    const names = async (query: string) => (await list(api.superadmin, query)).map(({ name }) => name)
    expect(await names(`&search=${encodeURIComponent('ÄRZTE süd')}`)).toEqual(['findable-one'])
    expect(await names('&search=FINDABLE&ordering=-display_name')).toEqual(['findable-one', 'findable-two'])
    expect(await names('&search=findable')).toEqual(['findable-two', 'findable-one'])
    expect(await names(`&search=${encodeURIComponent('%')}`)).toEqual([])
    const page = await request(api, api.superadmin, {
      url: '/api/organizations/?search=findable&limit=1&offset=1&ordering=name',
    })
    expect(page.json).toMatchObject({ count: 2, next: null, results: [{ name: 'findable-two' }] })
  })
})

describe('a new organisation', () => {
  test('has settings, can be entered by the superadmin, and is told of in its own audit log', async () => {
    const made = await makeOrganization(api, { quota_bytes: 2 ** 50 })
    expect(made).toMatchObject({ quota_bytes: 2 ** 50, members: 0, role: null, version: 1 })
    const { rows } = await owner.query('select * from organization_settings where organization_id = $1', [
      made.id,
    ])
    expect(rows).toHaveLength(1)
    const audits = await owner.query(
      'select event, user_id, details from audits where organization_id = $1',
      [made.id],
    )
    expect(audits.rows).toEqual([
      {
        event: 'organization.created',
        user_id: api.superadmin.userId,
        details: { name: made.name, display_name: made.display_name, quota_bytes: 2 ** 50 },
      },
    ])
  })

  test.each(['', 'Upper', 'a b', '-a', 'a-', 'x'.repeat(64), '../etc', 'ä'])(
    'may not be called %j',
    async (name) => {
      const body = { name, display_name: 'X' }
      const reply = await request(api, api.superadmin, { method: 'POST', url: '/api/organizations/', body })
      expect([reply.status, Object.keys(reply.json.fields)]).toEqual([400, ['name']])
    },
  )

  test('takes a name once, however many ask for it at the same moment', async () => {
    const body = { name: 'contested', display_name: 'Contested' }
    const replies = await Promise.all(
      [1, 2, 3].map(() => request(api, api.superadmin, { method: 'POST', url: '/api/organizations/', body })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('a superadmin', () => {
  test('sets a quota, and the administrators of the organisation are told', async () => {
    const { id } = await readOrganization(api.away.admin)
    const reply = await update(id, { quota_bytes: 1536 * 2 ** 30 })
    expect(reply.json).toMatchObject({ quota_bytes: 1536 * 2 ** 30 })
    const { rows } = await owner.query(
      'select user_id, kind, text, link from notifications where organization_id = $1',
      [id],
    )
    expect(rows).toEqual([
      {
        user_id: api.away.admin.userId,
        kind: 'organization.quota',
        text: 'Your organisation may now store up to 1,540 GB.',
        link: '/manage-org',
      },
    ])
    expect(await readSettings(api, api.away.guest)).toMatchObject({ quota_bytes: 1536 * 2 ** 30 })
  })

  test('disables and enables, with what changed in the audit log', async () => {
    const { id } = await makeOrganization(api)
    const disabled = await update(id, { disabled: true })
    expect(disabled.json.disabled_at).toEqual(expect.any(String))
    const again = await update(id, { disabled: true })
    expect(again.json).toEqual(disabled.json)
    const enabled = await update(id, { disabled: false })
    expect(enabled.json).toMatchObject({ disabled_at: null, version: 3 })
    const { rows } = await owner.query(
      "select details from audits where organization_id = $1 and event = 'organization.updated' order by id",
      [id],
    )
    expect(rows.map(({ details }) => details.changes)).toEqual([
      { disabled_at: [null, disabled.json.disabled_at] },
      { disabled_at: [disabled.json.disabled_at, null] },
    ])
  })

  test('is kept from disabling the organisation they are in', async () => {
    const reply = await update(api.superadmin.organizationId, { disabled: true })
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
    expect(reply.json.fields.disabled).toEqual([
      'You are signed in to this organisation. Switch to another one to disable it.',
    ])
  })

  test('renames, and settings that were open at an older version are not written over it', async () => {
    const settings = await readSettings(api, api.away.admin)
    await update(settings.organization_id, { display_name: 'Renamed from above' })
    const reply = await request(api, api.away.admin, {
      method: 'PATCH',
      url: `/api/organization-settings/${settings.id}/`,
      body: { display_name: settings.display_name, version: settings.version },
    })
    expect(reply.json).toMatchObject({
      code: 'stale_version',
      current: { display_name: 'Renamed from above' },
    })
  })

  test('renames the other way round too', async () => {
    const before = await readOrganization(api.away.admin)
    const settings = await readSettings(api, api.away.admin)
    await request(api, api.away.admin, {
      method: 'PATCH',
      url: `/api/organization-settings/${settings.id}/`,
      body: { display_name: 'Renamed from within' },
    })
    const reply = await update(before.id, { display_name: 'Too late', version: before.version })
    expect(reply.json).toMatchObject({
      code: 'stale_version',
      current: { display_name: 'Renamed from within' },
    })
  })
})

async function readOrganization(member: TestMember): Promise<ListedOrganization> {
  const found = (await list(api.superadmin)).find(({ id }) => id === member.organizationId)
  if (found === undefined) throw new Error('This organisation does not exist')
  return found
}
