import { request, type TestApi } from '../test-api.ts'
import type { Examples, Provocations } from './example.ts'

const ask = (api: TestApi) =>
  request(api, api.home.admin, {
    method: 'POST',
    url: '/api/files/storage/purges/',
    body: { kinds: ['exports'] },
  })

/** One at a time: those that wait are cancelled. */
export async function cancelPurges(api: TestApi, admin: TestApi['home']['admin']): Promise<void> {
  const { json } = await request(api, admin, { url: '/api/jobs/?kind=purge_storage&state=queued' })
  for (const { id } of json.results) {
    await request(api, admin, { method: 'POST', url: `/api/jobs/${id}/cancel/` })
  }
}

export const storageExamples = {
  readStorage: async () => ({}),
  listPurgeable: async () => ({}),
  createPurge: async (api, admin) => {
    await cancelPurges(api, admin)
    return { body: { kinds: ['deleted_slides'] } }
  },
} satisfies Partial<Examples>

export const storageProvocations = {
  createPurge: {
    already_running: async (api) => {
      await ask(api)
      return ask(api)
    },
  },
} satisfies Provocations
