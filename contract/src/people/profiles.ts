import { id, line, name, time, version } from '../api/fields.ts'
import { requestLimits } from '../api/limits.ts'
import { listOf, paging } from '../api/list.ts'
import { permission } from '../api/permissions.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { digestRhythms, notificationPreferences } from './notifications.ts'
import { givenPicture } from './organizations.ts'

export const themes = ['system', 'light', 'dark'] as const

/** Offered for dates and numbers; the words of the app are English. */
export const locales = [
  'en-GB',
  'en-US',
  'de-DE',
  'fr-FR',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'sv-SE',
  'da-DK',
  'fi-FI',
  'ja-JP',
  'ko-KR',
  'zh-CN',
] as const

export const profile = z.object({
  id,
  email: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
  theme: z.enum(themes),
  /** Null: that of the browser. */
  locale: z.enum(locales).nullable(),
  notifications: notificationPreferences,
  digest: z.enum(digestRhythms),
  /** Has seen the welcome, or sent it away. */
  welcomed: z.boolean(),
  /** Who keeps name, picture and password: Cresyl, or another identity provider. */
  managed_by: z.enum(['cresyl', 'provider']),
  superadmin: z.boolean(),
  /** A superadmin in an organisation that they don't belong to. */
  acting: z.boolean(),
  /** What they may do in this organisation; the tokens of some providers don't say. */
  permissions: z.array(permission),
  version,
})
export type Profile = z.infer<typeof profile>

export const readProfile = route({
  method: 'GET',
  path: 'profiles/me',
  summary: 'Your own profile',
  access: 'member',
  inPerson: true,
  response: profile,
  status: 200,
})

export const listProfiles = route({
  method: 'GET',
  path: 'profiles',
  summary: 'Profiles you may see: your own',
  access: 'member',
  inPerson: true,
  query: z.strictObject({ ...paging }),
  response: listOf(profile),
  status: 200,
})

export const updateProfile = route({
  method: 'PATCH',
  path: 'profiles/me',
  summary: 'Change your own profile',
  access: 'member',
  inPerson: true,
  body: z.strictObject({
    name: name.optional(),
    picture: givenPicture.nullable().optional(),
    theme: z.enum(themes).optional(),
    locale: z.enum(locales).nullable().optional(),
    notifications: notificationPreferences.optional(),
    digest: z.enum(digestRhythms).optional(),
    welcomed: z.boolean().optional(),
    version: version.optional(),
  }),
  response: profile,
  status: 200,
  errors: ['stale_version', 'managed_elsewhere'],
  audit: 'profile.updated',
  bodyLimit: requestLimits.listBody,
})

export const changePassword = route({
  method: 'POST',
  path: 'profiles/me/password',
  summary: 'Change your own password; you stay signed in here and are signed out everywhere else',
  access: 'member',
  inPerson: true,
  body: z.strictObject({ current: z.string().max(1024), new: z.string().max(1024) }),
  status: 204,
  errors: ['wrong_password', 'managed_elsewhere', 'rate_limited'],
  audit: 'password.changed',
  whenFull: true,
})

export const signInSession = z.object({
  id: z.string(),
  /** The one this request came from. */
  current: z.boolean(),
  /** In words, such as Firefox on Linux. */
  device: z.string(),
  started_at: time,
  last_seen_at: time,
})
export type SignInSession = z.infer<typeof signInSession>

export const listSessions = route({
  method: 'GET',
  path: 'profiles/me/sessions',
  summary: 'Where you are signed in',
  access: 'member',
  inPerson: true,
  query: z.strictObject({ ...paging }),
  response: listOf(signInSession),
  status: 200,
})

export const endSessions = route({
  method: 'POST',
  path: 'profiles/me/sessions/end',
  summary: 'Sign out elsewhere: one session, or all but this one',
  access: 'member',
  inPerson: true,
  body: z.strictObject({ session_id: line(128).optional() }),
  response: z.object({ ended: z.int() }),
  status: 200,
  audit: 'session.revoked',
  whenFull: true,
})
