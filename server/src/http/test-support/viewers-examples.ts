import { addImage } from '../../domain/slides/test-support/add-slide.ts'
import { request } from '../test-api.ts'
import type { Examples, Provocations } from './example.ts'
import { makeSlide } from './slides-examples.ts'

export const viewerExamples = {
  listViewers: async () => ({}),
  readPyramid: async (api, admin) => ({ id: (await makeSlide(api, admin)).imageId }),
} satisfies Partial<Examples>

export const viewerProvocations = {
  readPyramid: {
    not_ready: async (api) => {
      const { organizationId } = api.home.admin
      const id = await api.context.database.asMember({ organizationId }, (tx) =>
        addImage(tx, organizationId, 'output', { state: 'pending' }),
      )
      return request(api, api.home.admin, { url: `/api/viewers/pyramids/${id}/` })
    },
  },
} satisfies Provocations
