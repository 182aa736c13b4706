import { beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../test-clock.ts'
import { type Connection, createConnection } from './connection.ts'

const never = new AbortController().signal
let clock: TestClock
let isThere: boolean
let asked: number[]
let network: () => void
let leaving: AbortController
let connection: Connection

beforeEach(() => {
  clock = createTestClock()
  isThere = false
  asked = []
  leaving = new AbortController()
  const began = clock.now()
  connection = createConnection({
    clock,
    leaving: leaving.signal,
    probe: async () => {
      asked.push((clock.now() - began) / 1000)
      return isThere
    },
    onNetwork: (listener) => {
      network = listener
    },
  })
})

test('a server that answers was not away', async () => {
  isThere = true
  expect(await connection.check(never)).toBe(false)
  expect(connection.lost).toBe(false)
})

test('one that is away is asked for less and less often, by one for all who wait', async () => {
  const said: boolean[] = []
  const unsubscribe = connection.subscribe(() => said.push(connection.lost))
  const first = connection.check(never)
  await clock.settle()
  const second = connection.check(never)
  await clock.advance(45_000)
  expect(asked).toEqual([0, 1, 3, 7, 15, 30, 45])
  isThere = true
  await clock.advance(15_000)
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(said).toEqual([true, false])
  unsubscribe()
  isThere = false
  void connection.check(never)
  await clock.advance(1000)
  expect([connection.lost, said.length]).toEqual([true, 2])
})

test('when the network comes back it is asked at once', async () => {
  const check = connection.check(never)
  await clock.advance(16_000)
  isThere = true
  network()
  await clock.settle()
  expect(await check).toBe(true)
  expect(asked.at(-1)).toBe(16)
})

test('whoever gives up does not wait, and others go on', async () => {
  const giving = new AbortController()
  const [first, second] = [connection.check(giving.signal), connection.check(never)]
  await clock.advance(2000)
  giving.abort(new Error('cancelled'))
  await expect(first).rejects.toThrow('cancelled')
  isThere = true
  await clock.advance(2000)
  expect(await second).toBe(true)
})

test('nobody is asked any more when the page has been left', async () => {
  void connection.check(never)
  await clock.advance(1000)
  leaving.abort()
  await clock.settle()
  const { length } = asked
  await clock.advance(60_000)
  expect(asked).toHaveLength(length)
})
