import { listLimits } from '@cresyl/contract/limits'
import type { Route } from '@cresyl/contract/route'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { actorFor, bodiesOf, examples, requestFor, routeNames, routeOf } from '../test-requests.ts'
import { allRows } from '../test-support/all-rows.ts'
import type { Reply } from '../test-support/example.ts'
import { hostileParameters, hostileValues, writeJson } from '../test-support/hostile-values.ts'
import { aroundPlace, placesOf } from '../test-support/schema-places.ts'

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

const shorten = (value: unknown) => writeJson(value).slice(0, 60)

/** A sentence of the catalogue, and not one about a failure of ours. */
const isSentence = ({ status, json }: Reply) =>
  status < 500 && (status < 300 || (typeof json?.detail === 'string' && typeof json.code === 'string'))

const withBody = routeNames.filter((name) => routeOf(name).body)
const commands = routeNames.filter((name) => routeOf(name).method !== 'GET')
const withQuery = routeNames.filter((name) => routeOf(name).query)

describe('the body of', () => {
  test.each(withBody)(
    '%s: whatever stands in a field, the contract decides, and nothing fails',
    async (name) => {
      const schema = routeOf(name).body as NonNullable<Route['body']>
      const example = await examples[name](api, api.home.admin)
      const wrong: string[] = []
      for (const place of placesOf(schema)) {
        const around = aroundPlace(schema, place, bodiesOf(example))
        for (const value of hostileValues(place)) {
          const text = writeJson(place.update(around, () => value))
          const asked = {
            ...requestFor(name, example),
            body: text,
            headers: { 'content-type': 'application/json' },
          }
          const reply = await request(api, actorFor(name, api), asked)
          const isTaken = schema.safeParse(JSON.parse(text)).success
          const isRefused = reply.status === 400 && reply.json.code === 'invalid_input'
          if (!isSentence(reply) || (!isTaken && !isRefused)) {
            wrong.push(`${place.name} = ${shorten(value)}: ${reply.status} ${reply.text.slice(0, 200)}`)
          }
        }
      }
      expect(wrong).toEqual([])
    },
  )

  test.each(commands)(
    '%s takes nothing that only the server may set, and changes nothing then',
    async (name) => {
      const { body, response } = routeOf(name)
      const keys = ownedKeys(response).filter((key) => !Object.hasOwn(body?.shape ?? {}, key))
      const example = await examples[name](api, api.home.admin)
      const before = await allRows(owner)
      while (keys.length > 0) {
        const some = keys.splice(0, 15)
        const given = { ...(example.body as object), ...Object.fromEntries(some.map((key) => [key, null])) }
        const reply = await request(api, actorFor(name, api), { ...requestFor(name, example), body: given })
        expect([reply.status, Object.keys(reply.json?.fields ?? {}).sort()]).toEqual([400, some.sort()])
      }
      expect(await allRows(owner)).toEqual(before)
    },
  )

  test.each(withBody)('%s takes no unknown key inside its objects either', async (name) => {
    const schema = routeOf(name).body as NonNullable<Route['body']>
    const example = await examples[name](api, api.home.admin)
    for (const place of placesOf(schema).filter(({ kind }) => kind === 'object')) {
      const around = aroundPlace(schema, place, bodiesOf(example), (here) => ({ ...(here as object) }))
      const surprising = place.update(around, (here) => ({ ...(here as object), surprise: true }))
      const { status, json } = await request(api, actorFor(name, api), {
        ...requestFor(name, example),
        body: surprising,
      })
      expect([place.name, status, json.code, json.fields]).toEqual([
        ...[place.name, 400, 'invalid_input', { surprise: ['Unknown field'] }],
      ])
    }
  })

  test.each(withBody)('%s takes no key that makes no sense where keys are open', async (name) => {
    const schema = routeOf(name).body as NonNullable<Route['body']>
    const example = await examples[name](api, api.home.admin)
    // What files say of annotations beyond what we know is kept as it is.
    const isKept = (place: string) => place.split('.').at(-1) === 'extras'
    for (const place of placesOf(schema).filter(({ kind, name }) => kind === 'record' && !isKept(name))) {
      const around = aroundPlace(schema, place, bodiesOf(example), (here) => ({ ...(here as object) }))
      for (const value of [true, 1]) {
        const body = place.update(around, (here) => ({ ...(here as object), surprise: value }))
        const { status, json } = await request(api, actorFor(name, api), {
          ...requestFor(name, example),
          body,
        })
        expect([place.name, status, json.code]).toEqual([place.name, 400, 'invalid_input'])
      }
    }
  })

  test.each(commands)('%s is an object of JSON: nothing else is taken, however deep it is', async (name) => {
    const asked = requestFor(name, await examples[name](api, api.home.admin))
    const send = (body: string, type = 'application/json') =>
      request(api, actorFor(name, api), { ...asked, body, headers: { 'content-type': type } })
    for (const text of [
      '{"a": NaN}',
      '{',
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      '['.repeat(20_000) + ']'.repeat(20_000),
      '"text"',
      '{"constructor": {"prototype": {"superadmin": true}}}',
    ]) {
      const reply = await send(text)
      expect(reply.status, reply.text).toBe(400)
      expect(reply.text.length).toBeLessThan(5000)
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const reply = await send('{}', type)
      expect([type, reply.status, reply.json.code]).toEqual([type, 415, 'unsupported_media_type'])
    }
  })
})

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

describe('the address of', () => {
  test.each(withQuery)('%s: whatever a parameter says, nothing fails', async (name) => {
    const { url } = requestFor(name, await examples[name](api, api.home.admin))
    const path = url.split('?')[0] ?? ''
    const ask = (query: string) => request(api, actorFor(name, api), { url: `${path}?${query}` })
    const wrong: string[] = []
    const schema = routeOf(name).query as NonNullable<Route['query']>
    for (const place of placesOf(schema).filter(({ kind }) => kind !== 'object' && kind !== 'list')) {
      const key = place.name.replace('[]', '')
      const queries = [
        ...hostileParameters(place).map((value) => `${key}=${value}`),
        `${key}[$ne]=1`,
        Array(200).fill(`${key}=1`).join('&'),
      ]
      for (const query of queries) {
        const reply = await ask(query)
        if (!isSentence(reply))
          wrong.push(`${query.slice(0, 80)}: ${reply.status} ${reply.text.slice(0, 200)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  const lists = withQuery.filter((name) => 'limit' in (routeOf(name).query?.shape ?? {}))
  test.each(lists)('%s asks for no more rows than there may be, in no order of its own', async (name) => {
    const { url } = requestFor(name, await examples[name](api, api.home.admin))
    const path = url.split('?')[0] ?? ''
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
      const reply = await request(api, actorFor(name, api), { url: `${path}?${query}` })
      expect([query, reply.status, reply.json.code]).toEqual([query, 400, 'invalid_input'])
    }
    const far = await request(api, actorFor(name, api), { url: `${path}?offset=9007199254740991` })
    expect([far.status, far.json.results]).toEqual([200, []])
  })
})
