import { isolate } from '@cresyl/contract/api/isolate'
import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queueSlideChecks } from '../../domain/slide-batches/queue-slide-checks.ts'
import { inferenceJobs } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { askRun, changeRun, makeRun } from '../test-support/inference-jobs-examples.ts'
import { changePredictor, idOfPredictor } from '../test-support/predictors-examples.ts'
import { makeChecked } from '../test-support/qc-jobs-examples.ts'
import { makeSlide } from '../test-support/slides-examples.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const get = async (path: string, member: TestMember = api.home.admin) =>
  (await request(api, member, { url: `/api/${path}` })).json

describe('predictors', () => {
  test('are there without anybody having put them there, each with what is said of it', async () => {
    const { count, results } = await get('predictors/?limit=-1', api.home.guest)
    expect(count).toBe(results.length)
    expect(results.map(({ manifest }: { manifest: { id: string } }) => manifest.id)).toContain('virtual-he')
    for (const { digest, versions, enabled, automatic } of results) {
      expect(versions).toMatchObject([{ digest }])
      expect([enabled, automatic]).toEqual([true, false])
    }
  })

  test('are enabled and set by managers, who are named', async () => {
    const id = await idOfPredictor(api, api.home.admin, 'nuclei')
    expect((await changePredictor(api, api.home.user, id, { enabled: false })).status).toBe(403)
    const { json } = await changePredictor(api, api.home.manager, id, { enabled: false, version: 1 })
    expect(json).toMatchObject({ enabled: false, version: 2, enabled_by: { id: api.home.manager.userId } })
    expect((await get('predictors/?enabled=true')).count).toBe((await get('predictors/')).count - 1)
    const wrong = await changePredictor(api, api.home.manager, id, { preferred_params: { threshold: 99 } })
    expect(wrong.json).toMatchObject({
      code: 'invalid_input',
      fields: { 'preferred_params.threshold': [expect.any(String)] },
    })
    const contradiction = { least_area: 90, largest_area: 30 }
    const refused = await changePredictor(api, api.home.manager, id, { preferred_params: contradiction })
    expect(refused.json).toMatchObject({
      code: 'invalid_input',
      fields: { 'preferred_params.least_area': ['Must be below "Largest area" (30 µm²).'] },
    })
    await changePredictor(api, api.home.manager, id, { enabled: true })
  })
})

