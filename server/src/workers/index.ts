import type { JobPayload, RunnableJobKind } from '@cresyl/contract/operations/job-kinds'
import type { JobHandler } from '../platform/queue/job-handler.ts'
import type { Cron } from '../platform/queue/worker-options.ts'
import { alignSlides } from './align/align-slides.ts'
import { checkAudits } from './checks/check-audits.ts'
import { checkStorage } from './checks/check-storage.ts'
import { deidentify } from './deidentify/deidentify.ts'
import { makeDemo } from './demo/make-demo.ts'
import { removeDemo } from './demo/remove-demo.ts'
import { editSomeSlides } from './edit-some-slides.ts'
import { exportRegion } from './export/export-region.ts'
import { inference } from './inference/inference.ts'
import { ingest } from './ingest/ingest.ts'
import { janitor } from './purge/janitor.ts'
import { purge } from './purge/purge.ts'
import { purgeStorage } from './purge/purge-storage.ts'
import { qc } from './qc/qc.ts'
import { reevaluateQc } from './qc/reevaluate-qc.ts'
import { queueInference, queueQc } from './queue-slides.ts'

export { onSettled } from '../domain/jobs/follow-up.ts'

/** Every kind of job that is run has its handler: a missing one does not compile. */
export const handlers = {
  ingest,
  export_region: exportRegion,
  deidentify,
  align_slides: alignSlides,
  edit_some_slides: editSomeSlides,
  qc,
  queue_qc: queueQc,
  reevaluate_qc: reevaluateQc,
  inference,
  queue_inference: queueInference,
  make_demo: makeDemo,
  remove_demo: removeDemo,
  check_storage: checkStorage,
  check_audits: checkAudits,
  purge_storage: purgeStorage,
  janitor,
  purge,
} satisfies { [Kind in RunnableJobKind]: JobHandler<JobPayload<Kind>> }

/** What the platform does for itself, and when. */
export const cron = {
  janitor: { everyMinutes: 10 },
  purge: { everyMinutes: 60, atMinute: 23 },
} satisfies Partial<Record<RunnableJobKind, Cron[string]>>
