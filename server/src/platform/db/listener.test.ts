import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { type CutConnection, openCutConnection } from '../queue/test-support/cut-connection.ts'
import { type Listener, openListener } from './listener.ts'

let database: TestDatabase
let speaker: pg.Client
let way: CutConnection
let listener: Listener
let heard: string[]
let missed: number

beforeAll(async () => {
  database = await createTestDatabase()
  speaker = new pg.Client({ connectionString: database.url })
  await speaker.connect()
})

afterAll(async () => {
  await speaker.end()
  await database.drop()
})

beforeEach(async () => {
  way = await openCutConnection(database.url)
  listener = openListener({ url: way.url, log: pino({ level: 'silent' }) })
  heard = []
  missed = 0
})

afterEach(async () => {
  await listener.close()
  await way.cut()
})

const eventually = { timeout: 20_000, interval: 10 }
const say = (channel: string, payload: string) =>
  speaker.query('select pg_notify($1, $2)', [channel, payload])

async function listen(): Promise<void> {
  listener.on('first', (payload) => heard.push(payload))
  listener.onReconnect(() => missed++)
  await vi.waitUntil(() => listener.isCurrent, eventually)
}

test('hears what is said, from when it says that it does', async () => {
  expect(listener.isCurrent).toBe(false)
  await listen()
  expect(missed).toBe(1)
  await say('first', 'a')
  await vi.waitUntil(() => heard.length > 0, eventually)
  expect(heard).toEqual(['a'])
})

test('what was said on a channel before it was listened to was missed', async () => {
  await listen()
  listener.on('second', (payload) => heard.push(payload))
  await vi.waitUntil(() => missed === 2, eventually)
  await say('second', 'b')
  await vi.waitUntil(() => heard.includes('b'), eventually)
})

test('a connection that is lost is known to be, and what was said meanwhile was missed', async () => {
  await listen()
  await way.cut()
  await vi.waitUntil(() => !listener.isCurrent, eventually)
  await say('first', 'unheard')
  expect(missed).toBe(1)
  await way.mend()
  await vi.waitUntil(() => listener.isCurrent, eventually)
  expect(missed).toBe(2)
  expect(heard).toEqual([])
})

test('one that has fallen silent is known too, and what was held back comes before it counts again', async () => {
  await listen()
  way.silence()
  await say('first', 'held back')
  await vi.waitUntil(() => !listener.isCurrent, eventually)
  expect(heard).toEqual([])
  way.speak()
  await vi.waitUntil(() => listener.isCurrent, eventually)
  expect(heard).toEqual(['held back'])
  expect(missed).toBe(1)
})

test('one that nobody relied on for long is asked anew before it counts', async () => {
  await listen()
  const now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now + 3_600_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await say('first', 'a')
  expect(listener.isCurrent).toBe(false)
  await vi.waitUntil(() => listener.isCurrent, eventually)
  expect(heard).toEqual(['a'])
  expect(missed).toBe(1)
})
