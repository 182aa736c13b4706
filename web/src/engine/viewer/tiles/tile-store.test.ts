import { beforeEach, describe, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../../test-clock.ts'
import { createConnections } from './connections.ts'
import { fetchTile } from './fetch-tile.ts'
import { createTestTileServer, type TestTileServer } from './test-tile-server.ts'
import { createTileStore, type TileStore } from './tile-store.ts'

interface TestContent {
  text: string
  bytes: number
  free(): void
}

let server: TestTileServer
let clock: TestClock
let store: TileStore<{ key: string }, TestContent>
let tokens: string[]
let refused: (string | undefined)[]
let changes: number
let freed: string[]
/** Lets bodies come in when it is called. */
let body: PromiseWithResolvers<void>

const open = (connections = createConnections(2)) =>
  createTileStore<{ key: string }, TestContent>({
    load: async ({ key }, { signal, arriving }) => {
      const token = (old?: string) => {
        refused.push(old)
        if (old !== undefined) tokens.shift()
        return tokens[0] ?? null
      }
      const tools = { token, fetch: server.fetch }
      const response = await fetchTile(tools, (value) => `${key}?${value}`, signal)
      arriving()
      await body.promise
      const text = await response.text()
      return { text, bytes: text.length, free: () => freed.push(key) }
    },
    changed: () => {
      changes += 1
    },
    limit: 1_000_000,
    connections,
    clock,
  })

beforeEach(() => {
  server = createTestTileServer()
  clock = createTestClock()
  tokens = ['one']
  refused = []
  freed = []
  changes = 0
  body = Promise.withResolvers()
  body.resolve()
  store = open()
})

const want = async (...keys: string[]) => {
  store.want(
    keys.map((key) => ({ key })),
    new Set(keys),
  )
  await clock.settle()
}
const answer = async (key: string, status?: number, token = 'one') => {
  server.answer(`${key}?${token}`, status)
  await clock.settle()
}

describe('what is asked for', () => {
  test('so many at once, the most urgent first, and the next when one has come', async () => {
    await want('a', 'b', 'c', 'd')
    expect(server.asked).toEqual(['a?one', 'b?one'])
    await answer('b')
    expect(server.asked).toEqual(['a?one', 'b?one', 'c?one'])
    expect(store.find('b')?.text).toBe('pixels of b?one')
    expect(changes).toBe(1)
  })

  test('the order is that of the last frame', async () => {
    await want('a', 'b', 'c', 'd')
    await want('a', 'b', 'd', 'c')
    await answer('a')
    expect(server.asked.at(-1)).toBe('d?one')
  })

  test('each once, however often it is wanted, and never what is there', async () => {
    await want('a', 'b')
    await want('a', 'b')
    await answer('a')
    await want('a', 'b')
    await answer('b')
    await want('b', 'a')
    expect(server.asked).toEqual(['a?one', 'b?one'])
  })

  test('what has left the view is broken off and its place given to what is in it', async () => {
    await want('a', 'b', 'c')
    await want('c', 'd')
    expect(server.aborted).toEqual(['a?one', 'b?one'])
    expect(server.waiting()).toEqual(['c?one', 'd?one'])
    expect(changes).toBe(0)
  })

  test('what is arriving is kept though it has left the view', async () => {
    body = Promise.withResolvers()
    await want('a', 'b')
    await answer('a')
    await want('c')
    expect(server.aborted).toEqual(['b?one'])
    body.resolve()
    await clock.settle()
    expect(store.has('a')).toBe(true)
  })

  test('what was broken off is asked for again when it is back in view', async () => {
    await want('a')
    await want()
    await want('a')
    await answer('a')
    expect(server.asked).toEqual(['a?one', 'a?one'])
    expect(store.has('a')).toBe(true)
  })

  test('several layers share what travels at once, in turn', async () => {
    const connections = createConnections(2)
    store = open(connections)
    const other = open(connections)
    await want('a', 'b', 'c')
    other.want([{ key: 'x' }, { key: 'y' }], new Set())
    await answer('a')
    await answer('b')
    expect(server.asked.slice(2).sort()).toEqual(['c?one', 'x?one'])
  })
})

describe('what fails', () => {
  test('is tried again after 1, 2 and 4 seconds, then shown as failed and tried on ever more seldom', async () => {
    await want('a')
    for (const pause of [1000, 2000, 4000]) {
      await answer('a', 0)
      expect(store.hasFailed('a')).toBe(false)
      expect(server.waiting()).toEqual([])
      await clock.advance(pause)
    }
    expect(changes).toBe(0)
    for (const pause of [8000, 16_000]) {
      await answer('a', 0)
      expect(store.hasFailed('a')).toBe(true)
      await clock.advance(pause)
      // It is on its way again, and still not there.
      expect(store.hasFailed('a')).toBe(true)
    }
    expect(clock.waits).toEqual([1000, 2000, 4000, 8000, 16_000])
    await answer('a')
    expect([store.has('a'), store.hasFailed('a')]).toEqual([true, false])
  })

  test('waits as long as the server asks for', async () => {
    await want('a')
    server.answer('a?one', 429, { 'Retry-After': '7' })
    await clock.settle()
    expect(clock.waits).toEqual([7000])
  })

  test('does not keep others from being fetched while it waits', async () => {
    await want('a', 'b', 'c')
    await answer('a', 503)
    expect(server.asked.at(-1)).toBe('c?one')
  })

  test.each([500, 503, 408, 429])('is tried again after an answer of %d', async (status) => {
    await want('a')
    await answer('a', status)
    await clock.advance(1000)
    await answer('a')
    expect(store.has('a')).toBe(true)
  })

  test.each([400, 403, 404, 409, 410])('has failed at once after an answer of %d', async (status) => {
    await want('a')
    await answer('a', status)
    await clock.advance(60_000)
    expect(store.hasFailed('a')).toBe(true)
    expect(server.asked).toHaveLength(1)
    await want()
    await want('a')
    expect(server.asked).toHaveLength(1)
  })

  test('is asked for when someone wants to try again', async () => {
    await want('a')
    await answer('a', 404)
    store.retry()
    await clock.settle()
    expect(store.hasFailed('a')).toBe(false)
    await answer('a')
    expect(store.has('a')).toBe(true)
  })

  test('all of it is asked for at once when someone wants to try again', async () => {
    await want('a', 'b')
    for (const pause of [1000, 2000, 4000, 0]) {
      await answer('a', 0)
      await answer('b', 503)
      await clock.advance(pause)
    }
    expect([store.hasFailed('a'), store.hasFailed('b')]).toEqual([true, true])
    store.retry()
    await clock.settle()
    expect(server.waiting()).toEqual(['a?one', 'b?one'])
    expect(store.hasFailed('a')).toBe(false)
  })

  test('for want of a network is asked for at once when that is back', async () => {
    await want('a', 'b')
    await answer('a', 0)
    await answer('b', 404)
    store.online()
    await clock.settle()
    expect(server.waiting()).toEqual(['a?one'])
    expect(store.hasFailed('b')).toBe(true)
  })

  test('waits no longer once it has left the view', async () => {
    await want('a')
    await answer('a', 0)
    await want()
    await clock.advance(60_000)
    expect(server.asked).toHaveLength(1)
  })
})

describe('tokens', () => {
  test('one that is refused is replaced once, and the tile asked for again', async () => {
    tokens = ['one', 'two']
    await want('a')
    await answer('a', 401)
    expect(refused).toEqual([undefined, 'one'])
    await answer('a', 200, 'two')
    expect(store.has('a')).toBe(true)
  })

  test('a new one that is refused as well is a failure', async () => {
    tokens = ['one', 'two']
    await want('a')
    await answer('a', 401)
    await answer('a', 401, 'two')
    await clock.advance(60_000)
    expect(store.hasFailed('a')).toBe(true)
    expect(server.asked).toHaveLength(2)
  })

  test('a renewed one fetches nothing that is there', async () => {
    await want('a')
    await answer('a')
    tokens = ['two']
    await want('a', 'b')
    expect(server.asked).toEqual(['a?one', 'b?two'])
  })

  test('nobody signed in is a failure without a request', async () => {
    tokens = []
    await want('a')
    expect(store.hasFailed('a')).toBe(true)
    expect(server.asked).toEqual([])
  })
})

test('destroying breaks off what travels and frees what is there', async () => {
  await want('a', 'b')
  await answer('a')
  store.destroy()
  await clock.settle()
  expect(server.aborted).toEqual(['b?one'])
  expect(freed).toEqual(['a'])
  expect(store.bytes).toBe(0)
})
