import { checkQuality, type QcCheckpoint, type QcFinding } from '@cresyl/analysis'
import { jobLink } from '@cresyl/contract/operations/jobs'
import { isComparable, mapBetween } from '@cresyl/contract/slides/image-space'
import { openSlide } from '@cresyl/slides'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { queueReading } from '../../domain/files/store-file.ts'
import { cancelJob } from '../../domain/jobs/cancel-job.ts'
import { findJob } from '../../domain/jobs/queries.ts'
import { retryJob } from '../../domain/jobs/retry-job.ts'
import { viewJob } from '../../domain/jobs/view.ts'
import { updateSettings } from '../../domain/organizations/update-settings.ts'
import { overrideQcJob } from '../../domain/qc/override-qc-job.ts'
import { previewThresholds } from '../../domain/qc/preview-thresholds.ts'
import { addJudged, findingOf as storedFinding } from '../../domain/qc/test-support/add-check.ts'
import { createQcBatch } from '../../domain/slide-batches/create-qc-batch.ts'
import { loadShownImage } from '../../domain/viewers/load-shown-image.ts'
import { files, images } from '../../platform/db/schema/index.ts'
import { createSourceDescriber } from '../../platform/tiles/describe-source.ts'
import { openImage } from '../../platform/tiles/image-location.ts'
import { openQcQueue, type QcQueue } from '../test-support/qc-queue.ts'

let queue: QcQueue
/** What is to be found on the slide, and how far that was after each tile. */
let finding: QcFinding
const checkpoints: QcCheckpoint[] = []

beforeAll(async () => {
  queue = await openQcQueue()
  finding = await findingOf(queue.file)
})
afterEach(() => queue.sendHome())
afterAll(() => queue.close())

/** Every slide fails. */
const unreachable = { common: { tissue: { warn: 100, fail: 100 } }, stains: {} }

const slideOf = async (id: string) =>
  (await queue.rows('select qc_state, qc_overridden, qc_job_id from slides where id = $1', id))[0]

async function findingOf(file: string): Promise<QcFinding> {
  const slide = await openSlide(file)
  try {
    const [image] = slide.images
    if (!image) throw new Error('No image')
    const onCheckpoint = (checkpoint: QcCheckpoint) => void checkpoints.push(checkpoint)
    return await checkQuality(image, { checkpointTiles: 1, onCheckpoint })
  } finally {
    await slide.close()
  }
}

describe('a check of a slide', () => {
  test('is told with everything it found, as it found it', async () => {
    const slide = await queue.addSlide()
    const { id, job_id } = await queue.ask(slide.imageId)
    expect(await slideOf(slide.id)).toEqual({ qc_state: 'queued', qc_overridden: false, qc_job_id: id })
    await queue.work()
    const job = await queue.ended(job_id)
    const check = await queue.readCheck(id)
    expect(job).toMatchObject({ state: 'succeeded', message: check.message })
    expect(check).toMatchObject({
      algorithm_version: finding.version,
      modality: 'brightfield',
      tissue_area: finding.tissueArea,
      regions: finding.regions,
      finished_at: expect.any(String),
    })
    expect(['passed', 'warned', 'failed']).toContain(check.state)
    expect(await slideOf(slide.id)).toMatchObject({ qc_state: check.state, qc_job_id: id })
    for (const measured of finding.measurements) {
      const told = check.measures.find(
        ({ key, channel }) => key === measured.key && channel === measured.channel,
      )
      expect(told?.tile_counts?.slice(1)).toEqual(measured.tileCounts?.slice(1))
      expect(told?.where).toBe(measured.where)
      expect(told?.sentence).toMatch(/\.$/)
    }

    expect(check.overlays.map(({ key, kind }) => `${key} ${kind}`).sort()).toEqual(
      finding.overlays.map(({ key, kind }) => `${key} ${kind}`).sort(),
    )
    const describeSource = createSourceDescriber(queue.context.storage)
    const [source] = await queue.context.database.asSystem((tx) =>
      tx.select().from(images).where(eq(images.id, slide.imageId)),
    )
    for (const { image_id, key, channel, kind, space } of check.overlays) {
      const found = finding.overlays.find((each) => each.key === key && each.channel === channel)
      const { image: shown } = await loadShownImage(
        queue.context,
        describeSource,
        queue.member.organizationId,
        image_id,
      )
      const { image, close } = await openImage(shown.location)
      const { data } = await image.rawTile(0, 0, 0)
      await close()
      expect([image.width, image.height, shown.kind]).toEqual([found?.width, found?.height, 'overlay'])
      // The picture is smaller than a tile.
      expect(Buffer.from(data as Uint8Array)).toEqual(Buffer.from(found?.pixels ?? []))
      if (kind === 'heatmap') expect(shown.levels).toHaveLength(1)
      expect(space.frame).toBe(source?.space?.frame ?? slide.imageId)
      const map = mapBetween(space, { ...space, placement: [1, 0, 0, 0, 1, 0] })
      expect(isComparable(space, space) && map).toBeTruthy()
    }
    expect(await queue.rows(`select path from stored_objects where path like 'qc/%/checkpoint'`)).toEqual([])
  })
})

