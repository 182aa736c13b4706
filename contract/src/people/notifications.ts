import { id, time } from '../api/fields.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'

/** What people are told about, in the words of the page where they choose. */
export const notificationKinds = {
  'member.joined': {
    label: 'Someone joined',
    text: 'Someone has joined the organisation.',
  },
  'member.role_changed': { label: 'Your role', text: 'An administrator changed what you may do.' },
  'security.password_changed': { label: 'Your password', text: 'Your password was changed or reset.' },
  'security.signed_out_elsewhere': { label: 'Your sessions', text: 'You were signed out on other devices.' },
  'security.api_token': {
    label: 'API tokens',
    text: 'An API token was created or revoked in your organisation.',
  },
  'job.finished': {
    label: 'Finished jobs',
    text: 'A job you started has finished.',
  },
  'job.failed': { label: 'Failed jobs', text: 'A job you started has failed.' },
  'qc.failed': {
    label: 'Failed quality checks',
    text: 'A slide you uploaded or had checked failed quality control, or could not be checked.',
  },
  'qc.overridden': {
    label: 'Overridden quality checks',
    text: 'Someone overrode, or undid an override of, a check of your slide.',
  },
  'support.answered': { label: 'Answers from support', text: 'Someone answered one of your tickets.' },
  'support.asked': {
    label: 'Tickets',
    text: 'A member asked for help or added to a ticket you can answer.',
  },
  mention: {
    label: 'Mentions',
    text: 'Someone mentioned you in a comment or in the notes of an annotation.',
  },
  assignment: { label: 'Assignments', text: 'Someone assigned annotations to you for review.' },
  'storage.nearly_full': {
    label: 'Storage nearly full',
    text: 'The storage of your organisation, or its disk, is 80 or 95 % full.',
  },
  'organization.quota': { label: 'Storage quota', text: 'The storage quota of your organisation changed.' },
} as const satisfies Record<string, { label: string; text: string }>

export type NotificationKind = keyof typeof notificationKinds
export const notificationKindKeys = Object.keys(notificationKinds) as [
  NotificationKind,
  ...NotificationKind[],
]

/** Only what differs from the default is kept: shown in the app, not sent by e-mail. */
export const notificationPreferences = z.partialRecord(
  z.enum(notificationKindKeys),
  z.strictObject({ in_app: z.boolean(), email: z.boolean() }),
)
export type NotificationPreferences = z.infer<typeof notificationPreferences>

/** How often a letter tells of everything that is still unread. */
export const digestRhythms = ['off', 'daily', 'weekly'] as const
export type DigestRhythm = (typeof digestRhythms)[number]

export const notificationDefaults = { in_app: true, email: false } as const

export const notification = z.object({
  id,
  kind: z.enum(notificationKindKeys),
  /** One sentence. */
  text: z.string(),
  /** A path of the app, where there is something to see. */
  link: z.string().nullable(),
  created_at: time,
  read_at: time.nullable(),
})
export type Notification = z.infer<typeof notification>

export const listNotifications = route({
  method: 'GET',
  path: 'notifications',
  summary: 'Your notifications in this organisation, newest first',
  access: 'member',
  inPerson: true,
  query: z.strictObject({
    ...paging,
    unread: z.boolean().optional(),
    kind: z.array(z.enum(notificationKindKeys)).optional(),
  }),
  response: listOf(notification).extend({ unread: z.int() }),
  status: 200,
})

export const updateNotification = route({
  method: 'PATCH',
  path: 'notifications/{id}',
  summary: 'Mark a notification as read or unread',
  access: 'member',
  inPerson: true,
  params: z.strictObject({ id }),
  body: z.strictObject({ read: z.boolean() }),
  response: notification,
  status: 200,
  audit: null,
})

export const readAllNotifications = route({
  method: 'POST',
  path: 'notifications/read',
  summary: 'Mark everything up to now as read',
  access: 'member',
  inPerson: true,
  response: z.object({ read: z.int() }),
  status: 200,
  audit: null,
})
