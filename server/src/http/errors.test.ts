import type { ErrorCode } from '@cresyl/contract/errors'
import { errorCatalogue } from '@cresyl/contract/errors'
import { requestLimits } from '@cresyl/contract/limits'
import { type RoleKey, roleKeys } from '@cresyl/contract/permissions'
import { errorsOf, type Route } from '@cresyl/contract/route'
import type { RouteName } from '@cresyl/contract/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccessTokens } from '../identity/access-tokens.ts'
import { loadSigningKeys } from '../identity/keys.ts'
import { requireActiveMember } from '../identity/queries.ts'
import { newId } from '../platform/id.ts'
import { openTestApi, request, type TestApi } from './test-api.ts'
import { actorFor, examples, mayUse, provocations, requestFor, routeNames, routeOf } from './test-requests.ts'
import { makeProgram } from './test-support/api-tokens-examples.ts'
import type { Reply } from './test-support/example.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(async () => {
  await api.close()
})

type Provocation = (name: RouteName) => Promise<Reply>

async function asAdmin(name: RouteName, change: Partial<Parameters<typeof request>[2]>): Promise<Reply> {
  const example = await examples[name](api, api.home.admin)
  return request(api, actorFor(name, api), { ...requestFor(name, example), ...change })
}

/** How each error that follows from the shape of a route comes about. */
const byShape: Partial<Record<ErrorCode, Provocation>> = {
  unauthenticated: (name) => request(api, null, requestFor(name, { id: newId() })),
  wrong_host: (name) => asAdmin(name, { headers: { host: 'evil.example' } }),
  forbidden: (name) => {
    const { access } = routeOf(name)
    const excluded = roleKeys.find((role) => !mayUse(role, access))
    if (excluded !== undefined)
      return request(api, api.home[excluded], requestFor(name, { id: newId(), body: {} }))
    return access === 'member' ? withApiToken(name) : withoutPermissions(name)
  },
  not_found: (name) => request(api, actorFor(name, api), requestFor(name, { id: newId(), body: {} })),
  invalid_input: async (name) => {
    const asked = requestFor(name, await examples[name](api, api.home.admin))
    if (asked.method !== 'GET')
      return request(api, actorFor(name, api), { ...asked, body: { surprise: true } })
    return request(api, actorFor(name, api), { ...asked, url: `${asked.url}?surprise=1` })
  },
  malformed_json: (name) => asAdmin(name, { body: '{"name": ' }),
  payload_too_large: (name) => {
    const route: Route = routeOf(name)
    const limit = (route.method !== 'GET' && route.bodyLimit) || requestLimits.jsonBody
    return asAdmin(name, { body: { name: 'x'.repeat(limit) } })
  },
  unsupported_media_type: (name) =>
    asAdmin(name, { body: 'name=x', headers: { 'content-type': 'text/plain' } }),
  idempotency_mismatch: async (name) => {
    const headers = { 'idempotency-key': newId() }
    await asAdmin(name, { headers })
    return asAdmin(name, { headers })
  },
}

function ownProvocation(name: RouteName, code: ErrorCode): Provocation | undefined {
  const provoke = provocations[name]?.[code]
  return provoke && (() => provoke(api))
}

/** Every role may use the route: only a token that names fewer rights is refused. */
async function withoutPermissions(name: RouteName): Promise<Reply> {
  const { userId, organizationId } = api.home.guest
  const member = await api.context.database.asSystem((tx) => requireActiveMember(tx, userId, organizationId))
  const tokens = createAccessTokens(api.context, await loadSigningKeys(api.context))
  const token = await tokens.mint({ ...member, role: 'stranger' as RoleKey })
  return request(api, { ...api.home.guest, token }, requestFor(name, { id: newId(), body: {} }))
}

/** The route is for people only: a program is refused whatever its rights. */
async function withApiToken(name: RouteName): Promise<Reply> {
  const program = await makeProgram(api, api.home.admin)
  return request(api, program, requestFor(name, { id: newId(), body: {} }))
}

describe.each(routeNames)('%s', (name) => {
  test.each(errorsOf(routeOf(name)))('can answer %s', async (code) => {
    const provoke = ownProvocation(name, code) ?? byShape[code]
    if (provoke === undefined) throw new Error(`Nothing here makes ${name} answer ${code}`)
    const reply = await provoke(name)
    expect(reply.json?.code, reply.text).toBe(code)
    expect(reply.status).toBe(errorCatalogue[code].status)
    expect(Object.keys(reply.json)[0]).toBe('detail')
    expect(reply.json.detail).toMatch(/[.!]$/)
  })
})
