import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import {
  type NotificationKind,
  type NotificationPreferences,
  notificationDefaults,
} from '@cresyl/contract/people/notifications'
import type { Profile, updateProfile as updateProfileRoute } from '@cresyl/contract/people/profiles'
import { eq } from 'drizzle-orm'
import { profiles, users } from '../../platform/db/schema/index.ts'
import { foldText } from '../../platform/text.ts'
import { changesBetween } from '../changes.ts'
import { choosePicture, removePicture } from '../pictures/pictures.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { findProfile, isManagedElsewhere, lockProfile, viewProfile } from './queries.ts'

type ProfileEdit = RouteRequest<typeof updateProfileRoute>['body']

/** In a transaction of the platform: a person has one profile in all their organisations. */
export async function updateProfile(work: AuditedWork, edit: ProfileEdit): Promise<Profile> {
  const { tx, member, now } = work
  const { userId } = member
  const found = await lockProfile(tx, userId)
  const current = viewProfile(found, member)
  await refuseStale(edit, current, () => current)
  if (isManagedElsewhere(found)) refuseOwnNameAndPicture(current, edit)
  const person = {
    name: edit.name ?? current.name,
    picture: await choosePicture(tx, edit.picture, current.picture),
  }
  const chosen = {
    theme: edit.theme ?? current.theme,
    locale: edit.locale === undefined ? current.locale : edit.locale,
    notifications: mergePreferences(current.notifications, edit.notifications),
    digest: edit.digest ?? current.digest,
    welcomed: edit.welcomed ?? current.welcomed,
  }
  const changed = Object.keys(changesBetween(current, { ...person, ...chosen }))
  if (changed.length === 0) return current

  await tx
    .update(users)
    .set({ ...person, nameKey: foldText(person.name), updatedAt: now })
    .where(eq(users.id, userId))
  if (person.picture !== current.picture) await removePicture(tx, current.picture)
  await tx
    .update(profiles)
    .set({ ...chosen, updatedAt: now, version: current.version + 1 })
    .where(eq(profiles.userId, userId))
  // Which, not what: names of people have no place in a log that can't be changed.
  work.record({ id: userId, details: { changed } })
  return viewProfile(await findProfile(tx, userId), member)
}

function refuseOwnNameAndPicture(current: Profile, { name, picture }: ProfileEdit): void {
  const keeps = (given: unknown, own: unknown) => given === undefined || given === own
  if (keeps(name, current.name) && keeps(picture, current.picture)) return
  throw new ApiError('managed_elsewhere', {
    detail: 'Your name and your picture are managed by your identity provider. Change them there.',
  })
}

/** Kind by kind; in the order of the catalogue, without what is as by default. */
function mergePreferences(
  current: NotificationPreferences,
  given: NotificationPreferences = {},
): NotificationPreferences {
  const merged = Object.entries({ ...current, ...given }).filter(
    ([, { in_app, email }]) => in_app !== notificationDefaults.in_app || email !== notificationDefaults.email,
  )
  return Object.fromEntries(merged.sort(([a], [b]) => a.localeCompare(b))) as Partial<
    Record<NotificationKind, { in_app: boolean; email: boolean }>
  >
}
