import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations } from './example.ts'

export interface MadeTerm {
  id: string
  version: number
}

export async function makeTissue(
  api: TestApi,
  admin: TestMember,
  { organ = `Organ ${nextSerial()}`, species = 'Human' } = {},
): Promise<MadeTerm> {
  const body = { organ, species }
  const reply = await request(api, admin, { method: 'POST', url: '/api/tissues/', body })
  if (reply.status !== 201) throw new Error(`No tissue: ${reply.text}`)
  return reply.json
}

export const tissueExamples = {
  listTissues: async () => ({}),
  createTissue: async () => ({ body: { organ: `New organ ${nextSerial()}`, species: 'Mouse' } }),
  updateTissue: async (api, admin) => {
    const { id, version } = await makeTissue(api, admin)
    return { id, body: { species: 'Rat', version } }
  },
  mergeTissue: async (api, admin) => {
    const [{ id }, kept] = [await makeTissue(api, admin), await makeTissue(api, admin)]
    return { id, body: { into_id: kept.id } }
  },
  deleteTissue: async (api, admin) => ({ id: (await makeTissue(api, admin)).id }),
} satisfies Partial<Examples>

export const tissueProvocations = {
  createTissue: {
    name_taken: async (api) => {
      await makeTissue(api, api.home.admin, { organ: 'Taken', species: 'Human' })
      const body = { organ: ' TAKEN ', species: 'human' }
      return request(api, api.home.manager, { method: 'POST', url: '/api/tissues/', body })
    },
  },
  updateTissue: {
    name_taken: async (api) => {
      await makeTissue(api, api.home.admin, { organ: 'Also taken', species: 'Human' })
      const { id } = await makeTissue(api, api.home.admin)
      const body = { organ: 'also taken' }
      return request(api, api.home.admin, { method: 'PATCH', url: `/api/tissues/${id}/`, body })
    },
    stale_version: async (api) => {
      const { id, version } = await makeTissue(api, api.home.admin)
      const edit = { method: 'PATCH', url: `/api/tissues/${id}/` } as const
      await request(api, api.home.manager, { ...edit, body: { species: 'Dog', version } })
      return request(api, api.home.admin, { ...edit, body: { species: 'Cat', version } })
    },
  },
  mergeTissue: {
    not_found: async (api) => {
      const body = { into_id: (await makeTissue(api, api.home.admin)).id }
      return request(api, api.home.admin, { method: 'POST', url: `/api/tissues/${newId()}/merge/`, body })
    },
  },
} satisfies Provocations
