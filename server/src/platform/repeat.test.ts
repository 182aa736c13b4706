import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const told: string[] = []
  const end = Promise.withResolvers<void>()
  const repetition = repeat(logger, 'The work', 1, async () => {
    told.push('started')
    await end.promise
    told.push('finished')
  })
  await vi.advanceTimersByTimeAsync(1)
  const stopped = repetition.stop().then(() => told.push('stopped'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual(['started'])
  end.resolve()
  await stopped
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual(['started', 'finished', 'stopped'])
})
