import type { ErrorCode } from '@cresyl/contract/api/errors'
import { ApiError, errorCatalogue } from '@cresyl/contract/api/errors'
import { requestLimits } from '@cresyl/contract/api/limits'
import { type RoleKey, roleKeys } from '@cresyl/contract/api/permissions'
import { errorsOf, needsRoom } from '@cresyl/contract/api/route'
import type { RouteName } from '@cresyl/contract/routes'
import { failing } from '@cresyl/contract/test-support/failing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAccessTokens } from '../identity/access-tokens.ts'
import { loadSigningKeys } from '../identity/keys.ts'
import { requireActiveMember } from '../identity/queries.ts'
import { newId } from '../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember, type TestRequest } from './test-api.ts'
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

type Change = Partial<TestRequest>

/** What comes with a request is looked at before what it is about, which need not be there. */
const sendAsAdmin = (name: RouteName, change: Change): Promise<Reply> =>
  request(api, actorFor(name, api), { ...requestFor(name, { id: newId(), body: {} }), ...change })

/** Of so many bytes, and some: made once, as it is long. */
const tooLong = new Map<number, Buffer>()

function longerThan(limit: number): Buffer {
  const body = tooLong.get(limit) ?? Buffer.from(JSON.stringify({ name: 'x'.repeat(limit) }))
  tooLong.set(limit, body)
  return body
}

const json = { 'content-type': 'application/json' }

/** How each error that follows from the shape of a route comes about. */
const byShape: Partial<Record<ErrorCode, Provocation>> = {
  unauthenticated: (name) => request(api, null, requestFor(name, { id: newId() })),
  wrong_host: (name) => sendAsAdmin(name, { headers: { host: 'evil.example' } }),
  forbidden: (name) => {
    const { access } = routeOf(name)
    const excluded = roleKeys.find((role) => !mayUse(role, access))
    if (excluded !== undefined)
      return request(api, api.home[excluded], requestFor(name, { id: newId(), body: {} }))
    return access === 'member' ? withApiToken(name) : withoutPermissions(name)
  },
  not_found: (name) => sendAsAdmin(name, {}),
  invalid_input: (name) => {
    const { method, url } = requestFor(name, { id: newId() })
    return sendAsAdmin(name, method === 'GET' ? { url: `${url}?surprise=1` } : { body: { surprise: true } })
  },
  malformed_json: (name) => sendAsAdmin(name, { body: '{"name": ', headers: json }),
  payload_too_large: (name) => {
    const route = routeOf(name)
    const limit = (route.method !== 'GET' && route.bodyLimit) || requestLimits.jsonBody
    return sendAsAdmin(name, { body: longerThan(limit), headers: json })
  },
  unsupported_media_type: (name) =>
    sendAsAdmin(name, { body: 'name=x', headers: { 'content-type': 'text/plain' } }),
  storage_full: (name) => withoutRoom(() => sendAsAdmin(name, { body: '{"name": ', headers: json })),
  idempotency_mismatch: async (name) => {
    const headers = { 'idempotency-key': newId() }
    const send = async () =>
      request(api, actorFor(name, api), {
        ...requestFor(name, await examples[name](api, api.home.admin)),
        headers,
      })
    await send()
    return send()
  },
}

/** Before a byte of its body is read: what would be wrong with that doesn't matter. */
async function withoutRoom(ask: () => Promise<Reply>): Promise<Reply> {
  const full = vi.spyOn(api.context.room, 'require').mockRejectedValue(new ApiError('storage_full'))
  try {
    return await ask()
  } finally {
    full.mockRestore()
  }
}

function ownProvocation(name: RouteName, code: ErrorCode): Provocation | undefined {
  const provoke = provocations[name]?.[code]
  return provoke && (() => provoke(api))
}

let stranger: string | undefined

/** Every role may use the route: only a token that names fewer rights is refused. */
async function withoutPermissions(name: RouteName): Promise<Reply> {
  stranger ??= await mintForStranger()
  const member = { ...api.home.guest, token: stranger }
  return request(api, member, requestFor(name, { id: newId(), body: {} }))
}

async function mintForStranger(): Promise<string> {
  const { userId, organizationId } = api.home.guest
  const member = await api.context.database.asSystem((tx) => requireActiveMember(tx, userId, organizationId))
  const tokens = createAccessTokens(api.context, await loadSigningKeys(api.context))
  return tokens.mint({ ...member, role: 'stranger' as RoleKey })
}

let program: TestMember | undefined

/** The route is for people only: a program is refused whatever its rights. */
async function withApiToken(name: RouteName): Promise<Reply> {
  program ??= await makeProgram(api, api.home.admin)
  return request(api, program, requestFor(name, { id: newId(), body: {} }))
}

const declared = routeNames.flatMap((name) => errorsOf(routeOf(name)).map((code) => ({ name, code })))

test.each([...new Set(declared.map(({ code }) => code))])(
  'every route that declares it can answer %s',
  async (code) => {
    const names = declared.filter((each) => each.code === code).map(({ name }) => name)
    const wrong = await failing(names, async (name) => {
      const provoke = ownProvocation(name, code) ?? byShape[code]
      if (provoke === undefined) throw new Error(`Nothing here makes ${name} answer ${code}`)
      const reply = await provoke(name)
      expect(reply.json?.code, reply.text).toBe(code)
      expect(reply.status).toBe(errorCatalogue[code].status)
      expect(Object.keys(reply.json)[0]).toBe('detail')
      expect(reply.json.detail).toMatch(/[.!]$/)
    })
    expect(wrong).toEqual([])
  },
)

test('a disk that is almost full keeps nobody from reading, from what removes or ends something, nor from signing in', async () => {
  const names = routeNames.filter((name) => !needsRoom(routeOf(name)))
  expect(names).toEqual(
    expect.arrayContaining(['listSlides', 'deleteSlide', 'abortMultipart', 'cancelJob', 'createPurge']),
  )
  const wrong = await failing(names, async (name) => {
    const reply = await withoutRoom(() => sendAsAdmin(name, {}))
    expect(reply.status).not.toBe(507)
  })
  expect(wrong).toEqual([])
  const provider = await withoutRoom(() =>
    request(api, null, { method: 'GET', url: '/oidc/.well-known/openid-configuration' }),
  )
  expect(provider.status).toBe(200)
})
