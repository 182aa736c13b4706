import type { ChangeEvent } from '@cresyl/contract/events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLive, type Live } from './live.ts'
import { settle, TestServer, TestTime, testEnvironment } from './test-live.ts'

interface Tab {
  live: Live
  heard: (ChangeEvent | 'reset')[]
  close(): Promise<void>
}

let time: TestTime
let server: TestServer
let tabs: Tab[]
let key: string

beforeEach(() => {
  time = new TestTime()
  server = new TestServer()
  tabs = []
  // Locks and channels are shared by all tests of this process.
  key = crypto.randomUUID()
})

afterEach(async () => {
  for (const tab of tabs) await tab.close()
})

async function openTab({ withLocks = true, on = key } = {}): Promise<Tab> {
  const heard: Tab['heard'] = []
  const environment = testEnvironment(time, server)
  const live = createLive({ ...environment, ...(!withLocks && { locks: undefined }) }, on, {
    change: (change) => heard.push(change),
    reset: () => heard.push('reset'),
  })
  const stop = live.start()
  const tab = {
    live,
    heard,
    close: () => {
      stop()
      return settle()
    },
  }
  tabs.push(tab)
  await settle()
  return tab
}

const change: ChangeEvent = { resource: 'projects' }

test('two tabs have one stream, and both hear what comes', async () => {
  const [first, second] = [await openTab(), await openTab()]
  expect([server.asked, server.streams]).toEqual([1, 1])
  server.change(change)
  await settle()
  expect(first.heard).toEqual(['reset', change])
  expect(second.heard).toEqual([change])
  expect([first.live.getState(), second.live.getState()]).toEqual(['live', 'live'])
})

test('when the tab that reads is closed another reads on, and all ask for what they may have missed', async () => {
  const [first, second, third] = [await openTab(), await openTab(), await openTab()]
  await first.close()
  expect([server.asked, server.streams]).toEqual([2, 1])
  server.change(change)
  await settle()
  expect(second.heard).toEqual(['reset', change])
  expect(third.heard).toEqual(['reset', change])
  expect(first.heard).toEqual(['reset'])
})

test('when the last tab is closed the stream ends', async () => {
  const [first, second] = [await openTab(), await openTab()]
  await second.close()
  await first.close()
  expect(server.streams).toBe(0)
})

test('another person or organisation has a stream of its own', async () => {
  const [mine, other] = [await openTab(), await openTab({ on: crypto.randomUUID() })]
  expect(server.streams).toBe(2)
  await mine.close()
  expect(other.heard).toEqual(['reset'])
})

test('without locks every tab reads for itself, and hears each change once', async () => {
  const [first, second] = [await openTab({ withLocks: false }), await openTab({ withLocks: false })]
  expect(server.streams).toBe(2)
  server.change(change)
  await settle()
  expect([first.heard, second.heard]).toEqual([
    ['reset', change],
    ['reset', change],
  ])
})

test('a short interruption is not worth a word, a longer one is', async () => {
  const [first, second] = [await openTab(), await openTab()]
  const states = () => [first.live.getState(), second.live.getState()]
  server.reply = 'unreachable'
  server.end()
  await time.pass(9000)
  expect(states()).toEqual(['connecting', 'connecting'])
  await time.pass(2000)
  expect(states()).toEqual(['offline', 'offline'])
  server.reply = 'stream'
  await time.pass(30_000)
  expect(states()).toEqual(['live', 'live'])
})

test('a tab that opens while the server is away says so in time', async () => {
  server.reply = 'unreachable'
  const { live } = await openTab()
  await time.pass(11_000)
  expect(live.getState()).toBe('offline')
})

test('a tab that leads but is asleep is relieved', async () => {
  // Holds the lock and says nothing.
  const asleep = new AbortController()
  const held = navigator.locks.request(
    `cresyl-live:${key}`,
    () => new Promise<void>((resolve) => asleep.signal.addEventListener('abort', () => resolve())),
  )
  held.catch(() => undefined)
  const { live } = await openTab()
  await time.pass(30_000)
  expect(server.streams).toBe(0)
  await time.pass(60_000)
  expect([server.streams, live.getState()]).toEqual([1, 'live'])
  asleep.abort()
})

test('who was asleep itself does not push the other aside', async () => {
  const [, second] = [await openTab(), await openTab()]
  time.jump(3_600_000)
  server.beat()
  await time.pass(5000)
  expect([server.streams, second.live.getState()]).toEqual([1, 'live'])
  expect(server.asked).toBeLessThanOrEqual(2)
})

test('it can be started again, as React does in development', async () => {
  const tab = await openTab()
  await tab.close()
  const stop = tab.live.start()
  await settle()
  expect([server.streams, tab.live.getState()]).toEqual([1, 'live'])
  stop()
})
