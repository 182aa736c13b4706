import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDecodePool, type DecodePool, type DecodePoolOptions } from './decode-pool.ts'
import { locate, type MadeSlides, makeTestSlides } from './test-support/made-slides.ts'
import { strangeTile } from './test-support/strange-levels.ts'

const program = new URL('./test-support/test-decode-child.ts', import.meta.url)
const megabyte = 1024 * 1024
let made: MadeSlides

beforeAll(async () => {
  made = await makeTestSlides()
})

afterAll(() => made.remove())

function makePool(options: DecodePoolOptions = {}) {
  const endings: string[] = []
  const events = { ended: (why: string) => void endings.push(why) }
  const pool = createDecodePool({
    processes: 2,
    program,
    events,
    compileCacheFolder: join(made.folder, 'compiled'),
    ...options,
  })
  onTestFinished(() => pool.close())
  return { pool, endings }
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('the client went away')) }
}

const pidOf = ({ bytes }: { bytes: Uint8Array }) => Number(Buffer.from(bytes).toString())
const hostile = () => locate(made.brightfield, { fileId: 'hostile' })
const harmless = () => locate(made.brightfield, { fileId: 'harmless' })
const failureOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => undefined,
    (reason) => reason,
  )
const startAll = async (pool: DecodePool) => {
  await pool.render(harmless(), strangeTile('echo'))
  await expect.poll(() => pool.state().processes, patient).toBe(2)
}
const patient = { timeout: 20_000 }
const begun = (pool: DecodePool, count = 1) => expect.poll(() => pool.state().rendering, patient).toBe(count)

describe('a process that ends in the middle of a tile', () => {
  test('by kill -9 is replaced, and the tile comes from another', async () => {
    const { pool, endings } = makePool()
    await startAll(pool)
    const pids = pool.pids()
    const slow = pool.render(hostile(), strangeTile('slow', 1))
    const other = pool.render(harmless(), strangeTile('slow', 2))
    await begun(pool, 2)
    // The first to be free was taken first.
    process.kill(pids[0] ?? 0, 'SIGKILL')
    expect(pidOf(await slow)).not.toBe(pids[0])
    expect(pidOf(await other)).toBe(pids[1])
    expect(endings).toEqual(['crash'])
  })

  test('again and again fails with a sentence, and is then not even tried', async () => {
    const { pool, endings } = makePool()
    const tile = pool.render(hostile(), strangeTile('crash'))
    const others = Array.from({ length: 5 }, (_, n) => pool.render(harmless(), strangeTile('echo', n)))
    const failure = await failureOf(tile)
    expect(failure).toMatchObject({ name: 'DecodeFailure', code: 'crashed' })
    expect(failure.message).toMatch(
      /^This part of the slide can't be shown, because decoding it ended its process more than once \(SIGABRT\)\. The file /,
    )
    expect((await Promise.all(others)).map(({ bytes }) => bytes.length)).toEqual(Array(5).fill(16_000))
    expect(await failureOf(pool.render(hostile(), strangeTile('crash')))).toBe(failure)
    expect(endings).toEqual(['crash', 'crash'])
    await pool.render(hostile(), strangeTile('echo'))
  })
})

