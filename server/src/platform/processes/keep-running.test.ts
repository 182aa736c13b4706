import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { createBackOff } from './back-off.ts'
import { type Ending, type KeepOptions, keepRunning, type Running } from './keep-running.ts'

const crash: Ending = { code: 1, signal: null }

interface Part extends Running {
  end(ending?: Ending): void
}

function makePart(): Part {
  const { promise, resolve } = Promise.withResolvers<Ending>()
  return { ended: promise, end: (ending = crash) => resolve(ending), stop: async () => resolve(crash) }
}

/** A part whose starts succeed or fail as told, under a clock that only notes how long it was asked to wait. */
function prepare(outcomes: (Error | 'runs')[] = [], options: Partial<KeepOptions<Part>> = {}) {
  const parts: Part[] = []
  const pauses: number[] = []
  const lines: string[] = []
  const start = async () => {
    const outcome = outcomes.shift() ?? 'runs'
    if (outcome !== 'runs') throw outcome
    const part = makePart()
    parts.push(part)
    return part
  }
  const keeping = keepRunning({
    name: 'part',
    start,
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) }),
    pause: async (milliseconds) => void pauses.push(milliseconds),
    ...options,
  })
  return { keeping, parts, pauses, lines }
}

describe('the pause before another try', () => {
  test('is none at first, then grows to half a minute, and is none again once all was well', () => {
    const backOff = createBackOff()
    const seconds = Array.from({ length: 8 }, () => backOff.next() / 1000)
    expect(seconds).toEqual([0, 1, 2, 4, 8, 16, 30, 30])
    backOff.reset()
    expect(backOff.next()).toBe(0)
  })
})

describe('a part that is kept running', () => {
  test('is started again whenever it ends, less eagerly each time', async () => {
    const { keeping, parts, pauses, lines } = prepare()
    const kept = await keeping
    for (let times = 1; times <= 4; times += 1) {
      parts.at(-1)?.end()
      await expect.poll(() => kept.current()).toBe(parts[times])
    }
    expect(pauses).toEqual([0, 1000, 2000, 4000])
    expect(lines.slice(0, 2)).toEqual(['ended unexpectedly; it is started again', 'runs again'])
    await kept.stop()
  })

  test('is forgiven once it has run calmly for a while', async () => {
    const { keeping, parts, pauses } = prepare([], { calmMilliseconds: 0 })
    const kept = await keeping
    for (let times = 1; times <= 3; times += 1) {
      parts.at(-1)?.end()
      await expect.poll(() => kept.current()).toBe(parts[times])
    }
    expect(pauses).toEqual([0, 0, 0])
    await kept.stop()
  })

  test('does not wait when it was asked to end', async () => {
    const { keeping, parts, pauses, lines } = prepare()
    const kept = await keeping
    for (let times = 1; times <= 2; times += 1) {
      parts.at(-1)?.end({ code: 0, signal: null, asked: true })
      await expect.poll(() => kept.current()).toBe(parts[times])
    }
    expect(pauses).toEqual([0, 0])
    expect(lines).not.toContain('ended unexpectedly; it is started again')
    await kept.stop()
  })

  test('fails with its first start', async () => {
    await expect(prepare([new Error('no disk')]).keeping).rejects.toThrow('no disk')
  })

  test('is tried again when a later start fails', async () => {
    const { keeping, parts, pauses } = prepare(['runs', new Error('busy'), new Error('busy'), 'runs'])
    const kept = await keeping
    parts[0]?.end()
    await expect.poll(() => kept.current()).toBe(parts[1])
    expect(parts).toHaveLength(2)
    expect(pauses).toEqual([0, 1000, 2000])
    await kept.stop()
  })

  test('is given up with the last reason when patience ends', async () => {
    const failures = ['first', 'second', 'third'].map((reason) => new Error(reason))
    const { keeping, parts, pauses } = prepare(['runs', ...failures], { patience: 3 })
    const kept = await keeping
    parts[0]?.end()
    expect(await kept.lost).toBe(failures[2])
    expect(pauses).toHaveLength(3)
    expect(kept.current()).toBeUndefined()
    await kept.stop()
  })

  test('stays stopped once it was stopped', async () => {
    const { keeping, parts } = prepare()
    const kept = await keeping
    await kept.stop()
    expect(kept.current()).toBeUndefined()
    expect(parts).toHaveLength(1)
  })

  test('is stopped even while it is being started again', async () => {
    const slow = Promise.withResolvers<Part>()
    const first = makePart()
    const starts = [Promise.resolve(first), slow.promise]
    const { keeping } = prepare([], { start: () => starts.shift() ?? slow.promise })
    const kept = await keeping
    first.end()
    await expect.poll(() => starts).toHaveLength(0)
    const stopped = kept.stop()
    const second = makePart()
    slow.resolve(second)
    await stopped
    expect(await second.ended).toEqual(crash)
  })

  test('is not waited for while it pauses', async () => {
    const { keeping, parts } = prepare([], {
      pause: (_time, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    const kept = await keeping
    parts[0]?.end()
    await expect.poll(() => kept.current()).toBeUndefined()
    await kept.stop()
    expect(parts).toHaveLength(1)
  })
})
