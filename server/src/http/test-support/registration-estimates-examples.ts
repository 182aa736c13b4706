import type { RegistrationEstimate } from '@cresyl/contract/slides/registration-estimates'
import { eq } from 'drizzle-orm'
import { registrationEstimates } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations, Reply } from './example.ts'
import { makeProject } from './projects-examples.ts'
import { archiveProject } from './slides-examples.ts'
import { makePending, makeTwoSlides, turnedPairs } from './slides-to-align.ts'

export function lookForAlignment(api: TestApi, member: TestMember, body: object): Promise<Reply> {
  return request(api, member, { method: 'POST', url: '/api/slides/registrations/estimates/', body })
}

type Pair = Pick<RegistrationEstimate, 'image_id' | 'moving_image_id'>

export async function makeEstimate(
  api: TestApi,
  member: TestMember,
  given?: Pair,
): Promise<RegistrationEstimate> {
  const { image_id, moving_image_id } = given ?? (await makeTwoSlides(api, member))
  const reply = await lookForAlignment(api, member, { image_id, moving_image_id })
  if (reply.status !== 201) throw new Error(`Not looked for: ${reply.text}`)
  return reply.json
}

/** What a worker would find. */
export const foundAlignment = {
  method: 'automatic' as const,
  model: 'similarity' as const,
  mirrored: false,
  confidence: 0.9,
  affine: [0, -1, 500, 1, 0, 0] as const,
  pairs: turnedPairs,
  residual: { rms: 2.5, largest: 4, unit: 'µm' as const },
}

/** As one that a worker has ended. */
export async function makeFound(
  api: TestApi,
  member: TestMember,
  given?: Pair,
): Promise<RegistrationEstimate> {
  const estimate = await makeEstimate(api, member, given)
  await api.context.database.asMember(member, (tx) =>
    tx
      .update(registrationEstimates)
      .set({ alignment: foundAlignment })
      .where(eq(registrationEstimates.jobId, estimate.id)),
  )
  return { ...estimate, alignment: foundAlignment }
}

export const registrationEstimateExamples = {
  createRegistrationEstimate: async (api, admin) => {
    const { image_id, moving_image_id } = await makeTwoSlides(api, admin)
    return { body: { image_id, moving_image_id } }
  },
  readRegistrationEstimate: async (api, admin) => ({ id: (await makeEstimate(api, admin)).id }),
} satisfies Partial<Examples>

export const registrationEstimateProvocations = {
  createRegistrationEstimate: {
    not_found: async (api) => {
      const { image_id } = await makeTwoSlides(api, api.home.admin)
      return lookForAlignment(api, api.home.admin, { image_id, moving_image_id: newId() })
    },
    not_ready: async (api) => {
      const { image_id, moving_image_id } = await makeTwoSlides(api, api.home.admin)
      await makePending(api, moving_image_id)
      return lookForAlignment(api, api.home.admin, { image_id, moving_image_id })
    },
    archived: async (api) => {
      const { id: projectId } = await makeProject(api, api.home.admin)
      const { image_id, moving_image_id } = await makeTwoSlides(api, api.home.admin, { projectId })
      await archiveProject(api, projectId)
      return lookForAlignment(api, api.home.admin, { image_id, moving_image_id })
    },
  },
} satisfies Provocations
