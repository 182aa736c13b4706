import { listAudits } from '../../domain/audit-log/list-audits.ts'
import { offerAudits } from '../../domain/audit-log/offer-audits.ts'
import { readSealed, readVerification } from '../../domain/audit-log/read-seals.ts'
import { startJob } from '../../domain/jobs/start-job.ts'
import { auditsAddress } from '../audit-files.ts'
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
    ...(await call.read(readVerification)),
  }),

  verifyAudits: (call) => call.write((work) => startJob(work, 'check_audits')),
} satisfies Partial<Handlers>
