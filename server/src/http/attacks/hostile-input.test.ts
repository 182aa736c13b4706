import { parse } from 'node:querystring'
import { ApiError } from '@cresyl/contract/api/errors'
import { listLimits } from '@cresyl/contract/api/limits'
import type { Route } from '@cresyl/contract/api/route'
import type { RouteName } from '@cresyl/contract/routes'
import { failing } from '@cresyl/contract/test-support/failing'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { parseRequest } from '../bodies/parse.ts'
import { openTestApi, request, type TestApi, type TestRequest } from '../test-api.ts'
import { actorFor, bodiesOf, examples, requestFor, routeNames, routeOf } from '../test-requests.ts'
import { allRows } from '../test-support/all-rows.ts'
import type { ExampleRequest, Reply } from '../test-support/example.ts'
import { hostileParameters, hostileValues, writeJson } from '../test-support/hostile-values.ts'
import { aroundPlace, type Place, placesOf } from '../test-support/schema-places.ts'

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

const withBody = routeNames.filter((name) => routeOf(name).body)
const commands = routeNames.filter((name) => routeOf(name).method !== 'GET')
const withQuery = routeNames.filter((name) => routeOf(name).query)

const made = new Map<RouteName, ExampleRequest>()

/** Made once a route: what is refused leaves it as it is. */
async function exampleOf(name: RouteName): Promise<ExampleRequest> {
  const example = made.get(name) ?? (await examples[name](api, api.home.admin))
  made.set(name, example)
  return example
}

async function send(name: RouteName, change: Partial<TestRequest>): Promise<Reply> {
  return request(api, actorFor(name, api), { ...requestFor(name, await exampleOf(name)), ...change })
}

const sendText = (name: RouteName, body: string, type = 'application/json') =>
  send(name, { body, headers: { 'content-type': type } })

/** A sentence of the catalogue, and not one about a failure of ours. */
function expectSentence({ status, text, json }: Reply, sent: string): void {
  expect(status, `${sent}: ${text.slice(0, 200)}`).toBeLessThan(500)
  if (status >= 300)
    expect(json, sent).toMatchObject({ detail: expect.any(String), code: expect.any(String) })
}

/** Of what a route refuses before its handler sees it. */
function refusalOf(route: Route, came: { query?: unknown; body?: unknown }): ApiError | undefined {
  const params = route.params && { id: newId() }
  try {
    parseRequest(route, { params, query: {}, ...came } as FastifyRequest)
    return undefined
  } catch (refusal) {
    if (refusal instanceof ApiError) return refusal
    throw refusal
  }
}

let turn = Number(process.env.CRESYL_TEST_SEED)

/** Another one each time. */
function oneOf<Each>(all: Each[]): Each[] {
  turn += 1
  return all.slice(turn % all.length, (turn % all.length) + 1)
}

