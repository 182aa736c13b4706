import type { Route } from '@cresyl/contract/api/route'
import { eventStream } from '@cresyl/contract/events'
import { routes } from '@cresyl/contract/routes'
import { streamedRoutes } from '@cresyl/contract/streamed-routes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember, type TestRequest } from '../test-api.ts'
import { mayUse } from '../test-requests.ts'
import { forgeTokens } from '../test-support/forged-tokens.ts'
import { addressWith, routeTable, type ServedAddress } from '../test-support/route-table.ts'
import { makeMember } from '../test-support/users-examples.ts'

let api: TestApi
let forged: Record<string, string>

beforeAll(async () => {
  api = await openTestApi()
  forged = await forgeTokens(api, api.home.admin)
  await vi.waitUntil(() => api.context.listener.isCurrent)
})

afterAll(async () => {
  await api.close()
})

const declaredAs = ({ method, path }: { method: string; path: string }) =>
  `${method} /api/${path.replaceAll(/\{\w+\}/g, ':')}`
/** Not behind the steps that the routes of the contract share. */
const elsewhere = [...Object.values<Route>(streamedRoutes), { method: 'GET', path: eventStream.path }].map(
  declaredAs,
)
const declared = [...Object.values<Route>(routes).map(declaredAs), ...elsewhere]

const nameOf = ({ method, path }: ServedAddress) => `${method} ${path.replaceAll(/:\w+(\|:\w+)*/g, ':')}`

/** What is answered without a token: each has another key, or nothing to hide. */
const open = [
  /^(GET|HEAD) \/(healthz|readyz|metrics|api\/docs|api\/openapi\.json)$/,
  // A picture is found by an id that nobody can guess; what is stored by a signed address.
  /^(GET|HEAD) \/pictures\/:$/,
  /^(GET|HEAD) \/storage\/(objects\/\*|(imports|results|annotations|audits)\/:)$/,
  /^PUT \/storage\/uploads\/:\/parts\/:$/,
  /^OPTIONS \/storage\/\*$/,
  /^[A-Z]+ \/oidc\//,
  /^(GET|HEAD) \/(assets\/[\w-]+\.js|favicon\.svg|silent\.html|service-worker\.js)$/,
]

/** HEAD comes with GET. */
const isDeclared = (name: string) => declared.includes(name.replace(/^HEAD/, 'GET'))

const guarded = () => routeTable(api.app).filter((address) => isDeclared(nameOf(address)))

const requestAt = ({ method, path }: ServedAddress): TestRequest => ({
  method: method as 'GET',
  url: `${addressWith(path, newId())}/`,
  ...(!['GET', 'HEAD'].includes(method) && { body: {} }),
})

/** What each address answered that was not the refusal of someone unknown. */
async function openedBy(member: TestMember | null, addresses = guarded()): Promise<string[]> {
  const opened: string[] = []
  for (const address of addresses) {
    const reply = await request(api, member, requestAt(address))
    const isRefusal = reply.status === 401 && (address.method === 'HEAD' || isBareRefusal(reply.json))
    if (!isRefusal) opened.push(`${nameOf(address)}: ${reply.status} ${reply.text}`)
  }
  return opened
}

const isBareRefusal = (json: object | null) =>
  json !== null &&
  Object.keys(json).join() === 'detail,code' &&
  'code' in json &&
  json.code === 'unauthenticated'

