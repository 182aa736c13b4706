import { batchLimits } from '@cresyl/contract/api/limits'
import { eq } from 'drizzle-orm'
import { addRun } from '../../domain/inference/test-support/add-run.ts'
import type { AddedSlide } from '../../domain/slides/test-support/add-slide.ts'
import { images } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations, Reply } from './example.ts'
import { changePredictor, idOfPredictor } from './predictors-examples.ts'
import { makeChecked } from './qc-jobs-examples.ts'
import { makeArchivedSlide, makeSlide } from './slides-examples.ts'

export function askRun(api: TestApi, member: TestMember, body: unknown): Promise<Reply> {
  return request(api, member, { method: 'POST', url: '/api/inference-jobs/', body })
}

export function changeRun(api: TestApi, member: TestMember, id: string, body: unknown): Promise<Reply> {
  return request(api, member, { method: 'PATCH', url: `/api/inference-jobs/${id}/`, body })
}

/** A slide of which a run has succeeded. */
export async function makeRun(
  api: TestApi,
  admin: TestMember,
  given: Parameters<typeof addRun>[3] = {},
): Promise<AddedSlide & { runId: string; outputId: string }> {
  const slide = await makeSlide(api, admin)
  const { id, imageId } = await addRun(api.context, admin.organizationId, slide, given)
  return { ...slide, runId: id, outputId: imageId }
}

export const inferenceJobExamples = {
  listInferenceJobs: async () => ({}),
  readInferenceJob: async (api, admin) => ({ id: (await makeRun(api, admin)).runId }),
  createInferenceJob: async (api, admin) => {
    const predictor_id = await idOfPredictor(api, admin)
    const input_image_id = (await makeSlide(api, admin)).imageId
    return {
      body: { input_image_id, predictor_id, state: 'queued' },
      otherBodies: [{ input_image_id, predictor_id, region: { x: 0, y: 0, width: 10, height: 10 } }],
    }
  },
  updateInferenceJob: async (api, admin) => {
    const predictor_id = await idOfPredictor(api, admin)
    const input_image_id = (await makeSlide(api, admin)).imageId
    const { json } = await askRun(api, admin, { input_image_id, predictor_id })
    return { id: json.id, body: { state: 'cancelled' } }
  },
  createInferenceBatch: async (api, admin) => {
    const predictor_id = await idOfPredictor(api, admin)
    return {
      body: { selection: { slide_ids: [(await makeSlide(api, admin)).id] }, predictor_id },
      otherBodies: [{ selection: { filter: {} }, predictor_id }],
    }
  },
  estimateRun: async (api, admin) => ({
    query: {
      predictor_id: await idOfPredictor(api, admin),
      input_image_id: (await makeSlide(api, admin)).imageId,
    },
  }),
  readDetections: async (api, admin) => ({ id: (await makeRun(api, admin)).runId, query: { key: 'cells' } }),
  readRunChunks: async (api, admin) => ({ id: (await makeRun(api, admin, { state: 'running' })).runId }),
  inferenceDownloadUrl: async (api, admin) => ({
    id: (await makeRun(api, admin)).runId,
    query: { key: 'tissue' },
  }),
  inferenceOverTime: async () => ({}),
  inferenceDownloads: async () => ({}),
} satisfies Partial<Examples>

const admin = (api: TestApi) => api.home.admin

