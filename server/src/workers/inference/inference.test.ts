import { mapBetween, sourceSpace } from '@cresyl/contract/slides/image-space'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readImage } from '../../domain/images/read-images.ts'
import { predictorId } from '../../domain/inference/test-support/add-run.ts'
import { updateInferenceJob } from '../../domain/inference/update-inference-job.ts'
import { updatePredictor } from '../../domain/predictors/update-predictor.ts'
import { overrideQcJob } from '../../domain/qc/override-qc-job.ts'
import { createInferenceBatch } from '../../domain/slide-batches/create-inference-batch.ts'
import type { SkippedSlide } from '../../platform/db/schema/index.ts'
import { type InferenceQueue, openInferenceQueue } from '../test-support/inference-queue.ts'

let queue: InferenceQueue
beforeAll(async () => {
  queue = await openInferenceQueue()
})
afterEach(() => queue.sendHome())
afterAll(() => queue.close())

const checksOf = (imageId: string | null = '') =>
  queue.rows('select id, job_id from qc_jobs where image_id = $1', imageId)

test('a run makes images that lie over the slide, and says where they came from', async () => {
  const slide = await queue.addSlide()
  await queue.judge(slide.id, 0)
  const asked = await queue.askRun(slide.imageId, 'colour-deconvolution')
  expect(asked).toMatchObject({ state: 'queued', waits_for_qc: false, qc_state: 'passed', outputs: [] })
  await queue.work()
  const run = await queue.endedRun(asked)
  expect(run).toMatchObject({ state: 'succeeded', qc_state: 'passed', created_by: { name: 'Ada' } })
  expect(run.provenance).toMatchObject({
    file_id: slide.fileId,
    mpp: 1,
    override_reason: null,
    machine: 'a worker',
  })
  expect(run.provenance?.tiles_computed).toBeGreaterThan(0)
  expect(run.predictor.digest).toMatch(/^[0-9a-f]{64}$/)
  const [output] = run.outputs.filter(({ kind }) => kind === 'image')
  const made = await queue.act((work) => readImage(work, output?.image_id ?? ''))
  expect(await checksOf(made.id), 'nothing is to be checked by itself').toEqual([])
  expect(made).toMatchObject({ kind: 'output', state: 'ready', slide_id: slide.id, mpp_x: 1 })
  expect(made.channels.length).toBeGreaterThan(1)
  const source = sourceSpace({ frame: slide.imageId, width: 700, height: 500, mpp: { x: 1, y: 1 } })
  if (!made.space) throw new Error('No space')
  expect(mapBetween(made.space, source)?.({ x: 10, y: 20 })).toMatchObject({ x: 10, y: 20 })
  // How far it came is of no use any more.
  await expect.poll(() => queue.leftOf(asked)).toEqual([])
})

test('a slide that nobody has checked is checked first; the run goes on by itself, and so does once what is to', async () => {
  const automatic = await predictorId(queue.context, queue.member.organizationId, 'tissue-map')
  await queue.act((work) => updatePredictor(work, automatic, { automatic: true }))
  onTestFinished(async () => {
    await queue.act((work) => updatePredictor(work, automatic, { automatic: false }))
  })
  const slide = await queue.addSlide()
  const asked = await queue.askRun(slide.imageId, 'colour-deconvolution')
  expect(asked).toMatchObject({ state: 'queued', waits_for_qc: true, job_id: null })
  const judgeBy = (common: object) =>
    queue.rows('update organization_settings set qc_thresholds = $1', { common, stains: {} })
  await judgeBy({ focus: { warn: 99, fail: 100 } })
  onTestFinished(async () => void (await judgeBy({})))
  const [check] = await queue.rows('select job_id from qc_jobs where image_id = $1', slide.imageId)
  await queue.work()
  await queue.ended(check.job_id)
  const run = await queue.endedRun(await queue.readRun(asked.id))
  expect(run).toMatchObject({ state: 'succeeded', waits_for_qc: false })
  expect(['passed', 'warned']).toContain(run.qc_state)
  const others = () =>
    queue.rows(
      'select id, job_id from inference_jobs where image_id = $1 and id <> $2',
      slide.imageId,
      run.id,
    )
  const [own, ...more] = await others()
  expect(more).toEqual([])
  await queue.ended(own.job_id)
  expect(await queue.readRun(own.id)).toMatchObject({ state: 'succeeded', predictor: { key: 'tissue-map' } })
  await queue.ended((await queue.ask(slide.imageId)).job_id)
  expect(await others()).toHaveLength(1)
})

