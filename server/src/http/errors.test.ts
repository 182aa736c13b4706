import type { ErrorCode } from '@cresyl/contract/errors'
import { errorCatalogue } from '@cresyl/contract/errors'
import { permissionsOf, type RoleKey, roleKeys } from '@cresyl/contract/permissions'
import { errorsOf } from '@cresyl/contract/route'
import type { RouteName } from '@cresyl/contract/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccessTokens } from '../identity/access-tokens.ts'
import { loadSigningKeys } from '../identity/keys.ts'
import { requireActiveMember } from '../identity/queries.ts'
import { newId } from '../platform/id.ts'
import { openTestApi, request, type TestApi } from './test-api.ts'
import { examples, makeProject, requestFor, routeNames, routeOf } from './test-requests.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(async () => {
  await api.close()
})

type Reply = Awaited<ReturnType<typeof request>>
type Provocation = (name: RouteName) => Promise<Reply>

async function asAdmin(name: RouteName, change: Partial<Parameters<typeof request>[2]>): Promise<Reply> {
  const example = await examples[name](api, api.home.admin)
  return request(api, api.home.admin, { ...requestFor(name, example), ...change })
}

/** How each error that follows from the shape of a route comes about. */
const byShape: Partial<Record<ErrorCode, Provocation>> = {
  unauthenticated: (name) => request(api, null, requestFor(name, { id: newId() })),
  wrong_host: (name) => asAdmin(name, { headers: { host: 'evil.example' } }),
  forbidden: (name) => {
    const { access } = routeOf(name)
    const excluded = roleKeys.find((role) => access !== 'member' && !permissionsOf(role).includes(access))
    if (excluded !== undefined)
      return request(api, api.home[excluded], requestFor(name, { id: newId(), body: {} }))
    return withoutPermissions(name)
  },
  not_found: (name) => request(api, api.home.admin, requestFor(name, { id: newId(), body: {} })),
  invalid_input: async (name) => {
    const asked = requestFor(name, await examples[name](api, api.home.admin))
    if (asked.method !== 'GET') return request(api, api.home.admin, { ...asked, body: { surprise: true } })
    return request(api, api.home.admin, { ...asked, url: `${asked.url}?surprise=1` })
  },
  malformed_json: (name) => asAdmin(name, { body: '{"name": ' }),
  payload_too_large: (name) => asAdmin(name, { body: { name: 'x'.repeat(10_000_000) } }),
  unsupported_media_type: (name) =>
    asAdmin(name, { body: 'name=x', headers: { 'content-type': 'text/plain' } }),
  idempotency_mismatch: async (name) => {
    const headers = { 'idempotency-key': newId() }
    await asAdmin(name, { headers })
    return asAdmin(name, { headers })
  },
}

/** How each error that a route declares for itself comes about. */
const byRoute: Partial<Record<RouteName, Partial<Record<ErrorCode, () => Promise<Reply>>>>> = {
  createProject: {
    name_taken: async () => {
      await makeProject(api, api.home.admin, 'Taken')
      return request(api, api.home.admin, {
        method: 'POST',
        url: '/api/projects/',
        body: { name: ' TAKEN ' },
      })
    },
  },
  updateProject: {
    name_taken: async () => {
      await makeProject(api, api.home.admin, 'Also taken')
      const { id } = await makeProject(api, api.home.admin)
      return request(api, api.home.admin, {
        method: 'PATCH',
        url: `/api/projects/${id}/`,
        body: { name: 'Also taken' },
      })
    },
    stale_version: async () => {
      const { id } = await makeProject(api, api.home.admin)
      const edit = { method: 'PATCH', url: `/api/projects/${id}/` } as const
      await request(api, api.home.manager, { ...edit, body: { description: 'first', version: 1 } })
      return request(api, api.home.admin, { ...edit, body: { description: 'second', version: 1 } })
    },
    archived: async () => {
      const { id } = await makeProject(api, api.home.admin)
      const edit = { method: 'PATCH', url: `/api/projects/${id}/` } as const
      await request(api, api.home.admin, { ...edit, body: { archived: true } })
      return request(api, api.home.admin, { ...edit, body: { name: 'Renamed in the archive' } })
    },
  },
  restoreProject: {
    name_taken: async () => {
      const { id } = await makeProject(api, api.home.admin, 'Comes back')
      await request(api, api.home.admin, { method: 'DELETE', url: `/api/projects/${id}/` })
      await makeProject(api, api.home.admin, 'Comes back')
      return request(api, api.home.admin, { method: 'POST', url: `/api/projects/${id}/restore/` })
    },
  },
}

/** Every role may use the route: only a token that names fewer rights is refused. */
async function withoutPermissions(name: RouteName): Promise<Reply> {
  const { userId, organizationId } = api.home.guest
  const member = await api.context.database.asSystem((tx) => requireActiveMember(tx, userId, organizationId))
  const tokens = createAccessTokens(api.context, await loadSigningKeys(api.context))
  const token = await tokens.mint({ ...member, role: 'stranger' as RoleKey })
  return request(api, { ...api.home.guest, token }, requestFor(name, { id: newId(), body: {} }))
}

describe.each(routeNames)('%s', (name) => {
  test.each(errorsOf(routeOf(name)))('can answer %s', async (code) => {
    const provoke = byRoute[name]?.[code] ?? byShape[code]
    if (provoke === undefined) throw new Error(`Nothing here makes ${name} answer ${code}`)
    const reply = await provoke(name)
    expect(reply.json?.code, reply.text).toBe(code)
    expect(reply.status).toBe(errorCatalogue[code].status)
    expect(Object.keys(reply.json)[0]).toBe('detail')
    expect(reply.json.detail).toMatch(/[.!]$/)
  })
})
