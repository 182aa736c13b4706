import type { FoundThings } from '@cresyl/analysis'
import { annotationLimits } from '@cresyl/contract/api/limits'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { annotate, makeAnnotation, square } from './annotations-examples.ts'
import type { Examples, Provocations, Reply } from './example.ts'
import { makeRun } from './inference-jobs-examples.ts'
import { makeProject } from './projects-examples.ts'

/** Four nuclei, one of each degree; the run's grid begins at 100, 200 and has two pixels in one. */
export const degrees: FoundThings = {
  count: 4,
  x: Float64Array.of(10, 20, 30, 90),
  y: Float64Array.of(10, 10, 10, 70),
  classes: Uint8Array.of(0, 1, 2, 3),
  measurements: new Float32Array(4 * 6).fill(1.5),
  outlineStarts: Uint32Array.of(0, 4, 4, 4, 4),
  outlines: Float32Array.of(9, 9, 11, 9, 11, 11, 9, 11),
}

export const makeScored = (api: TestApi, admin: TestMember) =>
  makeRun(api, admin, {
    key: 'ihc-score',
    found: { output: 'nuclei', classes: ['negative', 'weak', 'moderate', 'strong'], things: degrees },
  })

export const promote = (api: TestApi, member: TestMember, body: unknown): Promise<Reply> =>
  request(api, member, { method: 'POST', url: '/api/annotations/promote/', body })

const count = (api: TestApi, member: TestMember, body: unknown): Promise<Reply> =>
  request(api, member, { method: 'POST', url: '/api/annotations/promote/count/', body })

/** With no detections that may be near a region. */
async function withoutCounting<Value>(act: () => Promise<Value>): Promise<Value> {
  const { counting } = annotationLimits
  try {
    Object.assign(annotationLimits, { counting: { ...counting, detections: 0 } })
    return await act()
  } finally {
    Object.assign(annotationLimits, { counting })
  }
}

const within = [
  square(100, 200, 100),
  { type: 'MultiPolygon', coordinates: [square(100, 200, 9).coordinates] },
]

export const annotationDetectionExamples = {
  countDetections: async (api, admin) => {
    const { runId: inference_job_id } = await makeScored(api, admin)
    const body = { inference_job_id, key: 'nuclei' }
    return { body, otherBodies: within.map((each) => ({ ...body, within: each })) }
  },
  promoteDetections: async (api, admin) => {
    const { runId: inference_job_id, imageId } = await makeScored(api, admin)
    const body = { inference_job_id, key: 'nuclei', classification: { name: 'Tumour', color: '#FF0000' } }
    const otherBodies = within.map((each) => ({ ...body, within: each, classes: [0] }))
    return { body, otherBodies, subject: imageId }
  },
  readAnnotationCells: async (api, admin) => ({ id: (await makeAnnotation(api, admin)).id }),
} satisfies Partial<Examples>

export const annotationDetectionProvocations = {
  countDetections: {
    not_found: (api) => count(api, api.home.admin, { inference_job_id: newId(), key: 'nuclei' }),
    not_ready: async (api) => {
      const { runId } = await makeRun(api, api.home.admin, { state: 'failed' })
      return count(api, api.home.admin, { inference_job_id: runId, key: 'nuclei' })
    },
    too_many: async (api) => {
      const { runId: inference_job_id } = await makeScored(api, api.home.admin)
      const body = { inference_job_id, key: 'nuclei', within: square(100, 200, 100) }
      return withoutCounting(() => count(api, api.home.admin, body))
    },
  },
  readAnnotationCells: {
    too_many: async (api) => {
      const { imageId: image_id } = await makeScored(api, api.home.admin)
      const given = { image_id, geometry: square(100, 200, 100), shape: 'rectangle' }
      const { json } = await annotate(api, api.home.admin, given)
      const url = `/api/annotations/${json.id}/cells/`
      return withoutCounting(() => request(api, api.home.admin, { url }))
    },
  },
  promoteDetections: {
    not_found: (api) => promote(api, api.home.admin, { inference_job_id: newId(), key: 'nuclei' }),
    not_ready: async (api) => {
      const { runId } = await makeRun(api, api.home.admin, { state: 'failed' })
      return promote(api, api.home.admin, { inference_job_id: runId, key: 'nuclei' })
    },
    archived: async (api) => {
      const { runId, id } = await makeScored(api, api.home.admin)
      const project = await makeProject(api, api.home.admin)
      const body = { project_id: project.id }
      await request(api, api.home.admin, { method: 'PATCH', url: `/api/slides/${id}/`, body })
      const url = `/api/projects/${project.id}/`
      await request(api, api.home.admin, { method: 'PATCH', url, body: { archived: true } })
      return promote(api, api.home.admin, { inference_job_id: runId, key: 'nuclei' })
    },
    too_many: async (api) => {
      const { runId } = await makeScored(api, api.home.admin)
      const { promoted } = annotationLimits
      try {
        Object.assign(annotationLimits, { promoted: 1 })
        return await promote(api, api.home.admin, { inference_job_id: runId, key: 'nuclei' })
      } finally {
        Object.assign(annotationLimits, { promoted })
      }
    },
  },
} satisfies Provocations
