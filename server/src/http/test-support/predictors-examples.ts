import { predictorId } from '../../domain/inference/test-support/add-run.ts'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations, Reply } from './example.ts'

export const idOfPredictor = (
  api: TestApi,
  { organizationId }: TestMember,
  key = 'tissue-map',
): Promise<string> => predictorId(api.context, organizationId, key)

export function changePredictor(api: TestApi, member: TestMember, id: string, body: unknown): Promise<Reply> {
  return request(api, member, { method: 'PATCH', url: `/api/predictors/${id}/`, body })
}

export const predictorExamples = {
  listPredictors: async () => ({}),
  readPredictor: async (api, admin) => ({ id: await idOfPredictor(api, admin) }),
  readPredictorExample: async (api, admin) => ({
    id: await idOfPredictor(api, admin, 'colour-deconvolution'),
  }),
  updatePredictor: async (api, admin) => {
    const id = await idOfPredictor(api, admin, 'colour-deconvolution')
    const { json } = await request(api, admin, { url: `/api/predictors/${id}/` })
    return { id, body: { automatic: !json.automatic, preferred_params: {} } }
  },
} satisfies Partial<Examples>

export const predictorProvocations = {
  readPredictor: { not_found: (api) => request(api, api.home.admin, { url: `/api/predictors/${newId()}/` }) },
  readPredictorExample: {
    not_found: (api) => request(api, api.home.admin, { url: `/api/predictors/${newId()}/example/` }),
  },
  updatePredictor: {
    not_found: (api) => changePredictor(api, api.home.admin, newId(), { enabled: true }),
    stale_version: async (api) =>
      changePredictor(api, api.home.admin, await idOfPredictor(api, api.home.admin), {
        enabled: true,
        version: 99,
      }),
  },
} satisfies Provocations
