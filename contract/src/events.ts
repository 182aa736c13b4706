import type { ErrorCode } from './api/errors.ts'
import { id } from './api/fields.ts'
import type { Access } from './api/route.ts'
import { z } from './api/zod.ts'

/** What pages follow live, and who may: whoever may read it. */
export const liveResources = {
  organizations: 'member',
  organization_settings: 'read:organization_settings',
  users: 'member',
  invitations: 'update:organization_settings',
  api_tokens: 'update:organization_settings',
  servers: 'update:organization_settings',
  projects: 'read:projects',
  files: 'read:files',
  slides: 'read:slides',
  registrations: 'read:slides',
  images: 'read:images',
  exports: 'download:images',
  qc_jobs: 'read:qc_jobs',
  predictors: 'read:predictors',
  inference_jobs: 'read:inference_jobs',
  annotations: 'read:annotations',
  tissues: 'read:tissues',
  stainers: 'read:stainers',
  /** Each kind has readers of its own: a hint only says that some job changed. */
  jobs: 'member',
  /** One's own, or those of all: a hint only says that some ticket changed. */
  tickets: 'member',
  /** One's own. */
  notifications: 'member',
} as const satisfies Record<string, Access>

export type LiveResource = keyof typeof liveResources
export const liveResourceNames = Object.keys(liveResources) as [LiveResource, ...LiveResource[]]

/** A hint that something changed; whoever shows it asks again. Without an id: more than one. */
export const changeEvent = z.object({
  resource: z.enum(liveResourceNames),
  id: id.optional(),
  version: z.int().optional(),
})
export type ChangeEvent = z.infer<typeof changeEvent>

/**
 * What comes over the stream of GET /api/events/, as server-sent events: `event: change` with a change, `event: reset`
 * when changes may have been missed and everything shown should be asked for again.
 */
export const eventStream = {
  path: 'events',
  change: 'change',
  reset: 'reset',
  heartbeatSeconds: 20,
  /** How many one person may have open: each browser opens one. */
  mostOfOnePerson: 20,
  errors: ['unauthenticated', 'wrong_host', 'rate_limited', 'unavailable'],
} as const satisfies { errors: readonly ErrorCode[]; [name: string]: unknown }
