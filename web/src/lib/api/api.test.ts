import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { messages } from '@cresyl/contract/api/messages'
import {
  createProject,
  deleteProject,
  listProjects,
  readProject,
  updateProject,
} from '@cresyl/contract/lab/projects'
import { currentOrganization } from '@cresyl/contract/people/organizations'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, createApi } from './api.ts'
import { CallError, isWorthRetrying } from './call-error.ts'

const id = '01977bd0-0000-7000-8000-000000000000'

interface Reply {
  status: number
  body?: string
  type?: string
}
interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

let replies: (Reply | 'drop' | 'hang')[]
let received: Received[]
let warnings: string[]
let expired: number
/** What the session gives: first the stored token, then renewed ones. */
let tokens: (string | null | Error)[]
let api: Api
let close: () => Promise<void>

beforeEach(async () => {
  replies = []
  received = []
  warnings = []
  expired = 0
  tokens = ['first', 'second', 'third']
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    received.push({ method, url, headers, body: await text(request) })
    const reply = replies.shift() ?? json(200, {})
    if (reply === 'drop') response.destroy()
    else if (reply !== 'hang') {
      response.writeHead(reply.status, reply.type === undefined ? {} : { 'Content-Type': reply.type })
      response.end(reply.body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  api = createApi({
    origin,
    session: {
      accessToken: nextToken,
      renew: nextToken,
      expire: () => {
        expired += 1
      },
    },
    log: { warn: (message) => warnings.push(message) },
  })
})
afterEach(() => close())

async function nextToken(): Promise<string | null> {
  const token = tokens.shift() ?? null
  if (token instanceof Error) throw token
  return token
}

function json(status: number, body: unknown): Reply {
  return { status, body: JSON.stringify(body), type: 'application/json; charset=utf-8' }
}

async function errorOf(call: Promise<unknown>): Promise<CallError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason) => reason,
  )
  if (!(error instanceof CallError)) throw new Error('Expected a CallError.', { cause: error })
  return error
}

function bearers(): (string | undefined)[] {
  return received.map(({ headers }) => headers.authorization)
}

test('calls carry the token and give back the reply', async () => {
  replies = [json(200, { id, name: 'A' })]
  expect(await api.call(readProject, { params: { id } })).toEqual({ id, name: 'A' })
  expect(received[0]).toMatchObject({ method: 'GET', url: `/api/projects/${id}/`, body: '' })
  expect(bearers()).toEqual(['Bearer first'])
})

test('bodies and idempotency keys arrive', async () => {
  replies = [json(201, { id })]
  await api.call(createProject, { body: { name: 'Ä' } }, { idempotencyKey: 'k' })
  expect(received[0]).toMatchObject({ method: 'POST', body: '{"name":"Ä"}' })
  expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k' })
})

test('nulls in a query are left out', async () => {
  await api.call(listProjects, { query: { search: null, limit: 20 } })
  expect(received[0]?.url).toBe('/api/projects/?limit=20')
})

test('204 gives undefined', async () => {
  replies = [{ status: 204 }]
  expect(await api.call(deleteProject, { params: { id } })).toBeUndefined()
})

test('errors carry status, code, sentence, fields and the current version', async () => {
  const current = { id, version: 3 }
  replies = [
    json(409, { detail: 'Someone else changed this.', code: 'stale_version', current }),
    json(400, { detail: 'Not valid.', code: 'invalid_input', fields: { name: ['Too long.'] } }),
  ]
  const stale = await errorOf(api.call(updateProject, { params: { id }, body: { version: 2 } }))
  expect(stale).toMatchObject({ status: 409, code: 'stale_version', current, fields: {} })
  expect(stale.message).toBe('Someone else changed this.')
  tokens = ['first']
  const invalid = await errorOf(api.call(createProject, { body: { name: '' } }))
  expect(invalid).toMatchObject({ status: 400, code: 'invalid_input', fields: { name: ['Too long.'] } })
})

