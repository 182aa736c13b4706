import { annotationLimits } from '@cresyl/contract/api/limits'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { makeAnnotation, makeArchived, makeUnready, square, withoutRoom } from './annotations-examples.ts'
import type { Examples, Provocations, Reply } from './example.ts'
import { withoutQuota } from './files-examples.ts'
import { makeSlide } from './slides-examples.ts'

const feature = { type: 'Feature', geometry: square(), properties: { objectType: 'annotation' } }
export const oneFeature = JSON.stringify({ type: 'FeatureCollection', features: [feature] })

export function importFile(
  api: TestApi,
  member: TestMember,
  image_id: string,
  given: Record<string, unknown> = {},
): Promise<Reply> {
  const body = { image_id, file_name: 'regions.geojson', content: oneFeature, ...given }
  return request(api, member, { method: 'POST', url: '/api/annotations/imports/', body })
}

export const previewFile = (api: TestApi, member: TestMember, image_id: string, content = oneFeature) =>
  request(api, member, {
    method: 'POST',
    url: '/api/annotations/imports/preview/',
    body: { image_id, content },
  })

export const undoImport = (api: TestApi, member: TestMember, body: Record<string, unknown>) =>
  request(api, member, { method: 'POST', url: '/api/annotations/undo/', body })

export const askForFile = (api: TestApi, member: TestMember, query: Record<string, string>) =>
  request(api, member, { url: `/api/annotations/download-url/?${new URLSearchParams(query)}` })

export const askForSelected = (api: TestApi, member: TestMember, body: Record<string, unknown>) =>
  request(api, member, { method: 'POST', url: '/api/annotations/download-url/', body })

export const annotationFileExamples = {
  previewImport: async (api, admin) => {
    const { imageId: image_id } = await makeSlide(api, admin)
    return { body: { image_id, content: oneFeature } }
  },
  importAnnotations: async (api, admin) => {
    const { imageId: image_id } = await makeSlide(api, admin)
    const classes = [{ name: 'Other', classification: { name: 'Tumour', color: '#FF0000' } }]
    const body = { image_id, file_name: 'a.geojson', content: oneFeature, without: [], classes }
    return { body, subject: image_id }
  },
  undoCreation: async (api, admin, caller) => {
    const { imageId: image_id } = await makeSlide(api, admin)
    const by = caller === undefined || caller.role === 'guest' ? admin : caller
    const { created_at } = (await importFile(api, by, image_id)).json
    return { body: { image_id, created_at }, subject: image_id }
  },
  annotationsDownloadUrl: async (api, admin) => {
    const { image_id } = await makeAnnotation(api, admin)
    return { query: { image_id }, subject: image_id }
  },
  selectedDownloadUrl: async (api, admin) => {
    const { image_id, id } = await makeAnnotation(api, admin)
    return { body: { image_id, id: [id], format: 'csv', mpp: 1, cells: true }, subject: image_id }
  },
} satisfies Partial<Examples>

const created_at = '2026-01-01T00:00:00Z'

export const annotationFileProvocations = {
  previewImport: {
    not_found: (api) => previewFile(api, api.home.admin, newId()),
    not_ready: async (api) => previewFile(api, api.home.admin, await makeUnready(api)),
    archived: async (api) => previewFile(api, api.home.admin, (await makeArchived(api)).image_id),
  },
  importAnnotations: {
    not_found: (api) => importFile(api, api.home.admin, newId()),
    not_ready: async (api) => importFile(api, api.home.admin, await makeUnready(api)),
    archived: async (api) => importFile(api, api.home.admin, (await makeArchived(api)).image_id),
    too_many: async (api) => {
      const { imageId } = await makeSlide(api, api.home.admin)
      return withoutRoom(() => importFile(api, api.home.admin, imageId))
    },
  },
  undoCreation: {
    not_found: (api) => undoImport(api, api.home.admin, { image_id: newId(), created_at }),
    not_ready: async (api) =>
      undoImport(api, api.home.admin, { image_id: await makeUnready(api), created_at }),
    archived: async (api) =>
      undoImport(api, api.home.admin, { image_id: (await makeArchived(api)).image_id, created_at }),
  },
  annotationsDownloadUrl: {
    not_found: (api) => askForFile(api, api.home.admin, { image_id: newId() }),
    not_ready: async (api) => askForFile(api, api.home.admin, { image_id: await makeUnready(api) }),
    too_many: async (api) => {
      const { imageId: image_id } = await makeSlide(api, api.home.admin)
      return askForFile(api, api.home.admin, { image_id, format: 'mask_png', mpp: '0.0001' })
    },
  },
  selectedDownloadUrl: {
    not_found: (api) => askForSelected(api, api.home.admin, { image_id: newId(), id: [newId()] }),
    not_ready: async (api) =>
      askForSelected(api, api.home.admin, { image_id: await makeUnready(api), id: [newId()] }),
    too_many: async (api) => {
      const { imageId: image_id } = await makeSlide(api, api.home.admin)
      const asked = { image_id, id: [newId()], format: 'mask_png', mpp: 0.0001 }
      return askForSelected(api, api.home.admin, asked)
    },
    quota_exceeded: async (api) => {
      const { image_id, id } = await makeAnnotation(api, api.home.admin)
      return withoutQuota(api, () => askForSelected(api, api.home.admin, { image_id, id: [id] }))
    },
    rate_limited: async (api) => {
      const { image_id } = await makeAnnotation(api, api.home.admin)
      const ask = () => askForSelected(api, api.home.user, { image_id, id: [newId()] })
      for (let n = 0; n < annotationLimits.selections.perMinute; n += 1) await ask()
      return ask()
    },
  },
} satisfies Provocations