describe('a check that comes to no end', () => {
  test('is cancelled with its job, waiting or running, and can be tried again', async () => {
    const slide = await queue.addSlide()
    const waiting = await queue.ask(slide.imageId)
    await queue.act((work) => cancelJob(work, waiting.job_id))
    expect(await queue.readCheck(waiting.id)).toMatchObject({ state: 'cancelled', progress: 1 })
    expect(await slideOf(slide.id)).toMatchObject({ qc_state: 'cancelled' })
    await queue.act((work) => retryJob(work, waiting.job_id))
    expect(await slideOf(slide.id)).toMatchObject({ qc_state: 'queued' })
    await queue.work()
    await queue.until(waiting.job_id, ({ state }) => state === 'running')
    const asked = performance.now()
    await queue.act((work) => cancelJob(work, waiting.job_id))
    expect(await queue.ended(waiting.job_id)).toMatchObject({ state: 'cancelled' })
    // A second, and what a busy machine may add.
    expect(performance.now() - asked).toBeLessThan(3000)
    expect(await queue.readCheck(waiting.id)).toMatchObject({
      state: 'cancelled',
      measures: [],
      overlays: [],
    })
  })

  test('could not be carried out where the file is damaged, and says why', async () => {
    const slide = await queue.addSlide()
    const { id, job_id } = await queue.ask(slide.imageId)
    const key = { organizationId: queue.member.organizationId, path: slide.path }
    await queue.context.storage.put(key, [Buffer.from('not a slide any more')] as never)
    await queue.work()
    expect(await queue.ended(job_id)).toMatchObject({ state: 'failed', attempt: 1 })
    const check = await queue.readCheck(id)
    expect(check).toMatchObject({
      state: 'error',
      message: expect.stringMatching(/^This is not a slide format .*\.$/),
    })
    expect(await slideOf(slide.id)).toMatchObject({ qc_state: 'error' })
    // Of others that took long on a busy machine is told, too.
    const told = await queue.rows(
      'select kind, text from notifications where link = $1',
      `/slide/${slide.id}`,
    )
    expect(told).toEqual([{ kind: 'qc.failed', text: expect.stringContaining(check.message) }])
  })

  test('is given up where the slide was deleted meanwhile', async () => {
    const slide = await queue.addSlide()
    const { id, job_id } = await queue.ask(slide.imageId)
    await queue.rows('update slides set deleted_at = now() where id = $1', slide.id)
    await queue.work()
    expect(await queue.ended(job_id)).toMatchObject({ state: 'succeeded' })
    expect(await queue.rows('select state from qc_jobs where id = $1', id)).toEqual([{ state: 'cancelled' }])
  })

  test('begins anew where the slide was read again while it ran', async () => {
    const slide = await queue.addSlide()
    const { id, job_id } = await queue.ask(slide.imageId)
    await queue.work()
    await expect.poll(() => slideOf(slide.id)).toMatchObject({ qc_state: 'running' })
    await queue.rows('update images set version = version + 1 where id = $1', slide.imageId)
    expect(await queue.ended(job_id)).toMatchObject({ state: 'succeeded', attempt: 2 })
    expect((await queue.readCheck(id)).measures.length).toBeGreaterThan(0)
  })
})

test('an attempt goes on where the one before it was, to the same finding', async () => {
  const slide = await queue.addSlide()
  const { id, job_id } = await queue.ask(slide.imageId)
  const key = { organizationId: queue.member.organizationId, path: `qc/${id}/checkpoint` }
  await queue.context.storage.put(key, [checkpoints.at(-1)] as never)
  await queue.work()
  await queue.ended(job_id)
  expect(await queue.lines(job_id)).toEqual(['Resuming where an earlier attempt stopped.'])
  const focus = (await queue.readCheck(id)).measures.find(({ key: measure }) => measure === 'focus')
  expect(focus?.tile_counts?.slice(1)).toEqual(
    finding.measurements.find(({ key: measure }) => measure === 'focus')?.tileCounts?.slice(1),
  )
  expect(await queue.context.storage.stat(key)).toBeNull()
})

