import type { Registration } from '@cresyl/contract/slides/registrations'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations, Reply } from './example.ts'
import { makeProject } from './projects-examples.ts'
import { makeFound } from './registration-estimates-examples.ts'
import { archiveProject } from './slides-examples.ts'
import { type GivenSlide, makePending, makeTwoSlides, shiftedPairs, turnedPairs } from './slides-to-align.ts'

export const byPoints = (pairs = shiftedPairs) => ({ method: 'points', pairs })

export function saveRegistration(api: TestApi, member: TestMember, body: object): Promise<Reply> {
  return request(api, member, { method: 'POST', url: '/api/slides/registrations/', body })
}

export function editRegistration(
  api: TestApi,
  id: string,
  body: unknown,
  member: TestMember = api.home.admin,
): Promise<Reply> {
  return request(api, member, { method: 'PATCH', url: `/api/slides/registrations/${id}/`, body })
}

export async function makeRegistration(
  api: TestApi,
  admin: TestMember,
  given: GivenSlide = {},
): Promise<Registration> {
  const { image_id, moving_image_id } = await makeTwoSlides(api, admin, given)
  const reply = await saveRegistration(api, admin, { image_id, moving_image_id, alignment: byPoints() })
  if (reply.status !== 201) throw new Error(`Not aligned: ${reply.text}`)
  return reply.json
}

/** One in a project that was archived since. */
async function makeArchived(api: TestApi): Promise<Registration> {
  const { id: projectId } = await makeProject(api, api.home.admin)
  const made = await makeRegistration(api, api.home.admin, { projectId })
  await archiveProject(api, projectId)
  return made
}

export const registrationExamples = {
  listRegistrations: async () => ({}),
  readRegistration: async (api, admin) => ({ id: (await makeRegistration(api, admin)).id }),
  createRegistration: async (api, admin) => {
    const { id: estimate_id, image_id, moving_image_id } = await makeFound(api, admin)
    const body = { image_id, moving_image_id, alignment: byPoints() }
    return { body, otherBodies: [{ ...body, alignment: { method: 'automatic', estimate_id } }] }
  },
  updateRegistration: async (api, admin) => {
    const { id, version, image_id, moving_image_id } = await makeRegistration(api, admin)
    const { id: estimate_id } = await makeFound(api, admin, { image_id, moving_image_id })
    const others = [
      { method: 'automatic', estimate_id },
      { method: 'earlier', earlier: 1 },
    ]
    const otherBodies = others.map((alignment) => ({ alignment, version }))
    return { id, body: { alignment: byPoints(turnedPairs), version }, otherBodies }
  },
  listRegistrationVersions: async (api, admin) => ({ id: (await makeRegistration(api, admin)).id }),
  deleteRegistration: async (api, admin) => ({ id: (await makeRegistration(api, admin)).id }),
} satisfies Partial<Examples>

export const registrationProvocations = {
  createRegistration: {
    not_found: async (api) => {
      const { image_id } = await makeTwoSlides(api, api.home.admin)
      const body = { image_id, moving_image_id: newId(), alignment: byPoints() }
      return saveRegistration(api, api.home.admin, body)
    },
    not_ready: async (api) => {
      const { image_id, moving_image_id } = await makeTwoSlides(api, api.home.admin)
      await makePending(api, moving_image_id)
      return saveRegistration(api, api.home.admin, { image_id, moving_image_id, alignment: byPoints() })
    },
    archived: async (api) => {
      const { id: projectId } = await makeProject(api, api.home.admin)
      const { image_id, moving_image_id } = await makeTwoSlides(api, api.home.admin, { projectId })
      await archiveProject(api, projectId)
      return saveRegistration(api, api.home.admin, { image_id, moving_image_id, alignment: byPoints() })
    },
    already_aligned: async (api) => {
      const { image_id, moving_image_id } = await makeRegistration(api, api.home.admin)
      return saveRegistration(api, api.home.admin, { image_id, moving_image_id, alignment: byPoints() })
    },
  },
  updateRegistration: {
    not_found: (api) => editRegistration(api, newId(), { alignment: byPoints() }),
    stale_version: async (api) => {
      const { id, version } = await makeRegistration(api, api.home.admin)
      await editRegistration(api, id, { alignment: byPoints(turnedPairs), version })
      return editRegistration(api, id, { alignment: byPoints(), version })
    },
    not_ready: async (api) => {
      const { id, moving_image_id } = await makeRegistration(api, api.home.admin)
      await makePending(api, moving_image_id)
      return editRegistration(api, id, { alignment: byPoints(turnedPairs) })
    },
    archived: async (api) =>
      editRegistration(api, (await makeArchived(api)).id, { alignment: byPoints(turnedPairs) }),
  },
  deleteRegistration: {
    archived: async (api) =>
      request(api, api.home.admin, {
        method: 'DELETE',
        url: `/api/slides/registrations/${(await makeArchived(api)).id}/`,
      }),
  },
} satisfies Provocations
