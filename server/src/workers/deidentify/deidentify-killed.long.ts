import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../platform/id.ts'
import { type CopyQueue, openCopyQueue } from '../test-support/copy-queue.ts'
import { labelledSlide, patientName } from '../test-support/labelled-slide.ts'

vi.setConfig({ testTimeout: 90_000 })

let queue: CopyQueue

beforeAll(async () => {
  queue = await openCopyQueue()
})
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  await queue.clear()
})

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function startStuck(where: 'before' | 'after'): ChildProcess {
  const entry = fileURLToPath(new URL('../test-support/test-copy-worker.ts', import.meta.url))
  const words = ['--no-warnings', entry, queue.databaseUrl, queue.folder, newId(), where]
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
  return child
}

test.each(['before', 'after'] as const)(
  'a worker that is killed %s the copy is stored is followed by one that makes it',
  async (where) => {
    const { id, jobId } = await queue.addFile(labelledSlide())
    const stuck = startStuck(where)
    const isThere = async () =>
      where === 'before'
        ? (await queue.drafts()).includes(`${jobId}_1`)
        : (await queue.storedPaths(id)).length === 2
    while (!(await isThere())) await sleep(20)
    await kill(stuck)
    expect(await queue.copyOf(id)).toEqual({ path: null, size: null })
    await queue.work()
    expect(await queue.ended(jobId)).toMatchObject({ state: 'succeeded', attempt: 2 })
    const { path } = await queue.copyOf(id)
    expect((await queue.readObject(path)).includes(patientName)).toBe(false)
    expect(await queue.storedPaths(id)).toEqual([`files/${id}/original`, path])
    expect(await queue.drafts()).toEqual([])
  },
)

afterAll(() => queue.close())
