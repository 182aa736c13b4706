import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { predictorId } from '../../domain/inference/test-support/add-run.ts'
import { createInferenceBatch } from '../../domain/slide-batches/create-inference-batch.ts'
import { type InferenceQueue, openInferenceQueue } from '../test-support/inference-queue.ts'

let queue: InferenceQueue
beforeAll(async () => {
  queue = await openInferenceQueue()
})
/** What was told before is read: the next is told by itself. */
const readAll = () => queue.rows('update notifications set read_at = now()')
afterEach(async () => {
  await queue.sendHome()
  await readAll()
})
afterAll(() => queue.close())

const told = (slideId: string) =>
  queue.rows('select user_id, kind, text from notifications where link = $1 order by id', `/slide/${slideId}`)

test('whoever had a predictor run is told when it is done', async () => {
  const slide = await queue.addGood()
  const asked = await queue.askRun(slide.imageId, 'tissue-map')
  // Whoever waits for something short is still looking at it.
  await queue.rows(
    `update jobs set created_at = created_at - interval '1 minute' where id = $1`,
    asked.job_id,
  )
  await queue.work()
  expect(await queue.endedRun(asked)).toMatchObject({ state: 'succeeded' })
  expect(await told(slide.id)).toEqual([
    {
      user_id: queue.member.userId,
      kind: 'job.finished',
      text: expect.stringMatching(/^Tissue map of .*stained.*: done\./i),
    },
  ])
})

test('and when it has failed, with what to do', async () => {
  const slide = await queue.addGood()
  const asked = await queue.askRun(slide.imageId, 'tissue-map')
  const key = { organizationId: queue.member.organizationId, path: slide.path }
  await queue.context.storage.put(key, [Buffer.from('not a slide any more')] as never)
  await queue.work()
  const run = await queue.endedRun(asked)
  expect(run).toMatchObject({ state: 'failed' })
  const [news, ...more] = await told(slide.id)
  expect(more).toEqual([])
  expect(news).toMatchObject({ kind: 'job.failed', text: expect.stringContaining(': failed. ') })
  expect(news.text).toContain(run.message)
})

test('and when the check that it waited for let it not begin', async () => {
  await queue.rows('update organization_settings set qc_thresholds = $1', {
    common: { tissue: { warn: 100, fail: 99 } },
    stains: {},
  })
  onTestFinished(async () => {
    await queue.rows('update organization_settings set qc_thresholds = $1', { common: {}, stains: {} })
  })
  const slide = await queue.addSlide()
  const asked = await queue.askRun(slide.imageId, 'colour-deconvolution')
  expect(asked).toMatchObject({ waits_for_qc: true })
  const [check] = await queue.rows('select job_id from qc_jobs where image_id = $1', slide.imageId)
  await queue.work()
  await queue.ended(check.job_id)
  expect(await queue.readRun(asked.id)).toMatchObject({ state: 'failed' })
  const news = await told(slide.id)
  expect(news.map(({ kind }) => kind).sort()).toEqual(['job.failed', 'qc.failed'])
  expect(news.find(({ kind }) => kind === 'job.failed').text).toMatch(/: not run\. The slide has failed/)
})

test('several that end one after the other are told of in one, with their number', async () => {
  const slides = [await queue.addGood(), await queue.addGood(), await queue.addGood()]
  const asked = [await queue.askRun((await queue.addGood()).imageId, 'tissue-map')]
  for (const slide of slides) {
    const key = { organizationId: queue.member.organizationId, path: slide.path }
    await queue.context.storage.put(key, [Buffer.from('not a slide any more')] as never)
    asked.push(await queue.askRun(slide.imageId, 'tissue-map'))
  }
  await queue.work()
  for (const each of asked) await queue.endedRun(each)
  const unread = await queue.rows('select kind, text, link from notifications where read_at is null')
  expect(unread).toEqual([
    { kind: 'job.failed', text: '4 predictor runs: 1 done, 3 failed.', link: '/#jobs' },
  ])
})

test('a predictor on many slides that fail their check tells of these in one', async () => {
  await queue.rows('update organization_settings set qc_thresholds = $1', {
    common: { tissue: { warn: 100, fail: 99 } },
    stains: {},
  })
  onTestFinished(async () => {
    await queue.rows('update organization_settings set qc_thresholds = $1', { common: {}, stains: {} })
  })
  const slides = [await queue.addSlide(), await queue.addSlide()]
  const selection = { slide_ids: slides.map(({ id }) => id) }
  const predictor_id = await predictorId(queue.context, queue.member.organizationId, 'colour-deconvolution')
  const batch = await queue.act((work) => createInferenceBatch(work, { selection, predictor_id }))
  await queue.work()
  expect(await queue.ended(batch.id)).toMatchObject({ message: '2 slides, 2 checked first.' })
  for (const { id } of slides) {
    const [check] = await queue.rows('select job_id from qc_jobs where slide_id = $1', id)
    await queue.ended(check.job_id)
  }
  const unread = await queue.rows('select kind, text from notifications where read_at is null order by kind')
  expect(unread).toEqual([
    { kind: 'job.failed', text: '2 predictor runs: 2 failed.' },
    { kind: 'qc.failed', text: '2 slides: 2 failed quality control.' },
  ])
})
