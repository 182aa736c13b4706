import type { Stainer } from '@cresyl/contract/lab/stainers'
import { files, slides, stainers as table } from '../../platform/db/schema/index.ts'
import { startReevaluation } from '../qc/reevaluate.ts'
import { differByStain, holdThresholds } from '../qc/thresholds.ts'
import type { AuditedWork } from '../work.ts'
import { mergeTerm } from './change-terms.ts'
import type { Vocabulary } from './vocabulary.ts'

type StainerWords = Pick<Stainer, 'stain_type'>

export const stainers: Vocabulary<StainerWords, Pick<Stainer, 'stain_type' | 'aliases'>> = {
  table,
  noun: 'stain',
  uniqueName: 'stainers_name',
  wordColumns: { stain_type: table.stainType },
  rowOf: ({ stain_type: stainType }) => ({ stainType }),
  view: ({ stain_type }, aliases) => ({ stain_type, aliases: aliases.map((each) => each.stain_type) }),
  references: [slides.stainerId, files.stainerId],
  slideColumn: slides.stainerId,
}

/** Its slides have another stain then, and may have to be judged by other limits. */
export async function mergeStainer(work: AuditedWork, id: string, intoId: string): Promise<Stainer> {
  const kept = await mergeTerm(work, stainers, id, intoId)
  const thresholds = await holdThresholds(work.tx, work.member.organizationId)
  if (differByStain(thresholds)) await startReevaluation(work)
  return kept
}