describe('a run', () => {
  test('is created with a state and told the same once more, which changes nothing', async () => {
    const { imageId } = await makeChecked(api, api.home.admin, { blurred: 0 })
    const predictor_id = await idOfPredictor(api, api.home.admin, 'colour-deconvolution')
    const body = {
      organization_id: api.home.user.organizationId,
      input_image_id: imageId,
      predictor_id,
      state: 'queued',
    }
    const foreign = { ...body, organization_id: api.away.user.organizationId }
    expect((await askRun(api, api.home.user, foreign)).json).toMatchObject({
      code: 'invalid_input',
      fields: { organization_id: [expect.any(String)] },
    })
    const { status, json } = await askRun(api, api.home.user, body)
    expect([status, json.waits_for_qc, json.version]).toEqual([201, false, 1])
    expect(json).toMatchObject(body)
    expect(await get(`jobs/${json.job_id}/`)).toMatchObject({
      subject_name: json.slide_name,
      predictor_name: json.predictor.name,
    })
    const again = await changeRun(api, api.home.user, json.id, { state: 'queued' })
    expect([again.status, again.json]).toEqual([200, json])
    expect(await get(`inference-jobs/${json.id}/`)).toMatchObject({
      queue_place: expect.any(Number),
      provenance: null,
    })
    expect((await changeRun(api, api.home.guest, json.id, { state: 'cancelled' })).status).toBe(403)
    expect((await changeRun(api, api.home.user, json.id, { state: 'cancelled' })).json).toMatchObject({
      state: 'cancelled',
    })
  })

  test('of a slide that was never checked has it checked first, and fails with it', async () => {
    const { imageId, id } = await makeSlide(api, api.home.admin)
    const predictor_id = await idOfPredictor(api, api.home.admin, 'colour-deconvolution')
    const { json } = await askRun(api, api.home.user, { input_image_id: imageId, predictor_id })
    const { name: slide_name } = await get(`slides/${id}/`)
    expect(json).toMatchObject({ waits_for_qc: true, qc_state: 'queued', job_id: null, slide_name })
    const slide = await get(`slides/${id}/`)
    const { job_id } = await get(`qc-jobs/${slide.qc_job_id}/`)
    await request(api, api.home.user, { method: 'POST', url: `/api/jobs/${job_id}/cancel/` })
    expect(await get(`inference-jobs/${json.id}/`)).toMatchObject({
      state: 'cancelled',
      message: expect.stringContaining('was cancelled'),
    })
  })

  test('that waits for a check is cancelled with the batch that the check is part of', async () => {
    const { imageId, id: slideId } = await makeSlide(api, api.home.admin)
    const { json: batch } = await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/qc-jobs/batches/',
      body: { selection: { slide_ids: [slideId] } },
    })
    await api.context.database.asMember({ organizationId: api.home.admin.organizationId }, (tx) =>
      queueSlideChecks(tx, { id: newId(), batchId: batch.id, chunk: 0, now: new Date() }),
    )
    const predictor_id = await idOfPredictor(api, api.home.admin, 'colour-deconvolution')
    const { json } = await askRun(api, api.home.user, { input_image_id: imageId, predictor_id })
    expect(json).toMatchObject({ waits_for_qc: true, qc_state: 'queued', job_id: null })
    await request(api, api.home.admin, { method: 'POST', url: `/api/jobs/${batch.id}/cancel/` })
    expect(await get(`inference-jobs/${json.id}/`)).toMatchObject({
      state: 'cancelled',
      message: expect.stringContaining('was cancelled'),
    })
  })

  test('is found by image, slide, predictor and state', async () => {
    const { runId, imageId, id } = await makeRun(api, api.home.admin)
    const other = await makeRun(api, api.home.admin, { state: 'failed' })
    const idsOf = async (query: string) =>
      (await get(`inference-jobs/?${query}`)).results.map((run: InferenceJob) => run.id)
    expect(await idsOf(`input_image_id=${imageId},${newId()}`)).toEqual([runId])
    expect(await idsOf(`slide_id=${id}&state=failed`)).toEqual([])
    expect(await idsOf(`slide_id=${id}&slide_id=${other.id}&ordering=created_at`)).toEqual([
      runId,
      other.runId,
    ])
    expect((await get(`inference-jobs/?slide_id=${id}`, api.away.admin)).count).toBe(0)
  })

  test('that failed is named by its predictor and slide where something needs attention', async () => {
    const { imageId } = await makeChecked(api, api.home.admin, { blurred: 0 })
    const predictor_id = await idOfPredictor(api, api.home.admin, 'tissue-map')
    const { json: run } = await askRun(api, api.home.user, { input_image_id: imageId, predictor_id })
    await api.context.database.asSystem((tx) =>
      tx.execute(sql`update jobs set state = 'failed', finished_at = now() where id = ${run.job_id}`),
    )
    expect((await get('dashboard/')).attention.results).toContainEqual(
      expect.objectContaining({ id: run.job_id, title: `Tissue map: ${isolate(run.slide_name)}` }),
    )
  })

  test('goes with its slide and comes back with it', async () => {
    const { runId, id } = await makeRun(api, api.home.admin)
    await request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${id}/` })
    expect(await get(`inference-jobs/${runId}/`)).toMatchObject({ code: 'not_found' })
    await request(api, api.home.admin, { method: 'POST', url: `/api/slides/${id}/restore/` })
    expect(await get(`inference-jobs/${runId}/`)).toMatchObject({ id: runId })
  })
})

describe('how long a run will take', () => {
  test('is told by earlier ones, by how much there is to compute', async () => {
    const key = 'ihc-score'
    const predictor_id = await idOfPredictor(api, api.home.admin, key)
    const { imageId } = await makeChecked(api, api.home.admin, { blurred: 0 })
    const ask = (more = '') =>
      get(`inference-jobs/estimate/?predictor_id=${predictor_id}&input_image_id=${imageId}${more}`)
    const unknown = await ask()
    expect(unknown).toMatchObject({ seconds: null, runs: 0, queue_place: expect.any(Number) })
    const { runId } = await makeRun(api, api.home.admin, { key })
    await api.context.database.asSystem((tx) =>
      tx
        .update(inferenceJobs)
        .set({ startedAt: sql`finished_at - interval '50 seconds'` })
        .where(eq(inferenceJobs.id, runId)),
    )
    const known = await ask()
    expect(known.runs).toBe(1)
    expect(known.seconds).toBeGreaterThan(0)
    // Half of the 1000 × 800 pixels that the image has.
    expect((await ask('&pixels=400000')).seconds).toBeCloseTo(known.seconds / 2, 6)
    await askRun(api, api.home.user, { input_image_id: imageId, predictor_id })
    expect((await ask()).queue_place).toBeGreaterThan(unknown.queue_place)
  })
})

describe('what came of a run', () => {
  test('is told in tiles, and an empty one is empty', async () => {
    const { runId } = await makeRun(api, api.home.admin)
    expect(await get(`inference-jobs/${runId}/detections/?key=cells`)).toMatchObject({
      classes: ['cell'],
      counts: [0],
      tile_side: 512,
      density_cells: 64,
      levels: 4,
    })
    const tile = (member: TestMember | null, key = 'cells') =>
      request(api, member, { url: `/api/inference-jobs/${runId}/detections/${key}/0/0/0/` })
    expect((await tile(api.home.guest)).status).toBe(204)
    expect((await tile(api.home.guest, 'others')).status).toBe(404)
    expect((await tile(api.away.admin)).status).toBe(404)
    expect((await tile(null)).status).toBe(401)
  })

  test('is counted when it is downloaded', async () => {
    const { runId, outputId } = await makeRun(api, api.home.admin)
    const predictorId = await idOfPredictor(api, api.home.admin, 'tissue-map')
    const countDownloads = async () =>
      (await get('inference-jobs/analytics/downloads/')).totals[predictorId] ?? 0
    const before = await countDownloads()
    const { json } = await request(api, api.home.user, {
      url: `/api/inference-jobs/${runId}/download-url/?key=tissue`,
    })
    expect(json.file_name).toMatch(/-tissue-map-tissue-\d{4}-\d\d-\d\d\.ome\.tiff$/)
    expect(json.url).toContain('http')
    expect(outputId).toBeTruthy()
    expect(await countDownloads()).toBe(before + 1)
    const guest = await request(api, api.home.guest, {
      url: `/api/inference-jobs/${runId}/download-url/?key=tissue`,
    })
    expect(guest.status).toBe(403)
  })

  test('is counted over time, by state and by predictor', async () => {
    const { totals } = await get('inference-jobs/analytics/?group_by=predictor')
    const all = await get('inference-jobs/?limit=1')
    const sum = Object.values<number>(totals).reduce((one, other) => one + other, 0)
    expect(sum).toBe(all.count)
    const { series } = await get('inference-jobs/analytics/')
    expect(series.map(({ key }: { key: string }) => key)).toEqual([
      'queued',
      'running',
      'succeeded',
      'failed',
      'cancelled',
    ])
  })
})
