import { eventStream } from '@cresyl/contract/events'
import { eq } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createMemberResolver } from '../../identity/member.ts'
import { memberships } from '../../platform/db/schema/index.ts'
import { handleErrors } from '../error-handler.ts'
import { endStalledRequests } from '../guards/idle-timeout.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeProject } from '../test-requests.ts'
import { type EventFollower, followEvents } from '../test-support/event-follower.ts'
import { makeMember } from '../test-support/users-examples.ts'
import { serveEvents } from './events.ts'

let api: TestApi
let owner: pg.Client
const followers: EventFollower[] = []

beforeAll(async () => {
  api = await openTestApi()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  // From here on nothing is missed.
  await vi.waitUntil(() => api.context.listener.isCurrent)
})

afterEach(() => {
  for (const follower of followers.splice(0)) follower.close()
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

const host = () => new URL(api.context.config.origin).host

async function follow(member: { token: string }, app: FastifyInstance = api.app): Promise<EventFollower> {
  const follower = await followEvents(app, { token: member.token, host: host() })
  followers.push(follower)
  return follower
}

const bareApp = () => Fastify({ forceCloseConnections: 'idle', routerOptions: { ignoreTrailingSlash: true } })

async function listeners(): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where application_name = 'cresyl listener' and datname = current_database()`,
  )
  return rows.map(({ pid }) => pid)
}

const notify = (hint: object) => owner.query("select pg_notify('cresyl_events', $1)", [JSON.stringify(hint)])

/** Everything that was said until now has arrived when this has. */
async function sayMarker(...heard: EventFollower[]): Promise<void> {
  const marker = crypto.randomUUID()
  await notify({ r: 'organizations', i: marker })
  for (const follower of heard) {
    await follower.until(({ events }) => events.some(({ data }) => data.id === marker))
    follower.events.splice(follower.events.findIndex(({ data }) => data.id === marker))
  }
}

/** More in one transaction than may wait for anyone. */
async function flood(): Promise<void> {
  await owner.query(
    `select pg_notify('cresyl_events', '{"r":"tissues","i":"' || gen_random_uuid() || '"}')
     from generate_series(1, 5000)`,
  )
}

/** Until then whoever follows is told to ask for everything again, or is let go, in place of hearing what is said. */
async function untilFloodIsOver(app: FastifyInstance): Promise<void> {
  await vi.waitFor(
    async () => {
      const { events, until, ended, close } = await follow(api.home.guest, app)
      const marker = crypto.randomUUID()
      await notify({ r: 'organizations', i: marker })
      await Promise.any([until(() => events.length > 0), ended])
      close()
      expect(events.map(({ data }) => data.id)).toEqual([marker])
    },
    { timeout: 20_000, interval: 50 },
  )
}

const resourcesOf = ({ events }: EventFollower) => events.map(({ data }) => data.resource)

async function setMembership(
  { userId }: Pick<TestMember, 'userId'>,
  change: Partial<typeof memberships.$inferInsert>,
): Promise<void> {
  await api.context.database.asSystem((tx) =>
    tx.update(memberships).set(change).where(eq(memberships.userId, userId)),
  )
}

describe('the stream', () => {
  test('is an open reply that nothing on the way keeps or compresses', async () => {
    const { status, headers, comments, until } = await follow(api.home.guest)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
    expect(headers).not.toHaveProperty('content-encoding')
    await until(() => comments.length > 0)
  })

  test('is refused without a token, and with one that is not accepted', async () => {
    for (const headers of [{}, { authorization: 'Bearer rubbish' }]) {
      const reply = await request(api, null, { url: '/api/events/', headers })
      expect([reply.status, reply.json.code]).toEqual([401, 'unauthenticated'])
    }
  })

  test('takes no other method', async () => {
    for (const method of ['POST', 'DELETE'] as const) {
      const reply = await request(api, api.home.admin, { method, url: '/api/events/' })
      expect([reply.status, reply.headers.allow]).toEqual([405, 'GET'])
    }
  })

  test('is given to a person so often and not more', async () => {
    const member = await makeMember(api, api.home.admin)
    const many = await Promise.all(Array.from({ length: eventStream.mostOfOnePerson }, () => follow(member)))
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await follow(member)).status).toBe(429)
    expect((await follow(api.home.guest)).status).toBe(200)
    many[0]?.close()
    await expect.poll(async () => (await follow(member)).status).toBe(200)
  })

  test('works for programs with an API token, within its permissions', async () => {
    const { json } = await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/users/tokens/',
      body: { name: 'script', permissions: ['read:projects'], days: 1 },
    })
    const program = await follow(json)
    await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/tissues/',
      body: { organ: 'Liver', species: 'Mouse' },
    })
    const { id } = await makeProject(api, api.home.admin)
    await program.until(({ events }) => events.length > 0)
    expect(program.events).toEqual([{ event: 'change', data: { resource: 'projects', id, version: 1 } }])
  })
})

describe('a change', () => {
  test('by another member arrives as a hint, and in no other organisation', async () => {
    const [colleague, stranger] = [await follow(api.home.guest), await follow(api.away.admin)]
    const { id, version } = await makeProject(api, api.home.admin)
    await sayMarker(colleague, stranger)
    expect(colleague.events).toEqual([{ event: 'change', data: { resource: 'projects', id, version } }])
    expect(stranger.events).toEqual([])
  })

  test('arrives only for those who may read what changed', async () => {
    const [admin, guest] = [await follow(api.home.admin), await follow(api.home.guest)]
    const invited = await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/users/invitations/',
      body: { email: 'new@home.test', role: 'user' },
    })
    expect(invited.status, invited.text).toBe(201)
    await sayMarker(admin, guest)
    expect(resourcesOf(admin)).toContain('invitations')
    expect(resourcesOf(guest)).toEqual([])
  })

  test('of a notification arrives for the person alone', async () => {
    const [told, other] = [await follow(api.home.user), await follow(api.home.admin)]
    await owner.query(
      "insert into notifications (id, organization_id, user_id, kind, text) values (gen_random_uuid(), $1, $2, 'k', 't')",
      [api.home.user.organizationId, api.home.user.userId],
    )
    await sayMarker(told, other)
    expect(told.events).toEqual([
      { event: 'change', data: { resource: 'notifications', id: expect.any(String) } },
    ])
    expect(other.events).toEqual([])
  })

  test('of many rows at once is one hint without an id', async () => {
    const follower = await follow(api.home.guest)
    await owner.query(
      `insert into tissues (id, organization_id, organ, species, name_key)
       select gen_random_uuid(), $1, 'o', 's', gen_random_uuid()::text from generate_series(1, 500)`,
      [api.home.guest.organizationId],
    )
    await sayMarker(follower)
    expect(follower.events).toEqual([{ event: 'change', data: { resource: 'tissues' } }])
  })

  test('of an organisation arrives for superadmins elsewhere too, who look after it', async () => {
    const [superadmin, stranger] = [await follow(api.superadmin), await follow(api.away.admin)]
    const { organizationId } = api.home.admin
    await owner.query("update organizations set display_name = 'New' where id = $1", [organizationId])
    await sayMarker(superadmin, stranger)
    expect(superadmin.events.map(({ data }) => data.id)).toEqual([organizationId])
    expect(stranger.events).toEqual([])
  })
})

test('when the database was not heard for a moment, everyone is told so and then hears again', async () => {
  const follower = await follow(api.home.guest)
  const before = await listeners()
  await owner.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before])
  await follower.until(({ events }) => events.length > 0)
  expect(follower.events).toEqual([{ event: 'reset', data: {} }])
  expect(await listeners()).not.toEqual(before)
  const { id } = await makeProject(api, api.home.admin)
  await follower.until(({ events }) => events.some(({ data }) => data.id === id))
})

test('a flood is cut short: whoever gets it is told to ask for everything again', async () => {
  const follower = await follow(api.home.guest)
  await flood()
  await follower.until(({ events }) => events.some(({ event }) => event === 'reset'))
  const { id } = await makeProject(api, api.home.admin)
  await follower.until(({ events }) => events.some(({ data }) => data.id === id))
})

describe('with a quick heartbeat', () => {
  let app: FastifyInstance
  let ahead = 0

  beforeAll(async () => {
    const context = { ...api.context, clock: { now: () => new Date(Date.now() + ahead) } }
    app = bareApp()
    handleErrors(app)
    serveEvents(app, context, { authenticate: createMemberResolver(context, api.identity), heartbeat: 50 })
    await app.listen({ host: '127.0.0.1', port: 0 })
  })

  afterAll(() => app.close())

  test('a comment comes with each beat', async () => {
    const { comments, until } = await follow(api.home.guest, app)
    await until(() => comments.length > 3)
    expect(comments[1]).toBe(': beat')
  })

  test('who does not read any more is let go', async () => {
    const slow = await follow(api.home.guest, app)
    const connections = () =>
      new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
    slow.pause()
    // The buffers of the connection take in several megabytes.
    await vi.waitFor(
      async () => {
        await flood()
        expect(await connections()).toBe(0)
      },
      { timeout: 20_000, interval: 100 },
    )
    await untilFloodIsOver(app)
  })

  test('rights that change apply to an open stream', async () => {
    const member = await makeMember(api, api.home.admin, { role: 'admin' })
    const follower = await follow(member, app)
    const announce = () => notify({ o: member.organizationId, r: 'invitations' })
    await announce()
    await sayMarker(follower)
    expect(resourcesOf(follower)).toContain('invitations')
    await setMembership(member, { role: 'guest' })
    // The server remembers for half a minute who someone is.
    ahead += 31_000
    await expect
      .poll(async () => {
        follower.events.splice(0)
        await announce()
        await sayMarker(follower)
        return follower.events
      })
      .toEqual([])
  })

  test('it ends when the member is disabled, and they are told so when they come back', async () => {
    const member = await makeMember(api, api.home.admin)
    const follower = await follow(member, app)
    await setMembership(member, { disabledAt: new Date() })
    ahead += 31_000
    await follower.ended
    expect((await follow(member, app)).status).toBe(401)
  })

  test('it ends when the token expires', async () => {
    const member = await makeMember(api, api.home.admin)
    // It stands a second before the end: however long the rest takes, the token is good, and then isn't.
    const lastSecond = new Date(((decodeJwt(member.token).exp ?? 0) - 1) * 1000)
    const context = { ...api.context, clock: { now: () => lastSecond } }
    const late = bareApp()
    // Without a beat: the expiry ends it by itself, and silence does not.
    serveEvents(late, context, { authenticate: createMemberResolver(context, api.identity) })
    endStalledRequests(late.server, 0.1)
    await late.listen({ host: '127.0.0.1', port: 0 })
    const began = performance.now()
    const follower = await follow(member, late)
    expect(follower.status).toBe(200)
    await follower.ended
    expect(performance.now() - began).toBeGreaterThan(500)
    await late.close()
  })

  test('a server that stops ends its streams at once', async () => {
    const stopping = bareApp()
    const { context, identity } = api
    serveEvents(stopping, context, { authenticate: createMemberResolver(context, identity) })
    await stopping.listen({ host: '127.0.0.1', port: 0 })
    const follower = await follow(api.home.guest, stopping)
    await stopping.close()
    await follower.ended
  })
})
