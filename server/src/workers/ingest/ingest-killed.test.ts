import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { handlers, onSettled } from '../index.ts'
import { writeSingleLevel } from './test-support/made-files.ts'
import { openTestIngest, type TestIngest } from './test-support/test-ingest.ts'
import { expectWhole, killableWorker, type StageName } from './test-support/test-killed-worker.ts'

vi.setConfig({ testTimeout: 120_000 })

let ingest: TestIngest

beforeAll(async () => {
  ingest = await openTestIngest()
})

afterAll(() => ingest.close())

/** Those that leave most behind: a file in the cache, objects in storage. */
const stages: StageName[] = ['Making smaller levels', 'Registering the slide']

test('a worker that is killed while it reads a file leaves one slide, and nothing besides', async () => {
  const path = join(ingest.queue.folder, 'slide.ome.tiff')
  await writeSingleLevel(path, { width: 2100, height: 100, channels: 2 })
  const file = await ingest.add(path, { hash: null, maxAttempts: stages.length + 1 })
  const worker = killableWorker(ingest)
  try {
    for (const stage of stages) await worker.killAt(stage, 20)
    await ingest.queue.start({
      handlers,
      definitions: jobDefinitions,
      onSettled,
      server: { id: worker.serverId },
    })
    const job = await expectWhole(ingest, file, 2)
    expect(job.attempt).toBe(stages.length + 1)
  } finally {
    await worker.kill()
  }
  expect(await readdir(join(ingest.queue.context.config.slides.cacheDir, 'work'))).toEqual([])
})
