import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isProcessAlive } from '../process-alive.ts'
import { createDecodePool, type DecodePool, type DecodePoolOptions } from './decode-pool.ts'
import { locate, type MadeSlides, makeTestSlides } from './test-support/made-slides.ts'
import { strangeTile } from './test-support/strange-levels.ts'

const program = new URL('./test-support/test-decode-child.ts', import.meta.url)
const patient = { timeout: 20_000 }
let made: MadeSlides

beforeAll(async () => {
  made = await makeTestSlides()
})

afterAll(() => made.remove())

function makePool(options: DecodePoolOptions = {}): DecodePool {
  const compileCacheFolder = join(made.folder, 'compiled')
  const pool = createDecodePool({ processes: 2, program, compileCacheFolder, ...options })
  onTestFinished(() => pool.close())
  return pool
}

const failureOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => undefined,
    (reason) => reason,
  )

const startAll = async (pool: DecodePool) => {
  await pool.render(locate(made.brightfield), strangeTile('echo'))
  await expect.poll(() => pool.state().processes, patient).toBe(2)
}

describe('the end', () => {
  test('leaves no process, and tells all who wait', async () => {
    const pool = makePool()
    await startAll(pool)
    const waiting = [
      pool.render(locate(made.brightfield, { fileId: 'other' }), strangeTile('loop')),
      pool.render(locate(made.brightfield, { fileId: 'other' }), strangeTile('wait')),
      pool.render(locate(made.brightfield), strangeTile('wait')),
    ].map(failureOf)
    await expect.poll(() => pool.state().rendering, patient).toBe(2)
    const pids = pool.pids()
    expect(pids).toHaveLength(2)
    await pool.close()
    expect(pids.filter(isProcessAlive)).toEqual([])
    expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(['stopped', 'stopped', 'stopped'])
    expect(await failureOf(pool.render(locate(made.brightfield), strangeTile('echo')))).toMatchObject({
      code: 'stopped',
    })
  })

  test('may come while processes start', async () => {
    const pool = makePool()
    const waiting = failureOf(pool.render(locate(made.brightfield), strangeTile('echo')))
    await pool.close()
    expect(await waiting).toMatchObject({ code: 'stopped' })
    expect(pool.pids()).toEqual([])
  })

  test('of the parent by force is that of a child too, although it loops', async () => {
    const parent = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        fileURLToPath(new URL('./test-support/test-pool-parent.ts', import.meta.url)),
        made.brightfield,
        join(made.folder, 'compiled'),
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
})

test.runIf(process.platform === 'linux')(
  'a process knows no setting of this one, and steps back',
  async () => {
    process.env.DATABASE_URL = 'postgres://secret'
    onTestFinished(() => {
      delete process.env.DATABASE_URL
    })
    const pool = makePool({ processes: 1, environment: { NODE_EXTRA_CA_CERTS: '/nowhere.pem' } })
    await pool.render(locate(made.brightfield), strangeTile('echo'))
    const [pid] = pool.pids()
    const names = (await readFile(`/proc/${pid}/environ`, 'utf8'))
      .split('\0')
      .map((each) => each.split('=')[0])
    const own = names.filter((name) => name && !name.startsWith('NODE_CHANNEL_'))
    expect(own.toSorted()).toEqual(['LC_ALL', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'PATH'])
    expect(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('1000\n')
  },
)

/** A killed orphan that nobody has taken note of yet is not running any more. */
async function isRunning(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return isProcessAlive(pid)
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat !== null && !/\) Z /.test(stat)
}
