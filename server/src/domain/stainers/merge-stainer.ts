import type { Stainer } from '@cresyl/contract/stainers'
import { startReevaluation } from '../qc/start-reevaluation.ts'
import { differByStain, holdThresholds } from '../qc-judging/thresholds.ts'
import { mergeTerm } from '../vocabulary/merge-term.ts'
import type { AuditedWork } from '../work.ts'
import { stainers } from './stainers.ts'

/** Its slides have another stain then, and may have to be judged by other limits. */
export async function mergeStainer(work: AuditedWork, id: string, intoId: string): Promise<Stainer> {
  const kept = await mergeTerm(work, stainers, id, intoId)
  const thresholds = await holdThresholds(work.tx, work.member.organizationId)
  if (differByStain(thresholds)) await startReevaluation(work)
  return kept
}
