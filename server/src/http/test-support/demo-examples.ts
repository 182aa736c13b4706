import { demos } from '../../platform/db/schema/index.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations } from './example.ts'
import { endJobs, makeJob } from './jobs-examples.ts'

/** A demo whose slides have all come; of an organisation that has had one it is as on its first day. */
async function makeDemoRow(api: TestApi, admin: TestMember): Promise<void> {
  const { organizationId } = admin
  await endJobs(api, organizationId)
  const jobId = await makeJob(api, admin, { kind: 'make_demo', state: 'succeeded' })
  const fresh = { total: 1, jobId, removedAt: null }
  await api.context.database.asSystem((tx) =>
    tx
      .insert(demos)
      .values({ organizationId, ...fresh })
      .onConflictDoUpdate({ target: demos.organizationId, set: fresh }),
  )
}

export const demoExamples = {
  readDemo: async () => ({}),
  removeDemo: async (api, admin) => {
    await makeDemoRow(api, admin)
    // What the audit log says it is about.
    return { id: admin.organizationId }
  },
} satisfies Partial<Examples>

export const demoProvocations = {
  removeDemo: {
    already_running: async (api) => {
      await makeDemoRow(api, api.home.admin)
      const remove = { method: 'DELETE', url: '/api/demo/' } as const
      await request(api, api.home.admin, remove)
      return request(api, api.home.admin, remove)
    },
  },
} satisfies Provocations