test('many slides are queued in parts and told of together', async () => {
  const made = [await queue.addSlide(), await queue.addSlide(), await queue.addSlide()]
  const [first, , deleted] = made
  const own = await queue.ask(first?.imageId ?? '')
  const selection = { slide_ids: made.map(({ id }) => id) }
  const batch = await queue.act((work) => createQcBatch(work, { selection }))
  expect(batch).toMatchObject({ kind: 'qc_batch', children: { total: 3, queued: 3 } })
  await queue.rows('update slides set deleted_at = now() where id = $1', deleted?.id)
  await queue.work({ slots: 2 })
  const job = await queue.ended(batch.id)
  expect(job).toMatchObject({
    state: 'succeeded',
    message: expect.stringMatching(/^1 slide, 1 .*, 2 skipped\.$/),
  })
  const seen = await queue.act(({ tx }) => findJob(tx, batch.id).then(viewJob))
  expect(seen).toMatchObject({ progress: 1, children: { total: 1, succeeded: 1 } })
  const skipped = await queue.rows('select skipped from slide_batch_chunks where batch_id = $1', batch.id)
  expect(skipped[0].skipped.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'It is being checked already.',
    'It was deleted.',
  ])
  await queue.ended(own.job_id)
})

test('other thresholds judge anew what was measured, and what people decided stays', async () => {
  const slide = await queue.addSlide()
  const { check, other } = await queue.context.database.asSystem(async (tx) => ({
    check: await addJudged(tx, slide.id, storedFinding({ blurred: 30 })),
    other: await addJudged(tx, (await queue.addSlide()).id, storedFinding({ blurred: 0 })),
  }))
  await queue.act((work) => overrideQcJob(work, check.id, { overridden: true, reason: 'Good enough.' }))
  const { id } = (await queue.rows('select id from organization_settings'))[0]
  const common = { focus: { warn: 35, fail: 40 } }
  const preview = await queue.act((work) => previewThresholds(work, { thresholds: { common, stains: {} } }))
  await queue.act((work) => updateSettings(work, id, { qc_thresholds: { common, stains: {} } }))
  const [job] = await queue.rows(`select id from jobs where kind = 'reevaluate_qc'`)
  await queue.work()
  const ended = await queue.ended(job.id)
  expect(preview.flips).toContainEqual({ from: 'failed', to: 'passed', count: 1 })
  const flips = preview.flips.reduce((sum, { count }) => sum + count, 0)
  expect(ended).toMatchObject({
    state: 'succeeded',
    message: expect.stringContaining(`${preview.total} slides`),
  })
  expect(ended.message).toContain(flips === 1 ? '1 verdict changed' : `${flips} verdicts changed`)
  expect(await queue.readCheck(check.id)).toMatchObject({ state: 'passed', overridden: true })
  expect(await queue.readCheck(other.id)).toMatchObject({ state: 'passed' })
  const focus = (await queue.readCheck(check.id)).measures.find(({ key }) => key === 'focus')
  expect(focus).toMatchObject({ value: 30, verdict: 'passed', limits: { warn: 35, fail: 40 } })
  const audits = await queue.rows(
    `select details -> 'changes' as changes from audits where event = 'qc_job.judged_again' and subject_id = $1`,
    check.id,
  )
  expect(audits).toEqual([{ changes: { state: ['failed', 'passed'] } }])
})

test('a slide that is read is checked by itself, and who sent it hears of one that is not good enough', async () => {
  const { context } = queue
  await queue.rows('update notifications set read_at = now()')
  const { id, fileId } = await queue.addSlide()
  await queue.rows('update organization_settings set qc_automatic = true, qc_thresholds = $1', unreachable)
  await queue.rows('update slides set created_by = $2 where id = $1', id, queue.member.userId)
  const jobId = await context.database.asSystem(async (tx) => {
    const [file] = await tx.select().from(files).where(eq(files.id, fileId))
    if (file === undefined) throw new Error('No file')
    await queueReading(tx, file, { now: new Date(), userId: queue.member.userId })
    const [row] = await tx.select({ jobId: files.jobId }).from(files).where(eq(files.id, fileId))
    return row?.jobId ?? ''
  })
  await queue.work(
    { slots: 1 },
    { ...context, config: { ...context.config, slides: { ...context.config.slides, automaticQc: true } } },
  )
  await queue.ended(jobId)
  const [check] = await queue.rows(`select id from jobs where kind = 'qc' and subject_id = $1`, id)
  await queue.ended(check.id)
  expect(await slideOf(id)).toMatchObject({ qc_state: 'failed' })
  const told = await queue.rows(
    `select text, link, user_id from notifications where kind = 'qc.failed' and read_at is null`,
  )
  expect(told).toEqual([
    {
      text: expect.stringContaining('of the image is tissue'),
      link: `/slide/${id}`,
      user_id: queue.member.userId,
    },
  ])
})

test('who had many slides checked is told of one that failed as of a failed check', async () => {
  const made = [await queue.addSlide(), await queue.addSlide()]
  await queue.rows('update organization_settings set qc_thresholds = $1', unreachable)
  const selection = { slide_ids: made.map(({ id }) => id) }
  const batch = await queue.act((work) => createQcBatch(work, { selection }))
  await queue.work({ slots: 2 })
  await queue.ended(batch.id)
  const told = await queue.rows('select kind, text from notifications where link = $1', jobLink(batch.id))
  expect(told).toEqual([{ kind: 'qc.failed', text: 'Check the quality of slides: 2 slides, 2 failed.' }])
})
