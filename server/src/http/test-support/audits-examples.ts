import { request } from '../test-api.ts'
import type { Examples, Provocations } from './example.ts'
import { endJobs, makeJob } from './jobs-examples.ts'

export const auditExamples = {
  listAudits: async () => ({}),
  auditsDownloadUrl: async (_api, admin) => ({ subject: admin.organizationId }),
  readAuditSeals: async () => ({}),
  verifyAudits: async (api, admin) => {
    await endJobs(api, admin.organizationId)
    return {}
  },
} satisfies Partial<Examples>

export const auditProvocations = {
  verifyAudits: {
    already_running: async (api) => {
      await makeJob(api, api.home.admin, { kind: 'check_audits' })
      return request(api, api.home.manager, { method: 'POST', url: '/api/audits/verify/' })
    },
  },
} satisfies Provocations
