import { type Permission, permissionsOf, roleKeys } from '@cresyl/contract/api/permissions'
import { type NotificationKind, notificationKinds } from '@cresyl/contract/people/notifications'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { notifications } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { queueMail } from '../mail/queue-mail.ts'

export interface News {
  organizationId: string
  kind: NotificationKind
  /** One sentence. */
  text: string
  /** A path of the app. */
  link?: string
  /** People, or everyone whose role holds a permission; whoever is not an active member is left out. */
  to: readonly string[] | { permission: Permission }
  /** Who did it and need not be told. */
  except?: string
  /** Nobody is written to: they were, of what this repeats. */
  inAppOnly?: boolean
  now: Date
}

interface Addressee {
  userId: string
  email: string
  inApp: boolean
  byEmail: boolean
}

/** Tells people of something, each in the way they chose, in the transaction in which it happens. */
export async function notify(tx: Tx, news: News): Promise<void> {
  const { organizationId, kind, text, link, now } = news
  const addressees = (await findAddressees(tx, news)).filter(({ userId }) => userId !== news.except)
  const rows = addressees
    .filter(({ inApp }) => inApp)
    .map(({ userId }) => ({
      id: newId(now.getTime()),
      organizationId,
      userId,
      kind,
      text,
      link: link ?? null,
      createdAt: now,
    }))
  if (rows.length > 0) await tx.insert(notifications).values(rows)
  if (news.inAppOnly) return
  for (const { email } of addressees.filter(({ byEmail }) => byEmail)) {
    const subject = `Cresyl: ${notificationKinds[kind].label}`
    await queueMail(tx, { to: email, subject, text, ...(link !== undefined && { link }) })
  }
}

/** By a function of the database: nobody may read how others want to be told. */
async function findAddressees(tx: Tx, { organizationId, kind, to }: News): Promise<Addressee[]> {
  const people = 'permission' in to ? [] : [...to]
  const roles = 'permission' in to ? rolesHolding(to.permission) : []
  const { rows } = await tx.execute<Addressee & Record<string, unknown>>(sql`
    select user_id as "userId", email, in_app as "inApp", by_email as "byEmail"
    from people_to_notify(
      ${organizationId}::uuid, ${kind}, ${sql.param(people)}::uuid[], ${sql.param(roles)}::text[])`)
  return rows
}

function rolesHolding(permission: Permission): string[] {
  return roleKeys.filter((role) => permissionsOf(role).includes(permission))
}
