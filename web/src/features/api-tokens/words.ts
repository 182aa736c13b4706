import { isolate } from '@cresyl/contract/api/isolate'
import type { Action, Resource } from '@cresyl/contract/api/permissions'
import { counted } from '../../ui/text/counted.ts'

const resources: Record<Resource, string> = {
  annotations: 'Annotations',
  files: 'Scan files',
  inference_jobs: 'Predictor runs',
  organization_settings: 'Settings',
  projects: 'Projects',
  audits: 'Audit log',
  images: 'Images',
  predictors: 'Predictors',
  qc_jobs: 'Quality checks',
  slides: 'Slides',
  stainers: 'Stains',
  tissues: 'Tissues',
  viewers: 'Viewer',
}

const actions: Record<Action, string> = {
  create: 'create',
  read: 'read',
  update: 'change',
  delete: 'delete',
  download: 'download',
  upload: 'upload',
  view: 'view',
}

export const words = {
  resources,
  actions,
  list: {
    label: 'API tokens',
    context:
      'A script or program uses a token to act for the person who created it, within the token’s permissions.',
    loading: 'Loading the tokens',
    failedTitle: 'The tokens could not be loaded',
    found: (count: number) => counted(count, 'token'),
    columns: {
      name: 'Name',
      permissions: 'Permissions',
      createdBy: 'Created by',
      expires: 'Expires',
      lastUsed: 'Last used',
      state: 'State',
    },
    unknown: 'Unknown',
    never: 'Never',
    permissions: (count: number) => counted(count, 'permission'),
    states: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  },
  empty: {
    title: 'No API tokens yet',
    text: 'With a token, a script or program can use Cresyl for you, for example to upload scans or fetch results. Each token has its own permissions, expires, and can be revoked at any time.',
  },
  deeds: { read: 'see API tokens', create: 'create API tokens' },
  noAccess: {
    title: 'You may not see the API tokens',
    text: 'With a token, a script or program can use Cresyl for a person.',
  },
  create: {
    button: 'New token',
    title: 'New API token',
    submit: 'Create token',
    name: 'Name',
    nameHint: 'What it is for, such as “Scanner in room 4”.',
    nameRequired: 'A name is required.',
    expiry: 'Expires in',
    days: (count: number) => (count === 365 ? '1 year' : `${count} days`),
    permissions: 'Permissions',
    permissionsHint: 'At most your own. If you lose a permission later, the token loses it too.',
    permissionsRequired: 'Choose at least one permission.',
    chosen: (count: number, all: number) => `${count} of ${all} chosen`,
    presets: { read: 'Read only', all: 'Everything', none: 'Nothing' },
    presetsLabel: 'Choose several at once',
    allOf: (resource: string) => `All of ${resource}`,
  },
  ready: {
    title: 'Your new token',
    label: 'Token',
    warning: 'Copy it now: it cannot be shown again. Keep it like a password.',
    example: 'Try it from a command line',
    exampleLabel: 'Command',
    done: 'Done',
    leaveTitle: 'Close without copying?',
    leaveText: 'The token cannot be shown again. You would have to create another one.',
    leave: 'Close',
    stay: 'Go back',
  },
  revoke: {
    action: 'Revoke',
    title: 'Revoke this token?',
    text: 'stops working within a minute, everywhere it is used. This cannot be undone.',
    confirm: 'Revoke token',
    done: (name: string) => `“${isolate(name)}” was revoked.`,
    over: { expired: 'It has expired already.', revoked: 'It has been revoked already.' },
  },
} as const
