import type { DigestRhythm } from '@cresyl/contract/people/notifications'
import { and, count, desc, eq, gt, isNull, lt, lte, ne } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  digests,
  memberships,
  notifications,
  organizationSettings,
  profiles,
  users,
} from '../../platform/db/schema/index.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { lastDue } from './digest-time.ts'

const listed = 20

interface Reader {
  organizationId: string
  userId: string
  email: string
  rhythm: DigestRhythm
  timeZone: string
}

/** Queues a e-mail about unread notifications for everyone who wants one and has had none since it was due. How many. */
export async function queueDigests({ database, config, clock }: Context): Promise<number> {
  if (config.mail === null) return 0
  const now = clock.now()
  let queued = 0
  for (const reader of await database.asSystem(findReaders)) {
    if (await database.asSystem((tx) => queueDigest(tx, reader, now))) queued += 1
  }
  return queued
}

async function findReaders(tx: Tx): Promise<Reader[]> {
  return tx
    .select({
      organizationId: memberships.organizationId,
      userId: users.id,
      email: users.email,
      rhythm: profiles.digest,
      timeZone: organizationSettings.timeZone,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .innerJoin(memberships, and(eq(memberships.userId, users.id), isNull(memberships.disabledAt)))
    .innerJoin(organizationSettings, eq(organizationSettings.organizationId, memberships.organizationId))
    .where(and(ne(profiles.digest, 'off'), isNull(users.disabledAt)))
}

/** Noting that it was done and queueing the letter is one transaction: whoever dies in between has done neither. */
async function queueDigest(tx: Tx, reader: Reader, now: Date): Promise<boolean> {
  const { organizationId, userId, email, rhythm, timeZone } = reader
  if (rhythm === 'off') return false
  const due = lastDue(rhythm, now, timeZone)
  const since = await claim(tx, organizationId, userId, due)
  if (since === undefined) return false
  const unread = and(
    eq(notifications.organizationId, organizationId),
    eq(notifications.userId, userId),
    isNull(notifications.readAt),
    gt(notifications.createdAt, since),
    lte(notifications.createdAt, due),
  )
  const [counted] = await tx.select({ total: count() }).from(notifications).where(unread)
  const total = counted?.total ?? 0
  if (total === 0) return false
  const newest = await tx
    .select()
    .from(notifications)
    .where(unread)
    .orderBy(desc(notifications.createdAt))
    .limit(listed)
  const lines = newest.map(({ text }) => `- ${text}`)
  const more = total > newest.length ? [`- and ${total - newest.length} more`] : []
  await queueMail(tx, {
    to: email,
    subject: `Cresyl: ${total === 1 ? 'one notification' : `${total} notifications`} unread`,
    text: ['You have not read these yet:', '', ...lines, ...more].join('\n'),
    link: '/notifications?show=unread',
    atMostOnce: true,
  })
  return true
}

/** Up to when the person had been written to before; undefined where this letter is done already. */
async function claim(tx: Tx, organizationId: string, userId: string, due: Date): Promise<Date | undefined> {
  const never = new Date(0)
  const isIt = and(eq(digests.organizationId, organizationId), eq(digests.userId, userId))
  await tx.insert(digests).values({ organizationId, userId, upto: never }).onConflictDoNothing()
  const [before] = await tx
    .select()
    .from(digests)
    .where(and(isIt, lt(digests.upto, due)))
    .for('update')
  if (before === undefined) return undefined
  await tx.update(digests).set({ upto: due }).where(isIt)
  return before.upto
}
