import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createPyramid, createTissue } from '@cresyl/slides'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { openQcQueue, type QcQueue } from './test-support/qc-queue.ts'

let queue: QcQueue
let file: string
const children: ChildProcess[] = []

beforeAll(async () => {
  queue = await openQcQueue()
  file = join(queue.folder, 'large.tiff')
  await writeLarge(file)
})
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  await queue.sendHome()
})
afterAll(() => queue.close())

/** So many tiles of tissue that a check keeps twice how far it has come. */
const side = 68
const glass = 8

/** The same tissue again and again: drawn once, written often. */
async function writeLarge(path: string): Promise<void> {
  const tissue = createTissue({ stain: 'he', seed: 4, width: 256, height: 256, mpp: 1, coverage: 1 })
  const tile = tissue.render(0, 0, 256, 256)
  const writer = await createPyramid(path, {
    ...{ width: side * 256, height: side * 256, pixelType: 'u8', samples: 3, container: 'bigtiff' },
    compression: { kind: 'jpeg', quality: 85 },
    mpp: { x: 1, y: 1 },
  })
  for (let y = glass; y < side - glass; y += 1)
    for (let x = glass; x < side - glass; x += 1) await writer.writeTile(x, y, tile)
  await writer.finish()
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function startProcess(): ChildProcess {
  const entry = fileURLToPath(new URL('./test-support/test-qc-worker.ts', import.meta.url))
  const words = ['--no-warnings', entry, queue.databaseUrl, queue.folder, newId()]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
  return child
}

/** On a busy machine a check takes longer than other jobs of tests. */
async function ended(jobId: string) {
  for (;;) {
    const job = await queue.read(jobId)
    if (job.finishedAt !== null) return job
    await sleep(100)
  }
}

test('a worker that is killed in the middle of a check is followed by one that goes on, to the same end', async () => {
  const slide = await queue.addSlide(file)
  const { id, job_id } = await queue.ask(slide.imageId)
  const worker = startProcess()
  const kept = () =>
    queue.rows(
      'select from stored_objects where path = $1 and stored_at is not null and writing is null',
      `qc/${id}/checkpoint`,
    )
  while ((await kept()).length === 0) await sleep(20)
  await kill(worker)
  expect(await queue.readCheck(id)).toMatchObject({ state: 'running', measures: [] })
  await queue.work()
  expect(await ended(job_id)).toMatchObject({ state: 'succeeded', attempt: 2 })
  expect(await queue.lines(job_id)).toContain(
    'An attempt before this one came some way: it goes on from there.',
  )
  const again = await queue.ask(slide.imageId)
  await ended(again.job_id)
  const [resumed, whole] = [await queue.readCheck(id), await queue.readCheck(again.id)]
  expect(resumed.measures).toEqual(whole.measures)
  expect(resumed.regions).toEqual(whole.regions)
  expect(await kept()).toEqual([])
})
