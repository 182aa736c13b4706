import { type JobKind, jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { JobState } from '@cresyl/contract/operations/jobs'
import { and, eq, inArray } from 'drizzle-orm'
import { jobs } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { type NewJob, sendJob } from '../../platform/queue/send-job.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations } from './example.ts'

export interface MadeJob extends Partial<NewJob> {
  kind?: JobKind
  state?: JobState
}

/** A job as it is in the table, past the rule that there is only one of a kind at a time. */
export async function makeJob(api: TestApi, member: TestMember, made: MadeJob = {}): Promise<string> {
  const { state = 'queued', kind = 'check_storage', ...rest } = made
  const { organizationId, userId } = member
  const { priority, attempts } = jobDefinitions[kind]
  return api.context.database.asMember({ organizationId, userId }, async (tx) => {
    const id = await sendJob(tx, {
      kind,
      organizationId,
      payload: {},
      priority,
      maxAttempts: attempts,
      createdBy: userId,
      ...rest,
    })
    if (state !== 'queued') {
      const running = state === 'running'
      const change = { incarnation: running ? newId() : null, finishedAt: running ? null : new Date() }
      await tx
        .update(jobs)
        .set({ state, ...change })
        .where(eq(jobs.id, id))
    }
    return id
  })
}

/** So that another one of the kind can be started. */
export async function endJobs(api: TestApi, organizationId: string): Promise<void> {
  await api.context.database.asSystem((tx) =>
    tx
      .update(jobs)
      .set({ state: 'cancelled', finishedAt: new Date(), incarnation: null })
      .where(and(eq(jobs.organizationId, organizationId), inArray(jobs.state, ['queued', 'running']))),
  )
}

const readers = jobDefinitions.check_storage.read

export const jobExamples = {
  listJobs: async () => ({}),
  readJob: async (api, admin) => ({ id: await makeJob(api, admin), readers }),
  startJob: async (api, admin) => {
    await endJobs(api, admin.organizationId)
    return { body: { kind: 'check_storage' } }
  },
  cancelJob: async (api, admin) => ({ id: await makeJob(api, admin), readers }),
  retryJob: async (api, admin) => {
    await endJobs(api, admin.organizationId)
    return { id: await makeJob(api, admin, { state: 'failed' }), readers }
  },
} satisfies Partial<Examples>

/** A manager sees that checks are judged again, but only an administrator has it done. */
function asManager(act: 'cancel' | 'retry') {
  return async (api: TestApi) => {
    const id = await makeJob(api, api.home.admin, { kind: 'reevaluate_qc', state: 'failed' })
    return request(api, api.home.manager, { method: 'POST', url: `/api/jobs/${id}/${act}/` })
  }
}

export const jobProvocations = {
  startJob: {
    already_running: async (api) => {
      await makeJob(api, api.home.admin)
      const body = { kind: 'check_storage' }
      return request(api, api.home.admin, { method: 'POST', url: '/api/jobs/', body })
    },
  },
  cancelJob: { forbidden: asManager('cancel') },
  retryJob: {
    forbidden: asManager('retry'),
    not_retryable: async (api) => {
      const id = await makeJob(api, api.home.admin, { state: 'succeeded' })
      return request(api, api.home.admin, { method: 'POST', url: `/api/jobs/${id}/retry/` })
    },
  },
} satisfies Provocations