describe('the addresses of the server', () => {
  test('are those of the contract, and a few that need no token', () => {
    const names = routeTable(api.app).map(nameOf)
    expect(names.filter((name) => !isDeclared(name) && !open.some((each) => each.test(name)))).toEqual([])
    expect(declared.filter((name) => !names.includes(name))).toEqual([])
  })

  test('that the contract declares all ask for a token', async () => {
    expect(guarded().length).toBeGreaterThanOrEqual(declared.length)
    expect(await openedBy(null)).toEqual([])
  })

  test('are not opened by the methods that nobody declared', async () => {
    const paths = new Set(declared.map((name) => name.split(' ')[1] ?? ''))
    const opened: string[] = []
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (declared.includes(`${method} ${path}`)) continue
        // A word such as `current` is taken for an id where an id could stand: nobody's, so it is not there.
        const { status, json } = await request(api, api.home.admin, {
          method,
          url: `${path.replaceAll(':', newId())}/`,
        })
        if (![403, 404, 405].includes(status) || !json.code) opened.push(`${method} ${path}: ${status}`)
      }
    }
    expect(opened).toEqual([])
  })
})

describe('a token with', () => {
  test('nothing wrong opens them, made as the others are', async () => {
    const token = forged['nothing wrong'] ?? ''
    expect((await request(api, { ...api.home.admin, token }, { url: '/api/projects/' })).status).toBe(200)
  })

  const wrong = [
    'no signature',
    'the signature of another',
    'HS256 by the public key',
    'another key',
    'a key of its own in the header',
    'a key elsewhere',
    'an unknown key',
    'another issuer',
    'another audience',
    'the audience of an ID token',
    'the type of an ID token',
    'an expiry in the past',
    'no expiry',
    'a start in the future',
    'no subject',
    'the organisation of others',
    'more permissions under the same signature',
  ]

  test.each(wrong)('%s opens none of them', async (what) => {
    const token = forged[what] ?? ''
    expect(token.split('.')).toHaveLength(3)
    // Routes read tokens in one place, pictures and events in their own: each of the routes meets one of the tokens.
    // Whoever guards GET guards HEAD, which is the same route.
    const all = guarded().filter(({ method }) => method !== 'HEAD')
    const turn = wrong.indexOf(what)
    const addresses = all.filter(
      (address, n) => elsewhere.includes(nameOf(address)) || n % wrong.length === turn,
    )
    expect(addresses.length).toBeGreaterThan(elsewhere.length)
    expect(await openedBy({ ...api.home.admin, token }, addresses)).toEqual([])
  })
})

describe('a live token of someone who', () => {
  const disable = (id: string) =>
    request(api, api.home.admin, { method: 'PATCH', url: `/api/users/${id}/`, body: { disabled: true } })

  test('was disabled opens none of them any more', async () => {
    const member = await makeMember(api, api.home.admin, { role: 'admin' })
    const known = async () => (await request(api, member, { url: '/api/projects/' })).status
    expect(await known()).toBe(200)
    expect((await disable(member.userId)).status).toBe(200)
    await expect.poll(known).toBe(401)
    expect(await openedBy(member)).toEqual([])
  })

  test('became a guest opens only what guests may use', async () => {
    const member = await makeMember(api, api.home.admin, { role: 'admin' })
    const create = async () =>
      (
        await request(api, member, {
          method: 'POST',
          url: '/api/tissues/',
          body: { organ: 'Skin', species: newId() },
        })
      ).status
    expect(await create()).toBe(201)
    const demoted = { method: 'PATCH', url: `/api/users/${member.userId}/`, body: { role: 'guest' } } as const
    expect((await request(api, api.home.admin, demoted)).status).toBe(200)
    await expect.poll(create).toBe(403)
    const beyond = Object.entries<Route>({ ...routes, ...streamedRoutes }).filter(
      ([, { access }]) => !mayUse('guest', access),
    )
    expect(beyond.length).toBeGreaterThan(20)
    const opened: string[] = []
    for (const [name, { method, path }] of beyond) {
      const served = { method, path: `/api/${path.replaceAll(/\{(\w+)\}/g, ':$1')}` }
      const { status, json } = await request(api, member, requestAt(served))
      if (status !== 403 || json.code !== 'forbidden') opened.push(`${name}: ${status}`)
    }
    expect(opened).toEqual([])
    expect((await request(api, member, { url: '/api/projects/' })).status).toBe(200)
  })
})
