import { once } from 'node:events'
import { link, readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { onSettled } from '../index.ts'
import { ingest as handler } from './ingest.ts'
import { stripedTiff, writeSingleLevel } from './test-support/made-files.ts'
import { openTestIngest, type TestIngest } from './test-support/test-ingest.ts'

vi.setConfig({ testTimeout: 60_000 })

let ingest: TestIngest
let slide: string
/** So large that its hash is not known before the job hears that it is cancelled. */
const size = 4 * 1024 ** 3
/** What happens when a job comes to a stage. */
let interruption: { stage: string; act: (jobId: string) => Promise<unknown> } | undefined

beforeAll(async () => {
  ingest = await openTestIngest()
  slide = join(ingest.queue.folder, 'slide.ome.tiff')
  await writeSingleLevel(slide, { width: 2300, height: 300, channels: 2 })
  await truncate(slide, size)
  await ingest.queue.start({
    definitions: jobDefinitions,
    onSettled,
    handlers: {
      ingest: (job: Parameters<typeof handler>[0], context: Parameters<typeof handler>[1]) => {
        let isCancelled = false
        return handler(
          {
            ...job,
            stage: (name) => {
              job.stage(name)
              if (name === interruption?.stage) void interruption.act(job.id)
              isCancelled ||= name === interruption?.stage && interruption.act === cancel
            },
            // A cancellation takes a moment to be heard: a stage that is quicker than that must not outrun it.
            asSystem: async (work) => {
              if (isCancelled && !job.signal.aborted) await once(job.signal, 'abort')
              if (isCancelled) job.signal.throwIfAborted()
              return job.asSystem(work)
            },
          },
          context,
        )
      },
    },
  })
})

afterAll(() => ingest.close())

const cancel = (jobId: string) =>
  ingest.queue.context.database.asSystem((tx) => requestCancel(tx, jobId, null))

async function cancelAt(stage: string) {
  interruption = { stage, act: cancel }
  // Each imported file is known once.
  const importedFrom = slide.replace('slide', `slide-${stage.length}`)
  await link(slide, importedFrom)
  const file = await ingest.add(importedFrom, { importedFrom, size, hash: null })
  const job = await ingest.queue.until(file.jobId, ({ finishedAt }) => finishedAt !== null)
  expect(job).toMatchObject({ state: 'cancelled', attempt: 1, message: 'It was cancelled.' })
  const folders = await readdir(join(ingest.queue.context.config.slides.cacheDir, 'work'))
  expect(folders).toEqual([])
  return file
}

test.each(['Opening the file', 'Making smaller levels', 'Measuring the channels', 'Drawing thumbnails'])(
  'cancelled while %s, nothing is left but the reason',
  async (stage) => {
    const { id } = await cancelAt(stage)
    expect(await ingest.fileRow(id)).toMatchObject({
      reading_state: 'failed',
      reading_message: 'It was cancelled.',
    })
    expect(await ingest.imageRows(id)).toMatchObject([{ part: 'image 0', state: 'failed', slide_id: null }])
    expect(await ingest.rows('select from slides where file_id = $1', id)).toEqual([])
  },
)

test('cancelled while its hash is computed, the slide stays', async () => {
  const { id } = await cancelAt('Computing the hash of the file')
  expect(await ingest.fileRow(id)).toMatchObject({ reading_state: 'ready', hash: null })
  expect(await ingest.rows('select from slides where file_id = $1', id)).toHaveLength(1)
})

test('removed for good while it is read, a file leaves nothing', async () => {
  const bytes = stripedTiff({ width: 90, height: 80 }, (x) => x & 255)
  const file = await ingest.add(bytes, {})
  const purge = async () => {
    for (const statement of ['delete from images where file_id = $1', 'delete from files where id = $1']) {
      await ingest.rows(statement, file.id)
    }
  }
  interruption = { stage: 'Measuring the channels', act: purge }
  const job = await ingest.queue.until(file.jobId, ({ finishedAt }) => finishedAt !== null)
  expect(job).toMatchObject({
    state: 'succeeded',
    message: 'Another job is reading this file, or the file no longer exists.',
  })
  expect(await ingest.imageRows(file.id)).toEqual([])
  expect(await ingest.rows('select from slides where file_id = $1', file.id)).toEqual([])
})
