import type { AuditedWork } from '../work.ts'
import { listAudits } from './list-audits.ts'
import type { AuditFilter } from './log-queries.ts'

interface OfferedAudits {
  file_name: string
  count: number
}

/** Audits that an address is handed out: whoever has it may fetch what lies there. */
export async function offerAudits(work: AuditedWork, filter: AuditFilter): Promise<OfferedAudits> {
  work.record({ id: work.member.organizationId, details: { ...filter } })
  const { count } = await listAudits(work, { ...filter, limit: 1, offset: 0 })
  return { file_name: auditsFileName(work.now), count }
}

export const auditsFileName = (now: Date): string => `audit-log-${now.toISOString().slice(0, 10)}.csv`
