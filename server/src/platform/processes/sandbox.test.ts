import { spawn } from 'node:child_process'
import { getEventListeners, once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isProcessAlive } from '../process-alive.ts'
import { JobFailure } from '../queue/job-handler.ts'
import { compiledFolder } from '../test-compiled.ts'
import { openSandbox, runInSandbox, type SandboxWork } from './sandbox.ts'
import type { TestWork } from './test-sandbox-work.ts'

const module = new URL('./test-sandbox-work.ts', import.meta.url)
const megabyte = 1024 * 1024

function run(input: TestWork, options: Partial<SandboxWork<TestWork>> = {}): Promise<unknown> {
  return runInSandbox<TestWork, unknown>({
    module,
    input,
    name: 'Reading the slide',
    // Longer than any test, which none of them is about.
    timeoutMilliseconds: 600_000,
    memoryBytes: 512 * megabyte,
    compileCacheFolder: compiledFolder,
    ...options,
  })
}

/** Begins the work; `pid` is known once it is under way. */
function begin(input: TestWork, options: Partial<SandboxWork<TestWork>> = {}) {
  const { promise: pid, resolve } = Promise.withResolvers<number>()
  const outcome = run(input, { ...options, onProgress: (_done, total) => resolve(total) })
  outcome.catch(() => {})
  return { pid, outcome }
}

async function failureOf(outcome: Promise<unknown>): Promise<JobFailure> {
  const error = await outcome.then(
    () => undefined,
    (reason) => reason,
  )
  if (!(error instanceof JobFailure)) throw new Error('It did not fail as a job does', { cause: error })
  return error
}

const causeOf = (failure: JobFailure) => String(failure.cause)

