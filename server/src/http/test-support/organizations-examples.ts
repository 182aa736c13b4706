import type { ListedOrganization, OrganizationSettings } from '@cresyl/contract/people/organizations'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations } from './example.ts'

export async function makeOrganization(api: TestApi, body: object = {}): Promise<ListedOrganization> {
  const serial = nextSerial()
  const reply = await request(api, api.superadmin, {
    method: 'POST',
    url: '/api/organizations/',
    body: { name: `organization-${serial}`, display_name: `Organisation ${serial}`, ...body },
  })
  if (reply.status !== 201) throw new Error(`No organisation: ${reply.text}`)
  return reply.json
}

export async function readSettings(api: TestApi, member: TestMember): Promise<OrganizationSettings> {
  const reply = await request(api, member, { url: '/api/organization-settings/?limit=-1' })
  return reply.json.results[0]
}

export const organizationExamples = {
  currentOrganization: async () => ({}),
  listOrganizations: async () => ({}),
  createOrganization: async () => {
    const serial = nextSerial()
    return { body: { name: `new-organization-${serial}`, display_name: `New organisation ${serial}` } }
  },
  updateOrganization: async (api) => {
    const { id, version } = await makeOrganization(api)
    return { id, body: { quota_bytes: 2 ** 40, version } }
  },
  listOrganizationSettings: async () => ({}),
  updateOrganizationSettings: async (api, admin) => {
    const { id, version } = await readSettings(api, admin)
    const annotation_classes = [{ name: 'Tumour', color: '#6B2FA0', hotkey: 't' }]
    return { id, body: { retention_days: 30 + nextSerial(), version }, otherBodies: [{ annotation_classes }] }
  },
} satisfies Partial<Examples>

export const organizationProvocations = {
  createOrganization: {
    name_taken: async (api) => {
      const { name } = await makeOrganization(api)
      const body = { name, display_name: 'Another one' }
      return request(api, api.superadmin, { method: 'POST', url: '/api/organizations/', body })
    },
  },
  updateOrganization: {
    stale_version: async (api) => {
      const { id, version } = await makeOrganization(api)
      const edit = { method: 'PATCH', url: `/api/organizations/${id}/` } as const
      await request(api, api.superadmin, { ...edit, body: { display_name: 'First', version } })
      return request(api, api.superadmin, { ...edit, body: { display_name: 'Second', version } })
    },
  },
  updateOrganizationSettings: {
    stale_version: async (api) => {
      const { id, version, retention_days: days } = await readSettings(api, api.home.admin)
      const edit = { method: 'PATCH', url: `/api/organization-settings/${id}/` } as const
      await request(api, api.home.admin, { ...edit, body: { retention_days: days + 1, version } })
      return request(api, api.home.admin, { ...edit, body: { retention_days: days + 2, version } })
    },
  },
} satisfies Provocations
