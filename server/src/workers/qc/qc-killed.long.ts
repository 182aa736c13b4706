import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DoomedWorkers, openDoomedWorkers } from '../test-support/killed-worker.ts'
import { openQcQueue, type QcQueue } from '../test-support/qc-queue.ts'
import { largeForChecks, writeRepeatedTissue } from '../test-support/repeated-tissue.ts'

let queue: QcQueue
let file: string
let workers: DoomedWorkers

beforeAll(async () => {
  queue = await openQcQueue()
  file = join(queue.folder, 'large.tiff')
  await writeRepeatedTissue(file, largeForChecks)
  workers = openDoomedWorkers(queue)
})
afterEach(async () => {
  await workers.killAll()
  await queue.sendHome()
})
afterAll(() => queue.close())

test('a worker that is killed in the middle of a check is followed by one that goes on, to the same end', async () => {
  const slide = await queue.addSlide(file)
  const { id, job_id } = await queue.ask(slide.imageId)
  const worker = workers.start('./test-qc-worker.ts')
  const kept = () =>
    queue.rows(
      'select from stored_objects where path = $1 and stored_at is not null and writing is null',
      `qc/${id}/checkpoint`,
    )
  while ((await kept()).length === 0) await sleep(20)
  await worker.kill()
  expect(await queue.readCheck(id)).toMatchObject({ state: 'running', measures: [] })
  await queue.work()
  expect(await workers.ended(job_id)).toMatchObject({ state: 'succeeded', attempt: 2 })
  expect(await queue.lines(job_id)).toContain('Resuming where an earlier attempt stopped.')
  const again = await queue.ask(slide.imageId)
  await workers.ended(again.job_id)
  const [resumed, whole] = [await queue.readCheck(id), await queue.readCheck(again.id)]
  expect(resumed.measures).toEqual(whole.measures)
  expect(resumed.regions).toEqual(whole.regions)
  expect(await kept()).toEqual([])
})
