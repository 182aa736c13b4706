import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { chunkOfPath } from '../../domain/inference/chunk-objects.ts'
import { removeLeftObjects } from '../../domain/slides/remove-left-objects.ts'
import { type InferenceQueue, openInferenceQueue, withStorage } from '../test-support/inference-queue.ts'
import { type DoomedWorkers, openDoomedWorkers } from '../test-support/killed-worker.ts'
import { writeRepeatedTissue } from '../test-support/repeated-tissue.ts'
import { runPoints } from '../test-support/run-points.ts'

let queue: InferenceQueue
let workers: DoomedWorkers
let slide: Awaited<ReturnType<InferenceQueue['addGood']>>

/** Of 4096 pixels each, with tissue in all of them. */
const chunks = [0, 1, 2]

beforeAll(async () => {
  queue = await openInferenceQueue()
  workers = openDoomedWorkers(queue)
  const file = join(queue.folder, 'three-chunks.tiff')
  await writeRepeatedTissue(file, {
    across: 16 * chunks.length,
    down: 4,
    mpp: 0.5,
    isTissue: (column, row) => row < 3 && column % 16 < 15,
  })
  slide = await queue.addGood(file)
})
afterEach(async () => {
  await workers.killAll()
  await queue.sendHome()
})
afterAll(() => queue.close())

interface Stored {
  image: string | null
  detections: string | null
  value: number | null
}

const outputsOf = (run: InferenceJob): Promise<Stored[]> =>
  queue.rows(
    `select i.path as image, o.path as detections, o.value
     from inference_outputs o left join images i on i.id = o.image_id where o.inference_job_id = $1 order by o.n`,
    run.id,
  )

/** Every byte that came of a run; its own id, which its files tell, is that of no other. */
async function contentOf(run: InferenceJob) {
  const { organizationId } = queue.member
  const told: (string | number | null)[] = []
  for (const { image, detections, value } of await outputsOf(run)) {
    const path = image ?? detections
    if (path === null) told.push(value)
    else {
      const { body } = await queue.context.storage.get({ organizationId, path })
      const text = (await buffer(body)).toString('latin1').replaceAll(run.id, 'the run')
      told.push(hash('sha256', Buffer.from(text, 'latin1')))
    }
  }
  return told
}

/** Everything in storage that jobs have made of this slide for a run. */
const storedBy = async (run: InferenceJob): Promise<string[]> => {
  const rows = await queue.rows(
    'select path from stored_objects where path like $1 or path like $2 order by path',
    ...[`inference/${run.id}/%`, `images/%/${run.job_id}_%`],
  )
  return rows.map(({ path }) => path)
}

const storedChunks = async (run: InferenceJob) =>
  (await storedBy(run)).flatMap((path) => chunkOfPath(path) ?? [])

describe.each(['colour-deconvolution', 'nuclei'])('%s', (key) => {
  let undisturbed: unknown[]
  beforeAll(async () => {
    const run = await queue.askRun(slide.imageId, key)
    await queue.work()
    expect(await workers.ended(run.job_id ?? '')).toMatchObject({ state: 'succeeded', attempt: 1 })
    undisturbed = await contentOf(run)
    expect(undisturbed.some((each) => typeof each === 'string')).toBe(true)
    await queue.sendHome()
  })

  test.each(runPoints)('killed while %s, a run ends as if nothing had been', async (point) => {
    const run = await queue.askRun(slide.imageId, key)
    const worker = workers.start('./test-run-worker.ts', point, `${chunks.length}`)
    await worker.says(point)
    await worker.kill()
    const kept = await storedChunks(run)
    const isOver = point === 'committed'
    expect(await queue.readRun(run.id)).toMatchObject(
      isOver ? { state: 'succeeded' } : { state: 'running', outputs: [] },
    )

    const computed: number[] = []
    const counting = withStorage(queue.context, (path) => computed.push(...[chunkOfPath(path) ?? []].flat()))
    await queue.work({}, counting)
    expect(await workers.ended(run.job_id ?? '')).toMatchObject({
      state: 'succeeded',
      attempt: isOver ? 1 : 2,
    })
    expect(await contentOf(run)).toEqual(undisturbed)
    // What was stored is not computed again, and nothing is computed twice by one attempt.
    expect([...kept, ...computed].sort()).toEqual(chunks)
    const isProgress = (name: string) => !name.endsWith('.detections')
    const progress = async () => (await queue.leftOf(run)).filter(isProgress)
    if (!isOver) await expect.poll(progress, { timeout: 60_000 }).toEqual([])

    await queue.rows(`update stored_objects set stored_at = stored_at - interval '2 days'`)
    await removeLeftObjects(queue.context)
    const shown = (await outputsOf(run)).flatMap(({ image, detections }) => image ?? detections ?? [])
    expect(await storedBy(run)).toEqual(shown.sort())
    expect(await readdir(join(queue.context.config.slides.cacheDir, 'work'))).toEqual([])
  })
})
