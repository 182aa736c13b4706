import { beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../test-clock.ts'
import { createConnection } from './connection.ts'
import { createSteadyApi } from './steady-api.ts'
import { createTestServer, type TestServer } from './test-server.ts'
import type { UploadApi } from './upload-api.ts'

const never = new AbortController().signal
const file = { name: 'a.svs', mediaType: 'svs', size: 2048, projectId: null, tissueId: null, stainerId: null }
let clock: TestClock
let server: TestServer
let api: UploadApi

beforeEach(() => {
  clock = createTestClock()
  server = createTestServer(clock)
  server.latency = () => 0
  const connection = createConnection({
    clock,
    probe: async () => !server.away,
    onNetwork: () => undefined,
    leaving: never,
  })
  api = createSteadyApi(server, connection, clock)
})

test('after a fault of the server a call is made three times more, after 1, 2 and 4 seconds', async () => {
  server.fault = () => 'internal'
  const began = clock.now()
  const outcome = api.create(file, 'k', never).catch((error: unknown) => error)
  await clock.advance(10_000)
  expect(await outcome).toMatchObject({ status: 500 })
  expect(server.calls.map(({ at }) => at - began)).toEqual([0, 1000, 3000, 7000])
})

test('what the server refuses is not asked again', async () => {
  server.fault = () => 'forbidden'
  const outcome = api.create(file, 'k', never).catch((error: unknown) => error)
  await clock.advance(10_000)
  expect(await outcome).toMatchObject({ status: 403 })
  expect(server.calls).toHaveLength(1)
})

test('a file whose announcement was answered by nobody is not announced twice', async () => {
  let left = 2
  server.fault = () => (left-- > 0 ? 'unanswered' : undefined)
  const outcome = api.create(file, 'k', never)
  await clock.advance(10_000)
  expect(await outcome).toEqual({ id: 'file-1' })
  expect(server.files.size).toBe(1)
})

test('a call that is under way ends by itself when it is given up, one that waits does not go on', async () => {
  server.latency = () => 100
  const giving = new AbortController()
  const first = api.create(file, 'k', giving.signal)
  await clock.advance(50)
  giving.abort(new Error('cancelled'))
  await clock.advance(100)
  expect(await first).toEqual({ id: 'file-1' })
  await expect(api.begin('file-1', giving.signal)).rejects.toThrow('cancelled')
})

test('an address stops being asked for when it is given up', async () => {
  server.latency = () => 100
  const giving = new AbortController()
  const outcome = api.partUrl('file-1', 1, giving.signal).catch((error: unknown) => error)
  await clock.advance(50)
  giving.abort(new Error('cancelled'))
  await clock.settle()
  expect(await outcome).toEqual(new Error('cancelled'))
})

test('a call that takes a minute counts as not answered; to put parts together may take five', async () => {
  server.fault = () => 'silent'
  const address = api.partUrl('file-1', 1, never).catch((error: unknown) => error)
  void api.complete('file-1', [], never).catch(() => undefined)
  await clock.advance(60_000)
  expect(await address).toMatchObject({ status: 0, code: 'unreachable' })
  await clock.advance(239_000)
  expect(server.callsOf('complete')).toHaveLength(1)
  await clock.advance(2000)
  expect(server.callsOf('complete')).toHaveLength(2)
})
