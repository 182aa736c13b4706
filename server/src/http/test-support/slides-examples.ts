import { type AddedSlide, addSlide } from '../../domain/slides/test-support/add-slide.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations, Reply } from './example.ts'
import { makeProject } from './projects-examples.ts'

/** Slides are made by reading files: here they are put into the database as that leaves them. */
export function makeSlide(
  api: TestApi,
  { organizationId, userId }: TestMember,
  given: Parameters<typeof addSlide>[2] = {},
): Promise<AddedSlide> {
  return api.context.database.asMember({ organizationId, userId }, (tx) =>
    addSlide(tx, organizationId, { createdBy: userId, ...given }),
  )
}

export function editSlide(api: TestApi, id: string, body: unknown, member = api.home.admin): Promise<Reply> {
  return request(api, member, { method: 'PATCH', url: `/api/slides/${id}/`, body })
}

export async function archiveProject(api: TestApi, id: string): Promise<void> {
  const body = { archived: true }
  await request(api, api.home.admin, { method: 'PATCH', url: `/api/projects/${id}/`, body })
}

export async function makeArchivedSlide(api: TestApi) {
  const { id } = await makeProject(api, api.home.admin)
  const slide = await makeSlide(api, api.home.admin, { projectId: id })
  await archiveProject(api, id)
  return slide
}

export const slideExamples = {
  listSlides: async () => ({}),
  slidesOverTime: async () => ({}),
  readSlide: async (api, admin) => ({ id: (await makeSlide(api, admin)).id }),
  updateSlide: async (api, admin) => ({
    id: (await makeSlide(api, admin)).id,
    body: { name: 'Renamed by a test', version: 1 },
  }),
  deleteSlide: async (api, admin) => ({ id: (await makeSlide(api, admin)).id }),
  restoreSlide: async (api, admin) => {
    const { id } = await makeSlide(api, admin)
    await request(api, admin, { method: 'DELETE', url: `/api/slides/${id}/` })
    return { id }
  },
  listSlideHistory: async (api, admin) => ({ id: (await makeSlide(api, admin)).id }),
} satisfies Partial<Examples>

export const slideProvocations = {
  updateSlide: {
    stale_version: async (api) => {
      const { id } = await makeSlide(api, api.home.admin)
      await editSlide(api, id, { name: 'first', version: 1 })
      return editSlide(api, id, { name: 'second', version: 1 })
    },
    archived: async (api) => {
      const { id: projectId } = await makeProject(api, api.home.admin)
      const { id } = await makeSlide(api, api.home.admin, { projectId })
      await archiveProject(api, projectId)
      return editSlide(api, id, { name: 'Renamed in the archive' })
    },
  },
} satisfies Provocations
