import { slideLink } from '@cresyl/contract/slides/slides'
import type { Tx } from '../../platform/db/database.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import { awaitReading, failReading } from '../files/reading.ts'
import type { JobOutcome, JobRules, JobSubject } from '../jobs/rules.ts'
import { tellTogether } from '../notifications/tell-together.ts'
import { findReadSlide } from './find-read-slide.ts'

/** Of the job that reads a slide. */
export const readingRules: JobRules = {
  onEnd: async (tx, job, outcome) => {
    if (outcome !== 'succeeded') await failReading(tx, job, job.message ?? '')
  },
  onCancel: (tx, job) => failReading(tx, job, 'It was cancelled before the file was read.'),
  onRetry: awaitReading,
  describe: describeReading,
  tell: (tx, end) => tellTogether(tx, 'files', end),
}

/** People know the file by its name, and look at the slide rather than at the job. */
async function describeReading(tx: Tx, job: JobRow, end: JobOutcome): Promise<JobSubject | undefined> {
  const read = await findReadSlide(tx, job)
  if (read === undefined) return undefined
  const describe: JobSubject['describe'] = (outcome, message) =>
    outcome === 'succeeded'
      ? `${read.fileName} is ready: ${message}`
      : `${read.fileName} could not be read. ${message.replace(/ Details: .*$/s, '')}`
  if (end === 'succeeded' && read.slide) return { describe, link: slideLink(read.slide.id) }
  return { describe, ...(job.subjectId !== null && { link: `/uploads?file=${job.subjectId}` }) }
}
