import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations } from './example.ts'

export async function makeProject(
  api: TestApi,
  admin: TestMember,
  name?: string,
): Promise<{ id: string; version: number }> {
  const body = { name: name ?? `Project ${nextSerial()}`, description: 'Made for a test' }
  const reply = await request(api, admin, { method: 'POST', url: '/api/projects/', body })
  if (reply.status !== 201) throw new Error(`No project: ${reply.text}`)
  return reply.json
}

export const projectExamples = {
  listProjects: async () => ({}),
  createProject: async () => ({ body: { name: `New project ${nextSerial()}` } }),
  readProject: async (api, admin) => ({ id: (await makeProject(api, admin)).id }),
  updateProject: async (api, admin) => {
    const { id, version } = await makeProject(api, admin)
    return { id, body: { description: 'Changed by a test', version } }
  },
  deleteProject: async (api, admin) => ({ id: (await makeProject(api, admin)).id }),
  restoreProject: async (api, admin) => {
    const { id } = await makeProject(api, admin)
    await request(api, admin, { method: 'DELETE', url: `/api/projects/${id}/` })
    return { id }
  },
  listProjectHistory: async (api, admin) => ({ id: (await makeProject(api, admin)).id }),
} satisfies Partial<Examples>

export const projectProvocations = {
  createProject: {
    name_taken: async (api) => {
      await makeProject(api, api.home.admin, 'Taken')
      return request(api, api.home.admin, {
        method: 'POST',
        url: '/api/projects/',
        body: { name: ' TAKEN ' },
      })
    },
  },
  updateProject: {
    name_taken: async (api) => {
      await makeProject(api, api.home.admin, 'Also taken')
      const { id } = await makeProject(api, api.home.admin)
      return request(api, api.home.admin, {
        method: 'PATCH',
        url: `/api/projects/${id}/`,
        body: { name: 'Also taken' },
      })
    },
    stale_version: async (api) => {
      const { id } = await makeProject(api, api.home.admin)
      const edit = { method: 'PATCH', url: `/api/projects/${id}/` } as const
      await request(api, api.home.manager, { ...edit, body: { description: 'first', version: 1 } })
      return request(api, api.home.admin, { ...edit, body: { description: 'second', version: 1 } })
    },
    archived: async (api) => {
      const { id } = await makeProject(api, api.home.admin)
      const edit = { method: 'PATCH', url: `/api/projects/${id}/` } as const
      await request(api, api.home.admin, { ...edit, body: { archived: true } })
      return request(api, api.home.admin, { ...edit, body: { name: 'Renamed in the archive' } })
    },
  },
  restoreProject: {
    name_taken: async (api) => {
      const { id } = await makeProject(api, api.home.admin, 'Comes back')
      await request(api, api.home.admin, { method: 'DELETE', url: `/api/projects/${id}/` })
      await makeProject(api, api.home.admin, 'Comes back')
      return request(api, api.home.admin, { method: 'POST', url: `/api/projects/${id}/restore/` })
    },
  },
} satisfies Provocations