describe('work in a sandbox', () => {
  test('gets its input and gives its output, typed arrays as they are', async () => {
    const value = {
      pixels: new Uint16Array([0, 1, 65535]),
      floats: new Float32Array([0.5, Number.NaN]),
      bytes: Buffer.from('abc'),
      view: new Uint8Array([1, 2, 3, 4]).subarray(1, 3),
      when: new Date(0),
      counts: new Map([['tiles', 12n]]),
      nothing: undefined,
    }
    expect(await run({ do: 'return', value })).toEqual(value)
  })

  test('may take and give many megabytes', async () => {
    const value = new Float32Array(4 * megabyte).map((_, index) => index % 1000)
    const output = await run({ do: 'return', value })
    expect(output).toBeInstanceOf(Float32Array)
    expect(
      Buffer.compare(new Uint8Array((output as Float32Array).buffer), new Uint8Array(value.buffer)),
    ).toBe(0)
  })

  test('tells how far it is, not more often than anyone can see', async () => {
    const reports: [number, number][] = []
    await run(
      { do: 'report', times: 100_000 },
      { onProgress: (done, total) => void reports.push([done, total]) },
    )
    expect(reports.at(-1)).toEqual([100_000, 100_000])
    expect(reports.length).toBeLessThan(100)
  })

  test('hears what is new while it works, also after that could not be told once', async () => {
    let asked = 0
    const give = async () => {
      asked += 1
      if (asked === 1) throw new Error('not now')
      return { address: asked }
    }
    expect(await run({ do: 'wait for news' }, { news: { everyMilliseconds: 20, give } })).toEqual({
      address: expect.any(Number),
    })
  })

  test('knows no setting of the server', async () => {
    process.env.DATABASE_URL = 'postgres://secret'
    onTestFinished(() => {
      delete process.env.DATABASE_URL
    })
    const { environment } = (await run({ do: 'describe process' }, { compileCacheFolder: undefined })) as {
      environment: object
    }
    const names = Object.keys(environment).filter((key) => !key.startsWith('NODE_CHANNEL_'))
    const frugal = ['MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_', 'NODE_OPTIONS']
    expect(names.toSorted()).toEqual(['LC_ALL', ...frugal, 'PATH'])
  })

  test.runIf(process.platform === 'linux')('steps back where time or memory is short', async () => {
    const controller = new AbortController()
    const { pid, outcome } = begin({ do: 'wait' }, { signal: controller.signal })
    const niceness = Math.min(19, getPriority() + 5)
    expect(getPriority(await pid)).toBe(niceness)
    // A session of its own, as detached processes are: where Linux shares time between sessions, it steps back as one.
    const session = async () => (await readFile(`/proc/${await pid}/autogroup`, 'utf8')).trimEnd()
    if (existsSync('/proc/self/autogroup'))
      await expect.poll(session).toMatch(new RegExp(`nice ${niceness}$`))
    expect(await readFile(`/proc/${await pid}/oom_score_adj`, 'utf8')).toBe('1000\n')
    controller.abort()
    await expect(outcome).rejects.toThrow()
  })

  test('several at once do not disturb each other', async () => {
    const outcomes = await Promise.allSettled([
      run({ do: 'return', value: 1 }),
      run({ do: 'abort' }),
      run({ do: 'return', value: 2 }),
      run({ do: 'loop' }, { timeoutMilliseconds: 500 }),
      run({ do: 'return', value: 3 }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })
})

describe('work that goes wrong', () => {
  test.each(['buffers', 'heap'] as const)('is stopped when it eats memory: %s', async (of) => {
    const { pid, outcome } = begin({ do: 'eat memory', of }, { memoryBytes: 200 * megabyte })
    const failure = await failureOf(outcome)
    expect(failure.message).toBe(
      'Reading the slide was stopped, because it needed more than its 200 MB of memory. Try it with something smaller, or ask your system administrator.',
    )
    expect(failure.retry).toBe(false)
    expect(isProcessAlive(await pid)).toBe(false)
  })

  test('is stopped when it loops for ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { pid, outcome } = begin({ do: 'loop' }, { timeoutMilliseconds: 1000 })
    await pid
    vi.advanceTimersByTime(999)
    expect(isProcessAlive(await pid)).toBe(true)
    vi.advanceTimersByTime(1)
    expect((await failureOf(outcome)).message).toMatch(
      /^Reading the slide was stopped, because it took longer than 1 second\. Try it with /,
    )
    expect(isProcessAlive(await pid)).toBe(false)
  })

  test.each([
    [{ do: 'abort' } as const, 'SIGABRT'],
    [{ do: 'crash' } as const, 'SIGSEGV'],
    [{ do: 'exit', code: 0 } as const, 'exit code 0'],
    [{ do: 'exit', code: 3 } as const, 'exit code 3'],
  ])('that ends by itself, %o, is told apart', async (work, how) => {
    const failure = await failureOf(run(work))
    expect(failure.message).toContain(`Reading the slide crashed (${how}), probably because `)
    expect(causeOf(failure)).toContain(how)
  })

  test('that the system kills may be tried again', async () => {
    const { pid, outcome } = begin({ do: 'wait' })
    process.kill(await pid, 'SIGKILL')
    const failure = await failureOf(outcome)
    expect(failure.message).toContain('was ended by the system, most likely because the machine ran out of')
    expect(failure.retry).toBe(true)
  })

  test('that fails with a sentence of its own keeps it', async () => {
    const sentence = 'The file ends in the middle of a tile. Upload it again.'
    expect(await failureOf(run({ do: 'fail', sentence }))).toMatchObject({ message: sentence, retry: true })
  })

  test('that throws anything else says so in general, with the detail for the log only', async () => {
    const failure = await failureOf(run({ do: 'throw', message: 'x of undefined' }))
    expect(failure.message).toMatch(/^Reading the slide failed unexpectedly\. Try again; /)
    expect(failure.message).not.toContain('undefined')
    expect(causeOf(failure)).toContain('TypeError: x of undefined')
    expect(causeOf(failure)).toContain('test-sandbox-work.ts')
  })

  test('leaves its last words for the log, and no more than that', async () => {
    const failure = await failureOf(run({ do: 'write and throw', lines: 5000 }))
    expect(failure.message).not.toContain('line ')
    const lines = causeOf(failure).match(/^line \d+$/gm) ?? []
    expect(lines.at(-1)).toBe('line 5000')
    expect(lines.length).toBeLessThan(50)
  })

  test('that answers what cannot be sent, or is no module, fails', async () => {
    expect(causeOf(await failureOf(run({ do: 'return what cannot be sent' })))).toContain(
      'could not be cloned',
    )
    const missing = run({ do: 'wait' }, { module: new URL('./no-such-module.ts', import.meta.url) })
    expect(causeOf(await failureOf(missing))).toContain('ERR_MODULE_NOT_FOUND')
  })

  test('whose input cannot be sent is the caller’s mistake', async () => {
    await expect(run({ do: 'return', value: () => 'a function' })).rejects.toThrow('could not be cloned')
  })
})

test('pieces of work that belong together share a process, until one of them ends it', async () => {
  const sandbox = openSandbox({ memoryBytes: 512 * megabyte, compileCacheFolder: compiledFolder })
  onTestFinished(sandbox.end)
  const pidOf = async (input: TestWork) => {
    let pid = 0
    const onProgress = (_done: number, total: number) => {
      pid = total
    }
    await sandbox.run({ module, input, timeoutMilliseconds: 600_000, onProgress }).catch(() => {})
    return pid
  }
  const first = await pidOf({ do: 'return', value: 1 })
  expect(await pidOf({ do: 'crash' })).toBe(first)
  const second = await pidOf({ do: 'return', value: 2 })
  expect(second).not.toBe(first)
  await sandbox.end()
  expect([first, second].filter(isProcessAlive)).toEqual([])
  expect(await pidOf({ do: 'return', value: 3 })).not.toBe(second)
})

describe('a sandbox that nobody waits for any more', () => {
  test('ends when it is aborted, with the reason', async () => {
    const controller = new AbortController()
    const { pid, outcome } = begin({ do: 'loop' }, { signal: controller.signal })
    await pid
    const reason = new Error('cancelled by Ada')
    controller.abort(reason)
    await expect(outcome).rejects.toBe(reason)
    expect(isProcessAlive(await pid)).toBe(false)
  })

  test('does not begin when it is aborted already', async () => {
    const reason = new Error('too late')
    await expect(run({ do: 'wait' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test('ends when its parent is killed, although it loops', async () => {
    const parent = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        fileURLToPath(new URL('./test-sandbox-parent.ts', import.meta.url)),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(String(line))
    expect(isProcessAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { interval: 50 }).toBe(false)
  })

  test('five of them, one after the other, leave nothing behind', async () => {
    const { signal } = new AbortController()
    const before = heldResources()
    const pids: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const kind: TestWork = n % 3 === 0 ? { do: 'abort' } : { do: 'return', value: n }
      const { pid, outcome } = begin(kind, { signal })
      await outcome.catch(() => {})
      pids.push(await pid)
    }
    await expect.poll(heldResources).toEqual(before)
    expect(pids.filter(isProcessAlive)).toEqual([])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

/** Processes, pipes and timers; what is just being closed is no more held. */
const heldResources = () =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => kind !== 'CloseReq')
    .toSorted()

/** A killed orphan that nobody has taken note of yet is not running any more. */
async function isRunning(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return isProcessAlive(pid)
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat !== null && !/\) Z /.test(stat)
}