describe('a tile', () => {
  test('that loops for ever is given up in time, and meanwhile others are served', async () => {
    const { pool, endings } = makePool()
    await startAll(pool)
    const shortly = { timeoutMilliseconds: 3000 }
    const loops = Array.from({ length: 4 }, (_, n) =>
      failureOf(pool.render(hostile(), strangeTile('loop', n), shortly)),
    )
    await begun(pool)
    // Slides of others find a process although the hostile one has asked for more than there are.
    await pool.render(harmless(), strangeTile('echo', 1))
    expect(endings).toEqual([])
    expect(pool.state()).toMatchObject({ rendering: 1, queued: 3 })
    const failure = await loops[0]
    expect(failure).toMatchObject({ code: 'too_slow' })
    expect(failure.message).toMatch(
      /^This part of the slide can't be shown, because decoding it takes longer than 3 seconds\. The file is probably/,
    )
    expect(endings).toEqual(['time'])
  })

  test('that eats memory is given up, and is not tried twice', async () => {
    const { pool, endings } = makePool({ memoryBytes: 300 * megabyte })
    const failure = await failureOf(pool.render(hostile(), strangeTile('eatMemory')))
    expect(failure).toMatchObject({ code: 'too_much_memory' })
    expect(failure.message).toContain('because decoding it takes more than 300 MB of memory')
    expect(endings).toEqual(['memory'])
    await pool.render(hostile(), strangeTile('echo'))
  })

  test('that nobody waits for any more is given up too', async () => {
    const { pool, endings } = makePool({ processes: 1, timeoutMilliseconds: { export: 700 } })
    await pool.render(hostile(), strangeTile('echo'))
    const { signal, abort } = abortable()
    const loop = pool.render(hostile(), strangeTile('loop'), { signal, priority: 'export' })
    await begun(pool)
    abort()
    await expect(loop).rejects.toThrow('the client went away')
    await pool.render(harmless(), strangeTile('echo', 1))
    expect(endings).toEqual(['time'])
  })

  test('that leaves its process large has it replaced between two tiles', async () => {
    const { pool, endings } = makePool({ processes: 1, memoryBytes: 400 * megabyte })
    const first = pidOf(await pool.render(harmless(), strangeTile('grow')))
    const second = pidOf(await pool.render(harmless(), strangeTile('slow')))
    expect(second).not.toBe(first)
    expect(endings).toEqual([])
  })
})

test('a slide that ends too many processes rests for a while, until it is pardoned', async () => {
  const { pool, endings } = makePool({ processes: 1, quarantine: { strikes: 3 } })
  const crashes = [1, 2, 3].map((number) => failureOf(pool.render(hostile(), strangeTile('crash', number))))
  expect((await Promise.all(crashes)).map(({ code }) => code)).toEqual([
    'crashed',
    'quarantined',
    'quarantined',
  ])
  expect(endings).toHaveLength(3)
  expect(pool.state().quarantinedFiles).toBe(1)
  expect(await failureOf(pool.render(hostile(), strangeTile('echo')))).toMatchObject({
    code: 'quarantined',
    message: expect.stringMatching(
      /^Parts of this slide can't be shown for 5 minutes, because decoding it had to be/,
    ),
  })
  await pool.render(harmless(), strangeTile('echo'))
  pool.pardon('hostile')
  await pool.render(hostile(), strangeTile('echo'))
})

test('a thousand requests for bad files leave nothing in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // What ends in one round is collected in the next.
  const held = async () => {
    for (let round = 0; round < 5; round += 1) {
      collect()
      await sleep(20)
    }
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / megabyte
  }
  const good = await readFile(made.brightfield)
  const paths = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const path = join(made.folder, `bad-${n}.tiff`)
      const bytes = Buffer.from(good.subarray(0, Math.floor((good.length * (n + 1)) / 21)))
      for (let at = 8 + n; at < bytes.length; at += 97 + n) bytes[at] = (at * 31 + n) & 255
      await writeFile(path, bytes)
      return path
    }),
  )
  const { pool, endings } = makePool({ processes: 1, memoryBytes: 2048 * megabyte })
  const askOften = async (from: number, to: number) => {
    let failed = 0
    for (let n = from; n < to; n += 1) {
      const location = locate(paths[n % paths.length] ?? '', { imageId: `image ${n}`, fileId: `file ${n}` })
      const tile = { kind: 'tile', level: 0, x: n % 3, y: n % 2, format: 'png' } as const
      if (await failureOf(pool.render(location, tile))) failed += 1
    }
    return failed
  }
  await askOften(0, 200)
  const before = await held()
  const failed = await askOften(200, 1000)
  expect(failed).toBeGreaterThan(400)
  expect((await held()) - before).toBeLessThan(0.5)
  expect(endings).toEqual([])
  expect(pool.state()).toMatchObject({ queued: 0, rendering: 0 })
})
