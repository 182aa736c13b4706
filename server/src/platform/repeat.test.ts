import pino from 'pino'
import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

const log: string[] = []
const logger = pino({}, { write: (line: string) => void log.push(line) })

test('the work is done again, also after it failed, and never twice at once', async () => {
  let times = 0
  let underWay = 0
  const repetition = repeat(logger, 'The work', 5, async () => {
    times += 1
    underWay += 1
    expect(underWay).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 10))
    underWay -= 1
    if (times === 1) throw new Error('the first time')
  })
  await expect.poll(() => times).toBeGreaterThan(2)
  await repetition.stop()
  expect(log.join('')).toContain('The work failed; it is tried again')
})

test('stopping waits for what is under way, and nothing comes after', async () => {
  let finished = 0
  let started = 0
  const repetition = repeat(logger, 'The work', 1, async () => {
    started += 1
    await new Promise((resolve) => setTimeout(resolve, 30))
    finished += 1
  })
  await expect.poll(() => started).toBeGreaterThan(0)
  await repetition.stop()
  expect(finished).toBe(started)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(started).toBe(finished)
})