export const inferenceJobProvocations = {
  createInferenceJob: {
    archived: async (api) => {
      const { imageId } = await makeArchivedSlide(api)
      const predictor_id = await idOfPredictor(api, admin(api))
      return askRun(api, admin(api), { input_image_id: imageId, predictor_id })
    },
    not_found: async (api) =>
      askRun(api, admin(api), {
        input_image_id: newId(),
        predictor_id: await idOfPredictor(api, admin(api)),
      }),
    not_ready: async (api) => {
      const { imageId } = await makeSlide(api, admin(api))
      await api.context.database.asSystem((tx) =>
        tx.update(images).set({ state: 'pending' }).where(eq(images.id, imageId)),
      )
      const predictor_id = await idOfPredictor(api, admin(api))
      return askRun(api, admin(api), { input_image_id: imageId, predictor_id })
    },
    disabled: async (api) => {
      const predictor_id = await idOfPredictor(api, admin(api))
      await changePredictor(api, admin(api), predictor_id, { enabled: false })
      const { imageId } = await makeSlide(api, admin(api))
      const reply = await askRun(api, admin(api), { input_image_id: imageId, predictor_id })
      await changePredictor(api, admin(api), predictor_id, { enabled: true })
      return reply
    },
    does_not_fit: async (api) => {
      const { imageId } = await makeSlide(api, admin(api))
      await api.context.database.asSystem((tx) =>
        tx.update(images).set({ mppX: null, mppY: null }).where(eq(images.id, imageId)),
      )
      const predictor_id = await idOfPredictor(api, admin(api))
      return askRun(api, admin(api), { input_image_id: imageId, predictor_id })
    },
    qc_blocks: async (api) => {
      const { imageId } = await makeChecked(api, admin(api))
      const predictor_id = await idOfPredictor(api, admin(api), 'colour-deconvolution')
      return askRun(api, admin(api), { input_image_id: imageId, predictor_id })
    },
  },
  updateInferenceJob: {
    not_found: (api) => changeRun(api, admin(api), newId(), { state: 'cancelled' }),
    stale_version: async (api) =>
      changeRun(api, admin(api), (await makeRun(api, admin(api))).runId, { state: 'cancelled', version: 99 }),
    not_queueable: async (api) =>
      changeRun(api, admin(api), (await makeRun(api, admin(api))).runId, { state: 'queued' }),
  },
  createInferenceBatch: {
    disabled: async (api) => {
      const predictor_id = await idOfPredictor(api, admin(api))
      await changePredictor(api, admin(api), predictor_id, { enabled: false })
      const selection = { slide_ids: [(await makeSlide(api, admin(api))).id] }
      const body = { selection, predictor_id }
      const reply = await request(api, admin(api), {
        method: 'POST',
        url: '/api/inference-jobs/batches/',
        body,
      })
      await changePredictor(api, admin(api), predictor_id, { enabled: true })
      return reply
    },
    too_many: async (api) => {
      const made = [await makeSlide(api, admin(api)), await makeSlide(api, admin(api))]
      const predictor_id = await idOfPredictor(api, admin(api))
      const { all } = batchLimits
      try {
        Object.assign(batchLimits, { all: 1 })
        const body = { selection: { slide_ids: made.map(({ id }) => id) }, predictor_id }
        return await request(api, admin(api), { method: 'POST', url: '/api/inference-jobs/batches/', body })
      } finally {
        Object.assign(batchLimits, { all })
      }
    },
  },
  estimateRun: {
    not_found: async (api) => {
      const predictor_id = await idOfPredictor(api, admin(api))
      const url = `/api/inference-jobs/estimate/?predictor_id=${predictor_id}&input_image_id=${newId()}`
      return request(api, admin(api), { url })
    },
  },
  readDetections: {
    not_found: async (api) =>
      request(api, admin(api), { url: `/api/inference-jobs/${newId()}/detections/?key=cells` }),
    not_ready: async (api) => {
      const { runId } = await makeRun(api, admin(api), { state: 'failed' })
      return request(api, admin(api), { url: `/api/inference-jobs/${runId}/detections/?key=cells` })
    },
  },
  readRunChunks: {
    not_found: async (api) => request(api, admin(api), { url: `/api/inference-jobs/${newId()}/chunks/` }),
    not_ready: async (api) => {
      const { runId, imageId } = await makeRun(api, admin(api), { state: 'running' })
      await api.context.database.asSystem((tx) =>
        tx.update(images).set({ mppX: null, mppY: null }).where(eq(images.id, imageId)),
      )
      return request(api, admin(api), { url: `/api/inference-jobs/${runId}/chunks/` })
    },
  },
  inferenceDownloadUrl: {
    not_found: (api) =>
      request(api, admin(api), { url: `/api/inference-jobs/${newId()}/download-url/?key=tissue` }),
    not_ready: async (api) => {
      const { runId } = await makeRun(api, admin(api), { state: 'failed' })
      return request(api, admin(api), { url: `/api/inference-jobs/${runId}/download-url/?key=tissue` })
    },
  },
} satisfies Provocations
