import type { RouteName } from '@cresyl/contract/routes'
import { failing } from '@cresyl/contract/test-support/failing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { actorFor, examples, requestFor, routeNames, routeOf } from '../test-requests.ts'
import { type EventFollower, followEvents } from '../test-support/event-follower.ts'

let api: TestApi
let owner: pg.Client
let atHome: EventFollower
let away: EventFollower

beforeAll(async () => {
  api = await openTestApi()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  await vi.waitUntil(() => api.context.listener.isCurrent)
  const host = new URL(api.context.config.origin).host
  const follow = ({ token }: TestMember) => followEvents(api.app, { token, host })
  ;[atHome, away] = [await follow(api.home.admin), await follow(api.away.admin)]
})

afterAll(async () => {
  atHome.close()
  away.close()
  await owner.end()
  await api.close()
})

/** Everything that was said before has arrived once everybody has heard this. */
async function heardAll(): Promise<void> {
  const id = crypto.randomUUID()
  await owner.query("select pg_notify('cresyl_events', $1)", [JSON.stringify({ r: 'organizations', i: id })])
  for (const follower of [atHome, away]) {
    await follower.until(({ events }) => events.some(({ data }) => data.id === id))
    follower.events.splice(follower.events.findIndex(({ data }) => data.id === id))
  }
}

/** What these change is in no list that pages follow. */
const silent: RouteName[] = [
  ...(['offerPasswordReset', 'seeAttention', 'abortMultipart'] as const),
  ...(['previewQcThresholds', 'previewImport', 'countDetections', 'selectedDownloadUrl'] as const),
]

const commands = routeNames.filter((name) => {
  const { method, access } = routeOf(name)
  return method !== 'GET' && access !== 'superadmin'
})

test('every command is heard at home and in no other organisation', async () => {
  const wrong = await failing(commands, async (name) => {
    const example = await examples[name](api, api.home.admin)
    await heardAll()
    for (const follower of [atHome, away]) follower.events.splice(0)
    const reply = await request(api, actorFor(name, api), requestFor(name, example))
    expect(reply.status, reply.text).toBe(routeOf(name).status)
    await heardAll()
    expect(away.events).toEqual([])
    expect(atHome.events.length > 0).toBe(!silent.includes(name))
  })
  expect(wrong).toEqual([])
})
