import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type InferenceQueue, openInferenceQueue } from './test-support/inference-queue.ts'

let queue: InferenceQueue
beforeAll(async () => {
  queue = await openInferenceQueue()
})
afterEach(() => queue.sendHome())
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
    ...{ common: { tissue: { warn: 100, fail: 99 } }, stains: {} },
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
