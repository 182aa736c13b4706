import { type RoleKey, roleKeys } from '@cresyl/contract/api/permissions'
import type { Route } from '@cresyl/contract/api/route'
import type { RouteName } from '@cresyl/contract/routes'
import { failing } from '@cresyl/contract/test-support/failing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from './test-api.ts'
import { actorFor, examples, mayUse, requestFor, routeNames, routeOf } from './test-requests.ts'
import type { ExampleRequest, Reply } from './test-support/example.ts'

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

const callers = [...roleKeys, 'superadmin'] as const
type Caller = (typeof callers)[number]

interface Answer {
  caller: Caller
  member: TestMember
  example: ExampleRequest
  reply: Reply
  /** The rows that it left in the audit log. */
  audits: unknown[]
}

type NamedAnswer = [RouteName, Answer]

const otherSite = 'https://evil.example'

/** Superadmins use the routes that nobody else may; for the others they are administrators. */
const isAllowed = (name: RouteName, caller: Caller) =>
  caller === 'superadmin'
    ? routeOf(name).access === 'superadmin'
    : mayUse(caller as RoleKey, routeOf(name).access)

async function askAll(caller: Caller): Promise<NamedAnswer[]> {
  const names = caller === 'superadmin' ? routeNames.filter((name) => isAllowed(name, caller)) : routeNames
  const answers: NamedAnswer[] = []
  for (const name of names) answers.push([name, await ask(name, caller)])
  return answers
}

const read = new Map<RouteName, ExampleRequest>()

/** Reading leaves it as it is, for whoever asks next; a ticket is only read by who wrote it. */
async function exampleFor(name: RouteName, caller: Caller): Promise<ExampleRequest> {
  const own = caller === 'superadmin' ? undefined : api.home[caller]
  const example = read.get(name) ?? (await examples[name](api, api.home.admin, own))
  if (routeOf(name).method === 'GET' && name !== 'readTicket') read.set(name, example)
  return example
}

async function ask(name: RouteName, caller: Caller): Promise<Answer> {
  const member = caller === 'superadmin' ? api.superadmin : api.home[caller]
  const example = isAllowed(name, caller) ? await exampleFor(name, caller) : { id: newId() }
  const { count } = (await owner.query('select count(*) from audits')).rows[0]
  const reply = await request(api, member, {
    ...requestFor(name, example),
    // Rights are looked at before the body is.
    ...(!isAllowed(name, caller) && routeOf(name).body && { body: '{ not json' }),
    headers: { origin: otherSite },
  })
  const { rows } = await owner.query(
    'select event, user_id, subject_id, organization_id, details from audits order by id offset $1',
    [count],
  )
  return { caller, member, example, reply, audits: rows }
}

const asked = new Map<Caller, Promise<NamedAnswer[]>>()

/** What every route answered the caller, asked once: several tests look at it. */
function answersTo(caller: Caller): Promise<NamedAnswer[]> {
  const answers = asked.get(caller) ?? askAll(caller)
  asked.set(caller, answers)
  return answers
}

const allowed = async (caller: Caller) =>
  (await answersTo(caller)).filter(([name]) => isAllowed(name, caller))

test.each(callers)('every route answers a %s as the table of permissions says', async (caller) => {
  const wrong = await failing(await answersTo(caller), ([name, { reply, example }]) => {
    const { access, status } = routeOf(name)
    if (isAllowed(name, caller)) {
      const seen = caller === 'superadmin' || mayUse(caller, example.readers ?? 'member')
      expect(reply.status, reply.text).toBe(seen ? status : 404)
      return
    }
    expect([access, reply.status, reply.json?.code]).toEqual([access, 403, 'forbidden'])
    expect(reply.json.detail).toMatch(/^You do not have permission to .* Ask /)
  })
  expect(wrong).toEqual([])
})

test.each(roleKeys)('each refusal of a %s is in the audit log', async (role) => {
  const refused = (await answersTo(role)).filter(([name]) => !isAllowed(name, role))
  const wrong = await failing(refused, ([name, { member, audits }]) =>
    expect(audits).toEqual([
      expect.objectContaining({
        event: 'access.refused',
        user_id: member.userId,
        details: { route: name, permission: routeOf(name).access },
      }),
    ]),
  )
  expect(wrong).toEqual([])
})

test('the same refusal again and again is one row in the audit log', async () => {
  const { guest } = api.away
  const ask = () => request(api, guest, { url: '/api/audits/' })
  const replies = await Promise.all(Array.from({ length: 20 }, ask))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([403]))
  const { rows } = await owner.query('select details from audits where user_id = $1', [guest.userId])
  expect(rows).toEqual([{ details: { route: 'listAudits', permission: 'read:audits' } }])
})

test.each(callers)(
  'what a %s does leaves exactly one audit row, in the organisation and with the name of who did it',
  async (caller) => {
    const audited = (await allowed(caller)).filter(
      ([name, { reply }]) => routeOf(name).audit && reply.status !== 404,
    )
    const wrong = await failing(audited, ([name, { member, example, reply, audits }]) =>
      expect(audits).toEqual([
        expect.objectContaining({
          event: routeOf(name).audit,
          user_id: member.userId,
          // What a superadmin does to an organisation is told in that one's log.
          organization_id: caller === 'superadmin' ? reply.json?.id : member.organizationId,
          subject_id: reply.json?.id ?? example.subject ?? example.id,
        }),
      ]),
    )
    expect(wrong).toEqual([])
  },
)

test.each(callers)(
  'no reply to a %s sets a cookie, is stored on the way, or may be read by another site',
  async (caller) => {
    const wrong = await failing(
      await answersTo(caller),
      ([
        ,
        {
          reply: { headers },
        },
      ]) => {
        expect(Object.keys(headers).filter((each) => /^access-control-|^set-cookie$/.test(each))).toEqual([])
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'content-security-policy': expect.stringContaining("default-src 'self'"),
        })
      },
    )
    expect(wrong).toEqual([])
  },
)

test('every route asks people without a token to sign in, with and without the trailing slash', async () => {
  const wrong = await failing(routeNames, async (name) => {
    const { url, ...sent } = requestFor(name, { id: newId(), body: {} })
    for (const address of [url, url.replace(/\/$/, '')]) {
      const { status, json, headers } = await request(api, null, { ...sent, url: address })
      expect([status, json?.code, headers['www-authenticate']]).toEqual([401, 'unauthenticated', 'Bearer'])
    }
  })
  expect(wrong).toEqual([])
})

const malformed = [
  ...['not-an-id', '%00', "1' or '1'='1", '..%2f..%2fetc', 'ffffffff-ffff-ffff-ffff-fffffffffffg'],
  'x'.repeat(200),
]

test('no route knows anything by a malformed id', async () => {
  const byId = routeNames.filter((name) => routeOf(name).params)
  const known = new Set<Route['params']>()
  const wrong = await failing(byId, async (name) => {
    const { params } = routeOf(name)
    // What says how ids look is said once for most routes: each asks it, and the first all that it may be asked.
    const some = known.has(params) ? malformed.slice(0, 1) : malformed
    known.add(params)
    for (const id of some) {
      const { status, json } = await request(api, actorFor(name, api), requestFor(name, { id, body: {} }))
      expect([id, status, json?.code]).toEqual([id, 404, 'not_found'])
    }
  })
  expect(wrong).toEqual([])
})
