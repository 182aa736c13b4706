import { roleKeys } from '@cresyl/contract/permissions'
import type { RouteName } from '@cresyl/contract/routes'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { openTestApi, request, type TestApi } from './test-api.ts'
import { actorFor, examples, mayUse, requestFor, routeNames, routeOf } from './test-requests.ts'
import { allRows } from './test-support/all-rows.ts'

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

async function auditRows() {
  const { rows } = await owner.query(
    'select event, user_id, subject_id, organization_id, details from audits order by id',
  )
  return rows
}

/** What a superadmin does to an organisation is told in that one's log. */
function auditedIn(name: RouteName, reply: { id: string }): string {
  return routeOf(name).access === 'superadmin' ? reply.id : api.home.admin.organizationId
}

describe.each(routeNames)('%s', (name) => {
  const route = routeOf(name)
  test.each(roleKeys)('answers a %s as the table of permissions says', async (role) => {
    const example = await examples[name](api, api.home.admin, api.home[role])
    const before = (await auditRows()).length
    const reply = await request(api, api.home[role], requestFor(name, example))
    if (mayUse(role, route.access)) {
      const seen = mayUse(role, example.readers ?? 'member')
      expect(reply.status, reply.text).toBe(seen ? route.status : 404)
      return
    }
    expect(reply.status).toBe(403)
    expect(reply.json.code).toBe('forbidden')
    expect(reply.json.detail).toMatch(/^You do not have the right to .* Ask /)
    const added = (await auditRows()).slice(before)
    expect(added).toEqual([
      expect.objectContaining({
        event: 'access.refused',
        user_id: api.home[role].userId,
        details: { route: name, permission: route.access },
      }),
    ])
  })

  test('asks people without a token to sign in', async () => {
    const reply = await request(api, null, requestFor(name, { id: newId(), body: {} }))
    expect([reply.status, reply.json.code]).toEqual([401, 'unauthenticated'])
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  })

  test('refuses for want of permission before it looks at the body', async () => {
    const excluded = roleKeys.find((role) => !mayUse(role, route.access))
    if (excluded === undefined || !route.body)
      return expect(mayUse('guest', route.access) || !route.body).toBe(true)
    const reply = await request(api, api.home[excluded], {
      ...requestFor(name, { id: newId() }),
      body: '{ not json',
    })
    expect(reply.status).toBe(403)
  })

  test('answers with and without the trailing slash', async () => {
    const example = await examples[name](api, api.home.admin)
    const asked = requestFor(name, example)
    const reply = await request(api, actorFor(name, api), {
      ...asked,
      url: asked.url.replace(/\/(?=$|\?)/, ''),
    })
    expect(reply.status, reply.text).toBe(route.status)
  })

  if (route.params && route.access !== 'superadmin') {
    test("doesn't know another organisation's id, and leaves what it names alone", async () => {
      const theirs = await examples[name](api, api.away.admin)
      const before = await allRows(owner)
      const reply = await request(api, actorFor(name, api), requestFor(name, theirs))
      expect([reply.status, reply.json?.code]).toEqual([404, 'not_found'])
      expect(await allRows(owner)).toEqual(before)
    })
  }

  if (route.params) {
    test.each([
      'not-an-id',
      '%00',
      "1' or '1'='1",
      '..%2f..%2fetc',
      'ffffffff-ffff-ffff-ffff-fffffffffffg',
      'x'.repeat(200),
    ])('knows nothing by the malformed id %s', async (id) => {
      const example = await examples[name](api, api.home.admin)
      const reply = await request(api, actorFor(name, api), requestFor(name, { ...example, id }))
      expect(reply.status, reply.text).toBe(404)
    })
  }

  // A session belongs to a person, whatever the organisation.
  const idsIn = (schema: { shape: object } | undefined) =>
    Object.keys(schema?.shape ?? {}).filter((key) => key.endsWith('_id') && key !== 'session_id')

  test.each(idsIn(route.query))("finds nothing by another organisation's %s", async (key) => {
    const { query } = await examples[name](api, api.home.admin)
    const reply = await request(
      api,
      actorFor(name, api),
      requestFor(name, { query: { ...query, [key]: api.away.admin.organizationId } }),
    )
    if (reply.status === 404) return
    // What is counted over time has no list, only figures.
    const found = 'totals' in reply.json ? Object.values(reply.json.totals) : [reply.json.count]
    expect(new Set([...found, 0])).toEqual(new Set([0]))
    if ('results' in reply.json) expect(reply.json.results).toEqual([])
  })

  test.each(idsIn(route.body))("refuses another organisation's %s", async (key) => {
    const example = await examples[name](api, api.home.admin)
    const body = { ...(example.body as object), [key]: api.away.admin.organizationId }
    const reply = await request(api, actorFor(name, api), { ...requestFor(name, example), body })
    expect([400, 404]).toContain(reply.status)
  })

  if (route.audit) {
    test('leaves exactly one audit row, in the organisation and with the name of who did it', async () => {
      const example = await examples[name](api, api.home.admin)
      const before = (await auditRows()).length
      const reply = await request(api, actorFor(name, api), requestFor(name, example))
      expect(reply.status, reply.text).toBe(route.status)
      expect((await auditRows()).slice(before)).toEqual([
        expect.objectContaining({
          event: route.audit,
          user_id: actorFor(name, api).userId,
          organization_id: auditedIn(name, reply.json),
          subject_id: reply.json?.id ?? example.subject ?? example.id,
        }),
      ])
    })
  }
})