test('HTML instead of JSON is logged and counts as empty', async () => {
  const page = '<!doctype html><title>Sign in to the proxy</title>'
  replies = [
    { status: 200, body: page, type: 'text/html' },
    { status: 200, body: page, type: 'application/json' },
    { status: 502, body: page, type: 'text/html' },
  ]
  tokens = ['a', 'a', 'a']
  expect(await api.call(listProjects)).toEqual({ count: 0, next: null, previous: null, results: [] })
  expect(await api.call(currentOrganization)).toBeNull()
  expect(await errorOf(api.call(currentOrganization))).toMatchObject({
    status: 502,
    code: null,
    message: messages.somethingWentWrong,
  })
  expect(warnings).toHaveLength(3)
  expect(warnings[0]).toMatch(/Expected JSON .*\/api\/projects\/ .*HTML/)
})

test('JSON that breaks off is an error', async () => {
  replies = [{ status: 200, body: '{"id":', type: 'application/json' }]
  expect(await errorOf(api.call(currentOrganization))).toMatchObject({
    status: 200,
    message: messages.somethingWentWrong,
  })
})

test('a reply that goes on is opened with the token, and with a renewed one after 401', async () => {
  replies = [json(401, { detail: 'No.', code: 'unauthenticated' }), { status: 200, body: ': open' }]
  const response = await api.open('events', { signal: new AbortController().signal })
  expect([response.status, await response.text()]).toEqual([200, ': open'])
  expect(received[1]).toMatchObject({ method: 'GET', url: '/api/events/' })
  expect(received[1]?.headers.accept).toBe('text/event-stream')
  expect(bearers()).toEqual(['Bearer first', 'Bearer second'])
})

test('401 renews the token and tries once more', async () => {
  replies = [json(401, { detail: 'No.', code: 'unauthenticated' }), json(201, { id })]
  expect(await api.call(createProject, { body: { name: 'A' } })).toEqual({ id })
  expect(bearers()).toEqual(['Bearer first', 'Bearer second'])
  expect(received[1]?.body).toBe('{"name":"A"}')
  expect(expired).toBe(0)
})

test('a second 401 ends the session and is not tried again', async () => {
  const refusal = json(401, { detail: 'Please sign in.', code: 'unauthenticated' })
  replies = [refusal, refusal]
  expect(await errorOf(api.call(currentOrganization))).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(received).toHaveLength(2)
  expect(expired).toBe(1)
})

test('401 without a new token ends the session', async () => {
  tokens = ['first', null]
  replies = [json(401, {})]
  expect(await errorOf(api.call(currentOrganization))).toMatchObject({ status: 401 })
  expect(received).toHaveLength(1)
  expect(expired).toBe(1)
})

test('a renewal that cannot be reached keeps the session', async () => {
  tokens = ['first', new TypeError('Failed to fetch')]
  replies = [json(401, {})]
  expect(await errorOf(api.call(currentOrganization))).toMatchObject({ status: 0, code: 'unreachable' })
  expect(expired).toBe(0)
})

test('without a token nothing is sent', async () => {
  tokens = [null]
  expect(await errorOf(api.call(currentOrganization))).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(received).toHaveLength(0)
  expect(expired).toBe(1)
})

test('a broken connection is told in a sentence', async () => {
  replies = ['drop']
  const error = await errorOf(api.call(currentOrganization))
  expect(error).toMatchObject({ status: 0, code: 'unreachable' })
  expect(error.message).toMatch(/cannot be reached/)
})

test('an abort stays an abort', async () => {
  replies = ['hang']
  const controller = new AbortController()
  const call = api.call(currentOrganization, {}, { signal: controller.signal })
  await expect.poll(() => received.length).toBe(1)
  controller.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('what was refused is not worth trying again, except time-outs and rate limits', () => {
  const worth = (status: number) => isWorthRetrying(new CallError({ status, code: null, message: '' }))
  expect([0, 500, 503, 408, 429].map(worth)).toEqual([true, true, true, true, true])
  expect([400, 401, 403, 404, 409, 422, 507].some(worth)).toBe(false)
  expect(isWorthRetrying(new TypeError('a bug'))).toBe(false)
})
