import { expect, test } from 'vitest'
import { browserClock } from './clock.ts'
import { canBeRead } from './file-content.ts'
import { createPace } from './pace.ts'
import { createTestClock } from './test-clock.ts'
import { changedFile } from './test-file.ts'

test('what is to be shown soon is shown once for all who asked, or at once with what is news', async () => {
  const clock = createTestClock()
  let shown = 0
  const pace = createPace(clock, 200, () => {
    shown += 1
  })
  pace.soon()
  pace.soon()
  await clock.advance(199)
  expect(shown).toBe(0)
  await clock.advance(1)
  expect(shown).toBe(1)
  pace.soon()
  pace.now()
  await clock.advance(1000)
  expect(shown).toBe(2)
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
