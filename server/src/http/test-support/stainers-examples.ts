import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations } from './example.ts'
import type { MadeTerm } from './tissues-examples.ts'

export async function makeStainer(
  api: TestApi,
  admin: TestMember,
  stainType = `Stain ${nextSerial()}`,
): Promise<MadeTerm> {
  const body = { stain_type: stainType }
  const reply = await request(api, admin, { method: 'POST', url: '/api/stainers/', body })
  if (reply.status !== 201) throw new Error(`No stain: ${reply.text}`)
  return reply.json
}

export const stainerExamples = {
  listStainers: async () => ({}),
  createStainer: async () => ({ body: { stain_type: `New stain ${nextSerial()}` } }),
  updateStainer: async (api, admin) => {
    const { id, version } = await makeStainer(api, admin)
    return { id, body: { stain_type: `Corrected stain ${nextSerial()}`, version } }
  },
  mergeStainer: async (api, admin) => {
    const [{ id }, kept] = [await makeStainer(api, admin), await makeStainer(api, admin)]
    return { id, body: { into_id: kept.id } }
  },
  deleteStainer: async (api, admin) => ({ id: (await makeStainer(api, admin)).id }),
} satisfies Partial<Examples>

export const stainerProvocations = {
  createStainer: {
    name_taken: async (api) => {
      await makeStainer(api, api.home.admin, 'Taken')
      const body = { stain_type: ' TAKEN ' }
      return request(api, api.home.manager, { method: 'POST', url: '/api/stainers/', body })
    },
  },
  updateStainer: {
    name_taken: async (api) => {
      await makeStainer(api, api.home.admin, 'Also taken')
      const { id } = await makeStainer(api, api.home.admin)
      const body = { stain_type: 'also taken' }
      return request(api, api.home.admin, { method: 'PATCH', url: `/api/stainers/${id}/`, body })
    },
    stale_version: async (api) => {
      const { id, version } = await makeStainer(api, api.home.admin)
      const edit = { method: 'PATCH', url: `/api/stainers/${id}/` } as const
      await request(api, api.home.manager, { ...edit, body: { stain_type: 'First correction', version } })
      return request(api, api.home.admin, { ...edit, body: { stain_type: 'Second correction', version } })
    },
  },
  mergeStainer: {
    not_found: async (api) => {
      const body = { into_id: (await makeStainer(api, api.home.admin)).id }
      return request(api, api.home.admin, { method: 'POST', url: `/api/stainers/${newId()}/merge/`, body })
    },
  },
} satisfies Provocations
