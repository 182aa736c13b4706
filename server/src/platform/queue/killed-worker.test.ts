import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../id.ts'
import { compiledFolder } from '../test-compiled.ts'
import { hastyTimings, openTestQueue, type TestQueue, timeByReadings } from './test-support/test-queue.ts'

let queue: TestQueue
const children: ChildProcess[] = []

vi.setConfig({ testTimeout: 90_000 })

beforeAll(async () => {
  queue = await openTestQueue(hastyTimings)
})
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  await queue.clear()
})
afterAll(() => queue.close())

function startProcess(serverId: string): ChildProcess {
  const entry = fileURLToPath(new URL('./test-support/test-worker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', entry, queue.databaseUrl, queue.folder, serverId], {
    // The second finds compiled what the first has loaded.
    env: { ...process.env, NODE_COMPILE_CACHE: compiledFolder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('the job of a worker that was killed is taken back by it when it is started again, or taken up by another', async () => {
  const serverId = newId()
  const id = await queue.send({ kind: 'hold', maxAttempts: 5 })
  await kill((await runningIn(id, serverId)).child)
  // By itself it would be taken for dead after half a minute only.
  const again = await runningIn(id, serverId, 2)
  expect(again.job.serverId).toBe(serverId)
  await kill(again.child)
  await queue.start({
    monotonic: timeByReadings(),
    handlers: { hold: async () => ({ message: 'done by another' }) },
  })
  const job = await queue.untilState(id, 'succeeded')
  expect(job).toMatchObject({ attempt: 3, message: 'done by another' })
})

async function runningIn(id: string, serverId: string, attempt = 1) {
  const child = startProcess(serverId)
  const job = await queue.until(id, (each) => each.state === 'running' && each.attempt === attempt)
  return { child, job }
}
