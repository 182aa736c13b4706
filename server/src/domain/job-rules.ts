import type { JobKind } from '@cresyl/contract/operations/job-kinds'
import { findAskers } from './files/copying.ts'
import { afterCancelledChecks, afterCheck } from './inference/after-check.ts'
import { runBatchRules, runRules } from './inference/run-job.ts'
import type { JobRules } from './jobs/rules.ts'
import { checkBatchRules, checkRules } from './qc/check-job.ts'
import { editBatchRules, editRules } from './slide-batches/edit-job.ts'
import { summarizeRuns } from './slide-batches/summarize-runs.ts'
import { readingRules } from './slides/reading-job.ts'

/** Of each kind of job what it brings about; the others end with an audit row and word to who asked for them. */
const jobRules: { readonly [Kind in JobKind]?: JobRules } = {
  ingest: readingRules,
  // One job copies a file for all who ask for it.
  deidentify: { describe: async (tx, job) => ({ waiting: await findAskers(tx, job) }) },
  qc: {
    ...checkRules,
    onEnd: (tx, job) => afterCheck(tx, job, job.finishedAt ?? new Date()),
    onCancel: afterCancelledChecks,
  },
  qc_batch: { ...checkBatchRules, onCancelParts: afterCancelledChecks },
  inference: runRules,
  inference_batch: { ...runBatchRules, summarize: summarizeRuns },
  edit_slides: editBatchRules,
  edit_some_slides: editRules,
  check_organization: { parts: ['check_storage', 'check_audits'] },
}

/** A job may be of a version that knows more kinds. */
export function rulesOf(kind: string): JobRules {
  return jobRules[kind as JobKind] ?? {}
}
