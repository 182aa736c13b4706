import { offerAudits } from '../../domain/audit/audits-csv.ts'
import { listAudits } from '../../domain/audit/list-audits.ts'
import { readLastVerification, readSealed } from '../../domain/audit/read-seals.ts'
import { readOpenJob } from '../../domain/jobs/read-jobs.ts'
import { startJob } from '../../domain/jobs/start-job.ts'
import { auditsAddress } from '../files/audit-files.ts'
import type { Handlers } from '../handler.ts'

const showDeleted = { showDeleted: true }

export const auditHandlers = {
  listAudits: async (call) => {
    const { results, count, next, moreThanCount, searchedTo } = await call.read(
      (work) => listAudits(work, call.query),
      showDeleted,
    )
    return {
      count,
      next: next === undefined ? null : call.link({ before: next, offset: '0' }),
      previous: null,
      results,
      more_than_count: moreThanCount,
      searched_to: searchedTo,
    }
  },

  auditsDownloadUrl: async (call, context) => {
    const offered = await call.write((work) => offerAudits(work, call.query))
    return { url: auditsAddress(context, call.member, call.query), ...offered, size: null }
  },

  readAuditSeals: async (call) => ({
    ...(await call.readSystem(readSealed)),
    ...(await call.read(async (work) => {
      const running = await readOpenJob(work, 'check_audits')
      return { last_verification: await readLastVerification(work), running }
    })),
  }),

  verifyAudits: (call) => call.write((work) => startJob(work, 'check_audits')),
} satisfies Partial<Handlers>
