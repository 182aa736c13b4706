import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeOldNotifications } from '../../domain/notifications/remove-old-notifications.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeNotification } from '../test-support/notifications-examples.ts'
import { makeMember } from '../test-support/users-examples.ts'

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

async function list(member: TestMember, query = '') {
  const reply = await request(api, member, { url: `/api/notifications/?${query}` })
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

function mark(member: TestMember, id: string, read: unknown) {
  return request(api, member, { method: 'PATCH', url: `/api/notifications/${id}/`, body: { read } })
}

const texts = (page: { results: { text: string }[] }) => page.results.map(({ text }) => text)

describe('the list', () => {
  test('has the newest first, with the number of unread ones whatever is filtered', async () => {
    const member = await makeMember(api, api.home.admin)
    const at = (minute: number) => ({ now: new Date(Date.UTC(2026, 0, 1, 0, minute)) })
    const first = await makeNotification(api, member, { text: 'first', ...at(1) })
    await makeNotification(api, member, { text: 'third', ...at(3) })
    await makeNotification(api, member, { text: 'second', ...at(2), kind: 'security.api_token' })
    await mark(member, first.id, true)
    const all = await list(member)
    expect([texts(all), all.count, all.unread]).toEqual([['third', 'second', 'first'], 3, 2])
    const unread = await list(member, 'unread=true')
    expect([texts(unread), unread.count, unread.unread]).toEqual([['third', 'second'], 2, 2])
    const read = await list(member, 'unread=false')
    expect([texts(read), read.unread]).toEqual([['first'], 2])
    expect(texts(await list(member, 'kind=security.api_token&kind=member.joined'))).toEqual(['second'])
    const page = await list(member, 'limit=1&offset=1')
    expect([texts(page), page.count, page.unread]).toEqual([['second'], 3, 2])
    expect(page.next).toContain('offset=2')
  })

  test("has nobody else's, not even for administrators, and nothing of another organisation", async () => {
    const member = await makeMember(api, api.home.admin)
    await makeNotification(api, member, { text: 'for one person only' })
    expect(texts(await list(api.home.admin, 'limit=-1'))).not.toContain('for one person only')
    await owner.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'user')", [
      api.away.admin.organizationId,
      member.userId,
    ])
    const token = await api.identity.mintAccessToken(member.userId, api.away.admin.organizationId)
    const elsewhere = await list({ ...member, organizationId: api.away.admin.organizationId, token })
    expect([elsewhere.count, elsewhere.unread]).toEqual([0, 0])
  })
})

describe('marking', () => {
  test('as read keeps when that was first; as unread forgets it', async () => {
    const { id } = await makeNotification(api, api.home.user)
    const first = (await mark(api.home.user, id, true)).json
    expect(Date.parse(first.read_at)).toBeGreaterThan(Date.now() - 10_000)
    expect((await mark(api.home.user, id, true)).json).toEqual(first)
    expect((await mark(api.home.user, id, false)).json.read_at).toBeNull()
  })

  test("another person's is not possible, in the same organisation neither", async () => {
    const { id } = await makeNotification(api, api.home.user)
    for (const other of [api.home.admin, api.home.guest, api.away.admin]) {
      const reply = await mark(other, id, true)
      expect([reply.status, reply.json.code]).toEqual([404, 'not_found'])
    }
    const { rows } = await owner.query('select read_at from notifications where id = $1', [id])
    expect(rows).toEqual([{ read_at: null }])
  })

  test('leaves nothing in the audit log', async () => {
    const { id } = await makeNotification(api, api.home.user)
    const count = async () => (await owner.query('select count(*)::int as n from audits')).rows[0].n
    const before = await count()
    await mark(api.home.user, id, true)
    expect(await count()).toBe(before)
  })

  test('takes nothing but whether it was read', async () => {
    const { id } = await makeNotification(api, api.home.user)
    expect((await mark(api.home.user, id, 'yes')).status).toBe(400)
    const body = { read: true, user_id: api.home.admin.userId }
    const reply = await request(api, api.home.user, {
      method: 'PATCH',
      url: `/api/notifications/${id}/`,
      body,
    })
    expect(reply.status).toBe(400)
  })

  test('all marks what there is now, of oneself', async () => {
    const member = await makeMember(api, api.home.admin)
    await makeNotification(api, member)
    await makeNotification(api, member)
    await makeNotification(api, member, { now: new Date(Date.now() + 3_600_000) })
    const other = await makeNotification(api, api.home.manager)
    const all = { method: 'POST', url: '/api/notifications/read/' } as const
    expect((await request(api, member, all)).json).toEqual({ read: 2 })
    expect((await request(api, member, all)).json).toEqual({ read: 0 })
    expect((await list(member)).unread).toBe(1)
    const { rows } = await owner.query('select read_at from notifications where id = $1', [other.id])
    expect(rows).toEqual([{ read_at: null }])
  })
})

test('old ones go after 90 days if they were read', async () => {
  const member = await makeMember(api, api.home.admin)
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  const old = await makeNotification(api, member, { text: 'old', now: daysAgo(91) })
  await makeNotification(api, member, { text: 'old and unread', now: daysAgo(91) })
  const young = await makeNotification(api, member, { text: 'young', now: daysAgo(89) })
  for (const { id } of [old, young]) await mark(member, id, true)
  await removeOldNotifications(api.context)
  expect(texts(await list(member))).toEqual(['young', 'old and unread'])
})