describe('the body of every route', () => {
  const schemaOf = (name: RouteName) => routeOf(name).body as NonNullable<Route['body']>

  // There are many: by resource, so that each has its time.
  const resourceOf = (name: RouteName) => routeOf(name).path.split('/')[0]
  const resources = [...new Set(withBody.map(resourceOf))]
  test.each(resources)(
    '%s: whatever stands in a field, the contract decides, and nothing fails',
    async (resource) => {
      const names = withBody.filter((name) => resourceOf(name) === resource)
      const wrong = await failing(names, async (name) => {
        const [schema, given] = [schemaOf(name), bodiesOf(await exampleOf(name))]
        const refused: string[] = []
        for (const place of placesOf(schema)) {
          const around = aroundPlace(schema, place, given)
          for (const value of hostileValues(place)) {
            const text = writeJson(place.update(around, () => value))
            const at = `${place.name} = ${shorten(writeJson(value))}`
            const refusal = refusalOf(routeOf(name), { body: JSON.parse(text) })
            if (refusal === undefined) expectSentence(await sendText(name, text), at)
            else refused.push(text)
            expect([at, refusal?.code]).toEqual([at, refusal && 'invalid_input'])
          }
        }
        // All that is refused is refused in the same place, before any handler.
        for (const text of oneOf(refused)) {
          const { status, json } = await sendText(name, text)
          expect([shorten(text), status, json?.code]).toEqual([shorten(text), 400, 'invalid_input'])
        }
      })
      expect(wrong).toEqual([])
    },
  )

  test('takes nothing that only the server may set, and changes nothing then', async () => {
    for (const name of commands) await exampleOf(name)
    const before = await allRows(owner)
    const wrong = await failing(commands, async (name) => {
      const { body, response } = routeOf(name)
      const keys = ownedKeys(response).filter((key) => !Object.hasOwn(body?.shape ?? {}, key))
      const example = await exampleOf(name)
      while (keys.length > 0) {
        const some = keys.splice(0, 15)
        const given = { ...(example.body as object), ...Object.fromEntries(some.map((key) => [key, null])) }
        const reply = await send(name, { body: given })
        expect([reply.status, Object.keys(reply.json?.fields ?? {}).sort()]).toEqual([400, some.sort()])
      }
    })
    expect(wrong).toEqual([])
    expect(await allRows(owner)).toEqual(before)
  })

  test('takes no unknown key inside its objects either', async () => {
    const objects = eachPlace(withBody, (name) =>
      placesOf(schemaOf(name)).filter(({ kind }) => kind === 'object'),
    )
    const wrong = await failing(objects, async ([, name, place]) => {
      const given = bodiesOf(await exampleOf(name))
      const around = aroundPlace(schemaOf(name), place, given, (here) => ({ ...(here as object) }))
      const body = place.update(around, (here) => ({ ...(here as object), surprise: true }))
      const { status, json } = await send(name, { body })
      expect([status, json?.code, json?.fields]).toEqual([
        ...[400, 'invalid_input', { surprise: ['Unknown field'] }],
      ])
    })
    expect(wrong).toEqual([])
  })

  test('takes no key that makes no sense where keys are open', async () => {
    // What files say of annotations beyond what we know is kept as it is.
    const isKept = (place: string) => place.split('.').at(-1) === 'extras'
    const records = eachPlace(withBody, (name) =>
      placesOf(schemaOf(name)).filter((place) => place.kind === 'record' && !isKept(place.name)),
    )
    const wrong = await failing(records, async ([, name, place]) => {
      const given = bodiesOf(await exampleOf(name))
      const around = aroundPlace(schemaOf(name), place, given, (here) => ({ ...(here as object) }))
      for (const value of [true, 1]) {
        const body = place.update(around, (here) => ({ ...(here as object), surprise: value }))
        const { status, json } = await send(name, { body })
        expect([status, json?.code]).toEqual([400, 'invalid_input'])
      }
    })
    expect(wrong).toEqual([])
  })

  test('is an object of JSON: nothing else is taken, however deep it is', async () => {
    const deep = [`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, '['.repeat(20_000) + ']'.repeat(20_000)]
    const short = ['{"a": NaN}', '{', '"text"', '{"constructor": {"prototype": {"superadmin": true}}}']
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
    const [first] = commands
    const wrong = await failing(commands, async (name) => {
      // One place reads them for all routes.
      for (const text of name === first ? [...deep, ...short] : short) {
        const reply = await sendText(name, text)
        expect([shorten(text), reply.status]).toEqual([shorten(text), 400])
        expect(reply.text.length).toBeLessThan(5000)
      }
      for (const type of types) {
        const { status, json } = await sendText(name, '{}', type)
        expect([type, status, json?.code]).toEqual([type, 415, 'unsupported_media_type'])
      }
    })
    expect(wrong).toEqual([])
  })
})

const shorten = (text: string) => text.slice(0, 60)

/** A place and its route, under a name that tells of both. */
type NamedPlace = readonly [string, RouteName, Place]

function eachPlace(names: RouteName[], of: (name: RouteName) => Place[]): NamedPlace[] {
  return names.flatMap((name) =>
    of(name).map((place) => [`${name} ${place.name || 'as a whole'}`, name, place] as const),
  )
}

/** What replies tell, and what rows hold beside it. */
function ownedKeys(response: Route['response']): string[] {
  const told = response && 'shape' in response ? Object.keys(response.shape as object) : []
  const kept = ['id', 'organizationId', 'owner_id', 'created_by', 'created_at', 'updated_at', 'deleted_at']
  const rights = [
    'superadmin',
    'is_admin',
    'permissions',
    'password_hash',
    'search_key',
    'storage_path',
    '__proto__',
  ]
  return [...new Set([...told, ...kept, ...rights, 'constructor'])]
}

describe('the address of every route', () => {
  const ask = async (name: RouteName, query: string) => {
    const { url } = requestFor(name, await exampleOf(name))
    return request(api, actorFor(name, api), { url: `${url.split('?')[0]}?${query}` })
  }

  test('whatever a parameter says, nothing fails', async () => {
    const wrong = await failing(withQuery, async (name) => {
      const { query: needed = {} } = await exampleOf(name)
      const refused: string[] = []
      const places = placesOf(routeOf(name).query as NonNullable<Route['query']>)
      for (const place of places.filter(({ kind }) => kind !== 'object' && kind !== 'list')) {
        const key = place.name.replace('[]', '')
        const others = Object.entries(needed).filter(([each]) => each !== key)
        for (const hostile of [
          ...hostileParameters(place).map((value) => `${key}=${value}`),
          `${key}[$ne]=1`,
          Array(200).fill(`${key}=1`).join('&'),
        ]) {
          const query = [
            hostile,
            ...others.map(([each, value]) => `${each}=${encodeURIComponent(value)}`),
          ].join('&')
          const refusal = refusalOf(routeOf(name), { query: parse(query) })
          if (refusal === undefined) expectSentence(await ask(name, query), shorten(query))
          else refused.push(query)
          expect([query, refusal?.code]).toEqual([query, refusal && 'invalid_input'])
        }
      }
      for (const query of oneOf(refused)) {
        const { status, json } = await ask(name, query)
        expect([shorten(query), status, json?.code]).toEqual([shorten(query), 400, 'invalid_input'])
      }
    })
    expect(wrong).toEqual([])
  })

  test('asks for no more rows than there may be, in no order of its own', async () => {
    const lists = withQuery.filter((name) => 'limit' in (routeOf(name).query?.shape ?? {}))
    const wrong = await failing(lists, async (name) => {
      for (const query of [
        `limit=${listLimits.maxRows + 1}`,
        'limit=0',
        'limit=-2',
        'limit=NaN',
        'limit=1e2',
        'limit=1&limit=2',
        'offset=-1',
        'offset=9007199254740993',
        'ordering=password_hash',
        `ordering=${encodeURIComponent('id; drop table users')}`,
        `ordering=${encodeURIComponent('(select pg_sleep(10))')}`,
        'surprise=1',
        '__proto__=1',
      ]) {
        const reply = await ask(name, query)
        expect([query, reply.status, reply.json?.code]).toEqual([query, 400, 'invalid_input'])
      }
      const far = await ask(name, 'offset=9007199254740991')
      expect([far.status, far.json?.results]).toEqual([200, []])
    })
    expect(wrong).toEqual([])
  })
})
