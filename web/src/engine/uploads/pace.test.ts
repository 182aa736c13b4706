import { beforeEach, expect, test } from 'vitest'
import { browserClock } from '../clock.ts'
import { createTestClock, type TestClock } from '../test-clock.ts'
import { canBeRead } from './file-content.ts'
import { createPace, type Pace } from './pace.ts'
import { changedFile } from './test-file.ts'

const times = { least: 100, soon: 500 }
let clock: TestClock
let shown: number[]
let pace: Pace

beforeEach(() => {
  clock = createTestClock()
  shown = []
  const since = clock.now()
  pace = createPace(clock, times, () => shown.push(clock.now() - since))
})

test('what can wait is shown once for all who asked, or with what cannot', async () => {
  pace.soon()
  await clock.advance(100)
  pace.soon()
  await clock.advance(1000)
  expect(shown).toEqual([500])
  pace.soon()
  pace.now()
  await clock.advance(1000)
  expect(shown).toEqual([500, 1100])
})

test('news are shown at once, and many of them some at a time', async () => {
  pace.promptly()
  expect(shown).toEqual([0])
  for (let news = 0; news < 50; news += 1) {
    await clock.advance(10)
    pace.promptly()
  }
  expect(shown).toEqual([0, 100, 200, 300, 400, 500])
  await clock.advance(1000)
  expect(shown).toHaveLength(7)
})

test('news do not wait for what can', async () => {
  pace.now()
  pace.soon()
  await clock.advance(10)
  pace.promptly()
  await clock.advance(1000)
  expect(shown).toEqual([0, 100])
})

test('what a person does is always shown at once', async () => {
  for (let act = 0; act < 3; act += 1) {
    pace.now()
    await clock.advance(1)
  }
  expect(shown).toEqual([0, 1, 2])
})

test('the clock of the browser wakes whoever waits, and lets go of whoever is called away', async () => {
  const away = new AbortController()
  await browserClock.wait(1, away.signal)
  const waiting = browserClock.wait(60_000, away.signal)
  away.abort(new Error('called away'))
  await expect(waiting).rejects.toThrow('called away')
  await expect(browserClock.wait(1, away.signal)).rejects.toThrow('called away')
  expect(browserClock.now()).toBeGreaterThan(0)
})

test('one byte tells whether a file can still be read', async () => {
  expect(await canBeRead(new Blob(['x']))).toBe(true)
  expect(await canBeRead(changedFile('a.svs', 2048).slice(0, 1024))).toBe(false)
})
