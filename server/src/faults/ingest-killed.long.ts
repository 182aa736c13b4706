import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSingleLevel } from '../workers/ingest/test-support/made-files.ts'
import { openTestIngest, type TestIngest } from '../workers/ingest/test-support/test-ingest.ts'
import { expectWhole, killableWorker, stageNames } from '../workers/ingest/test-support/test-killed-worker.ts'
import { seededRandom, shuffle, tenRounds } from './test-rounds.ts'

let ingest: TestIngest
let slide: string

beforeAll(async () => {
  ingest = await openTestIngest()
  slide = join(ingest.queue.folder, 'slide.ome.tiff')
  await writeSingleLevel(slide, { width: 3000, height: 2200, channels: 3 })
})

afterAll(() => ingest.close())

describe('kill -9 of a worker that reads a slide', () => {
  test.for([...tenRounds, ...tenRounds.map((round) => round + 10)])(
    'at any moment of three of its stages, round %i: one slide, and nothing is left behind',
    async (round, { task }) => {
      const random = seededRandom(round)
      // A slide that is registered is not made again: no stage before that comes afterwards.
      const stages = shuffle(stageNames, random)
        .slice(0, 3)
        .sort((a, b) => stageNames.indexOf(a) - stageNames.indexOf(b))
      const file = await ingest.add(slide, { hash: null, maxAttempts: stages.length + 1 })
      const worker = killableWorker(ingest)
      const delays = stages.map((stage) => random(stage.startsWith('Making') ? 1500 : 40))
      try {
        for (const [index, stage] of stages.entries()) await worker.killAt(stage, delays[index])
        worker.start()
        await expectWhole(ingest, file, 3)
      } finally {
        await worker.kill()
      }
      const folders = await readdir(join(ingest.queue.context.config.slides.cacheDir, 'work'))
      expect(folders.filter((name) => name.startsWith(file.jobId))).toEqual([])
      Object.assign(task.meta, { stages, delays })
    },
  )
})
