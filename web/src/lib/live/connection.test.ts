import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepConnected } from './connection.ts'
import { settle, type TestEnvironment, TestServer, TestTime, testEnvironment } from './test-live.ts'

let time: TestTime
let server: TestServer
let environment: TestEnvironment
let heard: unknown[]
let stop: () => void

beforeEach(() => {
  time = new TestTime()
  server = new TestServer()
  environment = testEnvironment(time, server)
  heard = []
})

afterEach(() => stop())

async function connect(): Promise<void> {
  stop = keepConnected(environment, {
    change: (change) => heard.push(change),
    reset: () => heard.push('reset'),
    sign: () => {},
    state: (live) => heard.push(live ? 'live' : 'lost'),
  })
  await settle()
}

/** As the server does while nothing changes. */
async function beatFor(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 20) {
    server.beat()
    await time.pass(20_000)
  }
}

test('what comes is told, and everything counts as changed once the stream is open', async () => {
  await connect()
  server.change({ resource: 'projects', id: '01977bd0-0000-7000-8000-000000000000', version: 2 })
  server.say('event: reset\ndata: {}\n\n')
  server.say('event: change\ndata: {"resource":"something new"}\n\nevent: change\ndata: rubbish\n\n')
  await settle()
  expect(heard).toEqual([
    'live',
    'reset',
    { resource: 'projects', id: '01977bd0-0000-7000-8000-000000000000', version: 2 },
    'reset',
  ])
})

test('a stream that beats stays', async () => {
  await connect()
  await beatFor(600)
  expect([server.asked, server.streams, heard]).toEqual([1, 1, ['live', 'reset']])
})

test('one that ends, as with the token, is opened again at once', async () => {
  await connect()
  await beatFor(300)
  server.end()
  await time.pass(10)
  expect([server.asked, server.streams]).toEqual([2, 1])
  expect(heard).toEqual(['live', 'reset', 'lost', 'live', 'reset'])
})

test.each(['unreachable', 'broken'] as const)(
  'while the server is %s it is asked less and less often, and then again',
  async (reply) => {
    server.reply = reply
    await connect()
    await time.pass(120_000)
    expect(server.asked).toBeGreaterThanOrEqual(7)
    expect(server.asked).toBeLessThanOrEqual(14)
    server.reply = 'stream'
    await time.pass(30_000)
    expect([server.streams, heard.slice(-2)]).toEqual([1, ['live', 'reset']])
  },
)

test('one that ends again and again is not asked for in a hurry', async () => {
  await connect()
  for (let second = 0; second < 60; second += 1) {
    server.end()
    await time.pass(1000)
  }
  expect(server.asked).toBeLessThan(12)
})

test('one that has gone silent is given up', async () => {
  await connect()
  await beatFor(60)
  await time.pass(60_000)
  expect(server.asked).toBeGreaterThan(1)
  expect(server.streams).toBe(1)
})

test('after a sleep it is opened again as soon as someone is there', async () => {
  await connect()
  await beatFor(40)
  time.jump(3_600_000)
  environment.wake()
  await settle()
  await time.pass(1)
  expect([server.asked, server.streams, heard.slice(-2)]).toEqual([2, 1, ['live', 'reset']])
})

test('who comes back to a page that is live disturbs nothing', async () => {
  await connect()
  await beatFor(40)
  environment.wake()
  await settle()
  expect(server.asked).toBe(1)
})

test('who comes back while the next try is waited for needn’t wait', async () => {
  server.reply = 'unreachable'
  await connect()
  await time.pass(60_000)
  server.reply = 'stream'
  environment.wake()
  await settle()
  expect(server.streams).toBe(1)
})

test('who is refused for good asks no more', async () => {
  server.reply = 'refused'
  await connect()
  await time.pass(300_000)
  expect(server.asked).toBe(1)
})

test('when stopped the stream ends, and no other follows', async () => {
  await connect()
  stop()
  await time.pass(300_000)
  expect([server.asked, server.streams]).toEqual([1, 0])
  expect(heard).toEqual(['live', 'reset'])
})
