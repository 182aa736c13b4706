import type { LiveResource } from '@cresyl/contract/events'

/** What the keys of every query about a resource begin with: by these a change finds what shows it. */
export const liveKeys = {
  organizations: ['organizations'],
  organization_settings: ['organization-settings'],
  users: ['users'],
  invitations: ['invitations'],
  api_tokens: ['api-tokens'],
  servers: ['servers'],
  projects: ['projects'],
  files: ['files'],
  slides: ['slides'],
  registrations: ['registrations'],
  images: ['images'],
  exports: ['exports'],
  qc_jobs: ['qc-jobs'],
  predictors: ['predictors'],
  inference_jobs: ['inference-jobs'],
  annotations: ['annotations'],
  tissues: ['tissues'],
  stainers: ['stainers'],
  jobs: ['jobs'],
  tickets: ['tickets'],
  notifications: ['notifications'],
} as const satisfies Record<LiveResource, readonly [string]>
