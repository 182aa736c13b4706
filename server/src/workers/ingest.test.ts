import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { jobDefinitions } from '@cresyl/contract/jobs'
import { makeSlide } from '@cresyl/slides'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { requestCancel } from '../platform/queue/cancel.ts'
import type { JobHandler } from '../platform/queue/job-handler.ts'
import { openTestQueue, type TestQueue } from '../platform/queue/test-support/test-queue.ts'
import { handlers, onSettled } from './index.ts'

let queue: TestQueue
let organizationId: string

beforeEach(async () => {
  queue = await openTestQueue()
  organizationId = queue.organizations[0] ?? ''
})

afterEach(() => queue.close())

/** A stored file and the job that is to read it. */
async function addFile(content: Readable): Promise<{ id: string; jobId: string }> {
  const id = newId()
  const path = `files/${id}/original`
  const { size } = await queue.context.storage.put({ organizationId, path }, content)
  const jobId = await queue.send({ kind: 'ingest', payload: { file_id: id }, subjectId: id })
  await queue.owner.query(
    `insert into files (id, organization_id, name, search_key, media_type, size, path, state, reading_state, job_id)
     values ($1, $2, 'a.svs', 'a.svs', 'svs', $3, $4, 'stored', 'pending', $5)`,
    [id, organizationId, size, path, jobId],
  )
  return { id, jobId }
}

const work = () => queue.start({ handlers, definitions: jobDefinitions, onSettled })

async function readingOf(id: string) {
  const { rows } = await queue.owner.query(
    'select reading_state as state, reading_message as message, version from files where id = $1',
    [id],
  )
  return rows[0]
}

test('a file that can be read is ready', async () => {
  const slide = join(queue.folder, 'slide.tif')
  await makeSlide(slide, { stain: 'he', width: 512, height: 384, seed: 1 })
  const { id, jobId } = await addFile(createReadStream(slide))
  await work()
  const job = await queue.until(jobId, ({ finishedAt }) => finishedAt !== null)
  expect(job).toMatchObject({ state: 'succeeded', message: expect.stringMatching(/512 × 384 pixels\.$/) })
  expect(await readingOf(id)).toEqual({ state: 'ready', message: '', version: 3 })
})

test('a file that is no slide says what it is and which formats are read, and is not tried again', async () => {
  const { id, jobId } = await addFile(Readable.from([Buffer.from('%PDF-1.7 and so on'.repeat(100))]))
  await work()
  const job = await queue.until(jobId, ({ finishedAt }) => finishedAt !== null)
  expect(job).toMatchObject({ state: 'failed', attempt: 1 })
  const reading = await readingOf(id)
  expect(reading).toMatchObject({ state: 'failed', message: job.message })
  expect(reading.message).toMatch(/begins with 25 50 44 46.*the formats read are .*\.$/)
})

test('a file that another job has taken over is left alone', async () => {
  const { id, jobId } = await addFile(Readable.from([Buffer.from('x')]))
  await queue.owner.query('update files set job_id = null where id = $1', [id])
  await work()
  expect((await queue.untilState(jobId, 'succeeded')).message).toBe('Another job reads this file.')
  expect(await readingOf(id)).toMatchObject({ state: 'pending', version: 1 })
})

test('whatever ends the job for good ends the reading', async () => {
  const { id, jobId } = await addFile(Readable.from([Buffer.from('x')]))
  const ingest: JobHandler<object> = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  await queue.start({ handlers: { ...handlers, ingest }, definitions: jobDefinitions, onSettled })
  await queue.untilState(jobId, 'running')
  await queue.context.database.asSystem((tx) => requestCancel(tx, jobId, null))
  await queue.untilState(jobId, 'cancelled')
  expect(await readingOf(id)).toMatchObject({ state: 'failed', message: 'It was cancelled.' })
})
