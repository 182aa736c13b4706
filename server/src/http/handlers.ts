import type { Handlers } from './handler.ts'
import { annotationHandlers } from './handlers/annotations.ts'
import { apiTokenHandlers } from './handlers/api-tokens.ts'
import { auditHandlers } from './handlers/audits.ts'
import { dashboardHandlers } from './handlers/dashboard.ts'
import { demoHandlers } from './handlers/demo.ts'
import { exportHandlers } from './handlers/exports.ts'
import { fileHandlers } from './handlers/files.ts'
import { imageHandlers } from './handlers/images.ts'
import { inferenceJobHandlers } from './handlers/inference-jobs.ts'
import { jobHandlers } from './handlers/jobs.ts'
import { notificationHandlers } from './handlers/notifications.ts'
import { organizationHandlers } from './handlers/organizations.ts'
import { predictorHandlers } from './handlers/predictors.ts'
import { presetHandlers } from './handlers/presets.ts'
import { profileHandlers } from './handlers/profiles.ts'
import { projectHandlers } from './handlers/projects.ts'
import { qcJobHandlers } from './handlers/qc-jobs.ts'
import { registrationEstimateHandlers, registrationHandlers } from './handlers/registrations.ts'
import { serverHandlers } from './handlers/servers.ts'
import { slideBatchHandlers } from './handlers/slide-batches.ts'
import { slideHandlers } from './handlers/slides.ts'
import { storageHandlers } from './handlers/storage.ts'
import { supportHandlers } from './handlers/support.ts'
import { userHandlers } from './handlers/users.ts'
import { viewerHandlers } from './handlers/viewers.ts'
import { stainerHandlers, tissueHandlers } from './handlers/vocabulary.ts'

/** Every route has its handler: a missing one does not compile. */
export const handlers: Handlers = {
  ...annotationHandlers,
  ...apiTokenHandlers,
  ...auditHandlers,
  ...dashboardHandlers,
  ...demoHandlers,
  ...exportHandlers,
  ...fileHandlers,
  ...imageHandlers,
  ...inferenceJobHandlers,
  ...jobHandlers,
  ...notificationHandlers,
  ...organizationHandlers,
  ...predictorHandlers,
  ...presetHandlers,
  ...profileHandlers,
  ...projectHandlers,
  ...qcJobHandlers,
  ...registrationEstimateHandlers,
  ...registrationHandlers,
  ...serverHandlers,
  ...slideBatchHandlers,
  ...slideHandlers,
  ...stainerHandlers,
  ...storageHandlers,
  ...supportHandlers,
  ...tissueHandlers,
  ...userHandlers,
  ...viewerHandlers,
}
