import { cancelJob } from '../../domain/jobs/cancel-job.ts'
import { listJobs, readJob } from '../../domain/jobs/read-jobs.ts'
import { retryJob } from '../../domain/jobs/retry-job.ts'
import { startJob } from '../../domain/jobs/start-job.ts'
import type { Handlers } from '../handler.ts'

export const jobHandlers = {
  listJobs: async (call) => call.page(await call.read((work) => listJobs(work, call.query))),

  readJob: (call) => call.read((work) => readJob(work, call.params.id)),

  startJob: (call) => call.write((work) => startJob(work, call.body.kind)),

  cancelJob: (call) => call.write((work) => cancelJob(work, call.params.id)),

  retryJob: (call) => call.write((work) => retryJob(work, call.params.id)),
} satisfies Partial<Handlers>