test('what fails quality control is not computed until it is overridden, and that is told with it', async () => {
  const slide = await queue.addSlide()
  const check = await queue.judge(slide.id, 40)
  await expect(queue.askRun(slide.imageId, 'colour-deconvolution')).rejects.toMatchObject({
    code: 'qc_blocks',
  })
  const reason = 'The blurred part is not needed.'
  await queue.act((work) => overrideQcJob(work, check.id, { overridden: true, reason }))
  const asked = await queue.askRun(slide.imageId, 'colour-deconvolution')
  // As the dialog does: created with a state, then told the same.
  expect(await queue.act((work) => updateInferenceJob(work, asked.id, { state: 'queued' }))).toMatchObject({
    id: asked.id,
    state: 'queued',
  })
  await queue.work()
  const run = await queue.endedRun(asked)
  expect(run).toMatchObject({
    state: 'succeeded',
    qc_state: 'failed',
    qc_overridden: true,
    qc_overridden_by: { name: 'Ada' },
    provenance: { override_reason: reason },
  })
})

test('a cancelled run ends, whether it waits for quality control or for its turn', async () => {
  const [one, other] = [await queue.addSlide(), await queue.addSlide()]
  await queue.judge(other.id, 0)
  for (const { imageId } of [one, other]) {
    const asked = await queue.askRun(imageId, 'colour-deconvolution')
    const cancelled = await queue.act((work) => updateInferenceJob(work, asked.id, { state: 'cancelled' }))
    expect(cancelled).toMatchObject({ state: 'cancelled', finished_at: expect.any(String) })
    await expect(
      queue.act((work) => updateInferenceJob(work, asked.id, { state: 'queued' })),
    ).rejects.toMatchObject({
      code: 'not_queueable',
    })
  }
})

test('what does not fit is refused with a sentence before anything is computed', async () => {
  const slide = await queue.addSlide()
  await queue.judge(slide.id, 0)
  await queue.rows('update images set mpp_x = null, mpp_y = null where id = $1', slide.imageId)
  await expect(queue.askRun(slide.imageId, 'tissue-map')).rejects.toMatchObject({
    code: 'does_not_fit',
    message: expect.stringContaining('does not state the pixel size'),
  })
  await expect(
    queue.askRun(slide.imageId, 'tissue-map', { mpp: 1, params: { nonsense: 1 } }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(
    queue.askRun(slide.imageId, 'nuclei', { mpp: 0.5, params: { threshold: 99 } }),
  ).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(/^Threshold: .+\.$/) })
  await expect(queue.askRun(slide.imageId, 'virtual-he', { mpp: 0.5 })).rejects.toMatchObject({
    code: 'does_not_fit',
    message: expect.stringContaining('needs a fluorescence slide'),
  })
  expect(await queue.askRun(slide.imageId, 'tissue-map', { mpp: 1 })).toMatchObject({ mpp: 1 })
})

test('a picture that was made is checked by itself where slides are, and the slide stays what its scan is', async () => {
  await queue.rows('update organization_settings set qc_automatic = true')
  onTestFinished(async () => void (await queue.rows('update organization_settings set qc_automatic = false')))
  const slide = await queue.addSlide()
  const own = await queue.judge(slide.id, 10)
  const asked = await queue.askRun(slide.imageId, 'stain-normalisation')
  await queue.work()
  const { outputs } = await queue.endedRun(asked)
  const [check, ...others] = await checksOf(outputs.find(({ kind }) => kind === 'image')?.image_id)
  expect(others).toEqual([])
  await queue.ended(check?.job_id)
  expect(await queue.readCheck(check?.id)).toMatchObject({ finished_at: expect.any(String) })
  expect(await queue.rows('select qc_state, qc_job_id from slides where id = $1', slide.id)).toEqual([
    { qc_state: 'warned', qc_job_id: own.id },
  ])
  expect(await checksOf(slide.imageId)).toHaveLength(1)
})

test('of many slides those it fits are run, and the others are named with the reason', async () => {
  const [good, blurred, unscaled] = [await queue.addSlide(), await queue.addSlide(), await queue.addSlide()]
  for (const { id } of [good, unscaled]) await queue.judge(id, 0)
  await queue.judge(blurred.id, 40)
  await queue.rows('update images set mpp_x = null, mpp_y = null where id = $1', unscaled.imageId)
  const predictor_id = await predictorId(queue.context, queue.member.organizationId, 'colour-deconvolution')
  const slide_ids = [good.id, blurred.id, unscaled.id]
  const batch = await queue.act((work) =>
    createInferenceBatch(work, { selection: { slide_ids }, predictor_id }),
  )
  expect(batch.predictor_name).toBe('Colour deconvolution')
  await queue.work()
  expect(await queue.ended(batch.id)).toMatchObject({
    state: 'succeeded',
    message: '3 slides, 1 done, 2 left out.',
  })
  const runs = await queue.rows('select slide_id, state from inference_jobs where batch_id = $1', batch.id)
  expect(runs).toEqual([{ slide_id: good.id, state: 'succeeded' }])
  const [chunk] = await queue.rows('select skipped from slide_batch_chunks where batch_id = $1', batch.id)
  expect(new Map(chunk.skipped.map((each: SkippedSlide) => [each.slide_id, each.reason]))).toEqual(
    new Map([
      [blurred.id, 'It has failed quality control.'],
      [unscaled.id, expect.stringContaining('does not state the pixel size')],
    ]),
  )
})
