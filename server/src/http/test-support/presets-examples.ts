import type { Preset } from '@cresyl/contract/slides/presets'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations, type Reply } from './example.ts'
import { makeProject } from './projects-examples.ts'

export const plainDisplay = {
  color: { brightness: 0, contrast: 0, gamma: 1, icc: false },
  channels: [{ name: 'DAPI', shown: true, color: '#0000FF', low: 100, high: 4000, gamma: 1 }],
}

export function savePreset(
  api: TestApi,
  member: TestMember,
  projectId: string,
  name = `Preset ${nextSerial()}`,
): Promise<Reply> {
  const body = { project_id: projectId, name, display: plainDisplay }
  return request(api, member, { method: 'POST', url: '/api/projects/presets/', body })
}

export async function makePreset(api: TestApi, admin: TestMember, name?: string): Promise<Preset> {
  const { id } = await makeProject(api, admin)
  const reply = await savePreset(api, admin, id, name)
  if (reply.status !== 201) throw new Error(`No preset: ${reply.text}`)
  return reply.json
}

function archive(api: TestApi, projectId: string): Promise<Reply> {
  return request(api, api.home.admin, {
    method: 'PATCH',
    url: `/api/projects/${projectId}/`,
    body: { archived: true },
  })
}

export const presetExamples = {
  listPresets: async () => ({}),
  createPreset: async (api, admin) => {
    const { id } = await makeProject(api, admin)
    return { body: { project_id: id, name: 'Nuclei', display: plainDisplay } }
  },
  updatePreset: async (api, admin) => {
    const { id, version } = await makePreset(api, admin)
    return { id, body: { name: 'Renamed by a test', version }, otherBodies: [{ display: plainDisplay }] }
  },
  deletePreset: async (api, admin) => ({ id: (await makePreset(api, admin)).id }),
} satisfies Partial<Examples>

const edit = (api: TestApi, id: string, body: unknown) =>
  request(api, api.home.admin, { method: 'PATCH', url: `/api/projects/presets/${id}/`, body })

export const presetProvocations = {
  createPreset: {
    not_found: async (api) => {
      const { id } = await makeProject(api, api.home.admin)
      await request(api, api.home.admin, { method: 'DELETE', url: `/api/projects/${id}/` })
      return savePreset(api, api.home.admin, id)
    },
    name_taken: async (api) => {
      const { project_id } = await makePreset(api, api.home.admin, 'Taken')
      return savePreset(api, api.home.admin, project_id, ' TAKEN ')
    },
    archived: async (api) => {
      const { id } = await makeProject(api, api.home.admin)
      await archive(api, id)
      return savePreset(api, api.home.admin, id)
    },
  },
  updatePreset: {
    name_taken: async (api) => {
      const { project_id } = await makePreset(api, api.home.admin, 'Also taken')
      const other = await savePreset(api, api.home.admin, project_id)
      return edit(api, other.json.id, { name: 'Also taken' })
    },
    stale_version: async (api) => {
      const { id, version } = await makePreset(api, api.home.admin)
      await edit(api, id, { name: 'First', version })
      return edit(api, id, { name: 'Second', version })
    },
    archived: async (api) => {
      const { id, project_id } = await makePreset(api, api.home.admin)
      await archive(api, project_id)
      return edit(api, id, { name: 'Renamed in the archive' })
    },
  },
  deletePreset: {
    archived: async (api) => {
      const { id, project_id } = await makePreset(api, api.home.admin)
      await archive(api, project_id)
      return request(api, api.home.admin, { method: 'DELETE', url: `/api/projects/presets/${id}/` })
    },
  },
} satisfies Provocations
