import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../platform/id.ts'
import { compiledFolder } from '../../platform/test-compiled.ts'
import { type DemoQueue, openDemoQueue } from '../test-support/demo-queue.ts'

vi.setConfig({ testTimeout: 120_000 })

let queue: DemoQueue
let worker: ChildProcess | undefined
afterEach(async () => {
  await kill()
  await queue.close()
})

async function kill(): Promise<void> {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

/** Has a process begin the work and kills it where it is stuck. */
async function killAt(point: 'begin' | 'complete' | 'have completed' | 'deleted'): Promise<void> {
  const program = fileURLToPath(new URL('../test-support/test-demo-worker.ts', import.meta.url))
  worker = fork(program, [queue.databaseUrl, queue.folder, newId(), point], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledFolder },
    execArgv: ['--no-warnings'],
  })
  await once(worker, 'message')
  await kill()
}

const storedPaths = () =>
  queue.rows('select path from stored_objects where organization_id = $1', queue.organizationId)

test.each(['begin', 'complete', 'have completed'] as const)(
  'a worker that is killed when it is to %s an upload is followed by one that sends each slide once',
  async (point) => {
    queue = await openDemoQueue()
    await queue.give()
    await killAt(point)
    expect(await queue.state()).toMatchObject({ state: 'arriving' })
    await queue.work()
    await queue.settled()
    expect(await queue.state()).toMatchObject({ state: 'ready', arrived: 3, total: 3, slides: 3 })
    const files = await queue.rows('select name, state, reading_state from files order by name')
    const read = { state: 'stored', reading_state: 'ready' }
    expect(files).toEqual(['a_dapi.ome.tiff', 'a_he.tiff', 'liver.tiff'].map((name) => ({ name, ...read })))
    expect(await queue.rows('select from slides')).toHaveLength(3)
    expect(await queue.rows(`select from uploads where state = 'open'`)).toEqual([])
    expect(await readdir(join(queue.context.config.slides.cacheDir, 'work'))).toEqual([])
  },
)

test('a worker that is killed while it removes the demo is followed by one that removes the rest', async () => {
  queue = await openDemoQueue()
  await queue.give()
  const maker = await queue.work()
  await queue.settled()
  await maker.drain(0)
  await queue.remove()
  await killAt('deleted')
  expect(await queue.state()).toMatchObject({ state: 'removing' })
  await queue.work()
  await queue.settled()
  expect(await queue.state()).toMatchObject({ state: 'removed', slides: 0 })
  expect([await storedPaths(), await queue.rows('select from files')]).toEqual([[], []])
})
