import { batchLimits } from '@cresyl/contract/api/limits'
import { eq } from 'drizzle-orm'
import { addJudged, findingOf, type GivenFinding } from '../../domain/qc/test-support/add-check.ts'
import type { QcJobRow } from '../../domain/qc/view.ts'
import type { AddedSlide } from '../../domain/slides/test-support/add-slide.ts'
import { images } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations, Reply } from './example.ts'
import { makeArchivedSlide, makeSlide } from './slides-examples.ts'

export function askCheck(api: TestApi, member: TestMember, imageId: string): Promise<Reply> {
  return request(api, member, { method: 'POST', url: '/api/qc-jobs/', body: { input_image_id: imageId } })
}

export function decide(api: TestApi, member: TestMember, id: string, body: unknown): Promise<Reply> {
  return request(api, member, { method: 'PATCH', url: `/api/qc-jobs/${id}/`, body })
}

/** A slide whose check has ended: a failed one unless told otherwise. */
export async function makeChecked(
  api: TestApi,
  admin: TestMember,
  finding: GivenFinding = { blurred: 30 },
  given: Parameters<typeof makeSlide>[2] = {},
): Promise<AddedSlide & { check: QcJobRow }> {
  const slide = await makeSlide(api, admin, given)
  const by = { createdBy: admin.userId }
  const check = await api.context.database.asSystem((tx) => addJudged(tx, slide.id, findingOf(finding), by))
  return { ...slide, check }
}

export const qcJobExamples = {
  listQcJobs: async () => ({}),
  createQcJob: async (api, admin) => ({ body: { input_image_id: (await makeSlide(api, admin)).imageId } }),
  createQcBatch: async (api, admin) => ({
    body: { selection: { slide_ids: [(await makeSlide(api, admin)).id] } },
    otherBodies: [{ selection: { filter: {} } }],
  }),
  previewQcThresholds: async () => ({ body: { thresholds: { common: { focus: { warn: 1, fail: 2 } } } } }),
  qcResults: async () => ({}),
  qcStatesOverTime: async () => ({}),
  readQcJob: async (api, admin) => ({ id: (await makeChecked(api, admin)).check.id }),
  updateQcJob: async (api, admin) => ({
    id: (await makeChecked(api, admin)).check.id,
    body: { overridden: true, reason: 'The blurred part is not needed.' },
  }),
  readQcOutlines: async (api, admin) => ({
    id: (await makeChecked(api, admin)).check.id,
    query: { key: 'tissue' },
  }),
} satisfies Partial<Examples>

export const qcJobProvocations = {
  createQcJob: {
    archived: async (api) => {
      const { imageId } = await makeArchivedSlide(api)
      return askCheck(api, api.home.admin, imageId)
    },
    not_found: (api) => askCheck(api, api.home.admin, newId()),
    already_running: async (api) => {
      const { imageId } = await makeSlide(api, api.home.admin)
      await askCheck(api, api.home.admin, imageId)
      return askCheck(api, api.home.admin, imageId)
    },
    not_ready: async (api) => {
      const { imageId } = await makeSlide(api, api.home.admin)
      await api.context.database.asSystem((tx) =>
        tx.update(images).set({ state: 'pending' }).where(eq(images.id, imageId)),
      )
      return askCheck(api, api.home.admin, imageId)
    },
  },
  createQcBatch: {
    too_many: async (api) => {
      const made = [await makeSlide(api, api.home.admin), await makeSlide(api, api.home.admin)]
      const { all } = batchLimits
      try {
        // Two are quicker made than two hundred thousand.
        Object.assign(batchLimits, { all: 1 })
        const selection = { slide_ids: made.map(({ id }) => id) }
        return await request(api, api.home.admin, {
          method: 'POST',
          url: '/api/qc-jobs/batches/',
          body: { selection },
        })
      } finally {
        Object.assign(batchLimits, { all })
      }
    },
  },
  readQcOutlines: {
    not_found: (api) => request(api, api.home.admin, { url: `/api/qc-jobs/${newId()}/outlines/?key=tissue` }),
  },
  updateQcJob: {
    not_found: (api) => decide(api, api.home.admin, newId(), { overridden: true }),
    stale_version: async (api) => {
      const { check } = await makeChecked(api, api.home.admin)
      return decide(api, api.home.admin, check.id, { overridden: true, version: check.version + 1 })
    },
    not_overridable: async (api) => {
      const { check } = await makeChecked(api, api.home.admin, { blurred: 0 })
      return decide(api, api.home.admin, check.id, { overridden: true })
    },
  },
} satisfies Provocations
