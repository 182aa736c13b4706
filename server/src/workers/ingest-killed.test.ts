import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeSingleLevel } from './ingest/test-support/made-files.ts'
import { openTestIngest, type TestIngest } from './ingest/test-support/test-ingest.ts'
import { expectWhole, killableWorker, stageNames } from './ingest/test-support/test-killed-worker.ts'

vi.setConfig({ testTimeout: 120_000 })

let ingest: TestIngest

beforeAll(async () => {
  ingest = await openTestIngest()
})

afterAll(() => ingest.close())

test('a worker that is killed in each of the stages leaves one slide, and nothing besides', async () => {
  const path = join(ingest.queue.folder, 'slide.ome.tiff')
  await writeSingleLevel(path, { width: 2300, height: 200, channels: 2 })
  const file = await ingest.add(path, { hash: null, maxAttempts: stageNames.length + 1 })
  const worker = killableWorker(ingest)
  try {
    for (const stage of stageNames) await worker.killAt(stage, 20)
    worker.start()
    const job = await expectWhole(ingest, file, 2)
    expect(job.attempt).toBe(stageNames.length + 1)
  } finally {
    await worker.kill()
  }
  expect(await readdir(join(ingest.queue.context.config.slides.cacheDir, 'work'))).toEqual([])
})
