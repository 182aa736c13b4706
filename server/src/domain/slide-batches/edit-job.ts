import type { Tx } from '../../platform/db/database.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import type { JobRules, Summary } from '../jobs/rules.ts'
import type { Member } from '../work.ts'
import { requireRight } from './create-batch.ts'
import { countOutcomes, findBatch, type Outcomes } from './queries.ts'

/** Of the job that changes some of the slides. */
export const editRules: JobRules = { requireRetryRight }
/** Of the batch that stands for them. */
export const editBatchRules: JobRules = { requireRetryRight, summarize: summarizeEdits }

/** Who may change slides has no others' deletion go on without the right to delete. */
async function requireRetryRight(
  tx: Tx,
  member: Member,
  { id, parentId }: Pick<JobRow, 'id' | 'parentId'>,
): Promise<void> {
  const { action } = await findBatch(tx, parentId ?? id)
  requireRight(member, action)
}

/** People count slides, not the parts in which they are changed. */
async function summarizeEdits(tx: Tx, batchId: string): Promise<Summary> {
  return { message: sentenceOf(await countOutcomes(tx, batchId)) }
}

function sentenceOf({ total, changed, unchanged, skipped }: Outcomes): string {
  const left = total - changed - unchanged - skipped
  const others = [
    unchanged > 0 && `${unchanged} needed no change`,
    skipped > 0 && `${skipped} could not be changed`,
    left > 0 && `${left} ${left === 1 ? 'was left as it was' : 'were left as they were'}`,
  ].filter((each) => each !== false)
  return `${[`${changed} of ${total} ${total === 1 ? 'slide was' : 'slides were'} changed`, ...others].join(', ')}.`
}
