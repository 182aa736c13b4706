import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { organizations, tickets, users } from '../../platform/db/schema/index.ts'
import type { Attachment } from '../../platform/hubspot/hubspot.ts'
import { recordAudit } from '../audit/record.ts'
import type { Sender } from './letter.ts'
import { findScreenshot } from './screenshot.ts'
import type { TicketRow } from './view.ts'

/** Longer than one attempt can last: a ticket whose sender died meanwhile is taken up by another one then. */
const lease = 5 * 60_000

type Parts = Pick<Context, 'database' | 'clock'>

/**
 * The next one that is due. Until its outcome is known it counts as one that may have arrived: whoever claims it
 * after this process was killed looks for it first.
 */
export async function claimTicket({ database, clock }: Parts): Promise<TicketRow | undefined> {
  const now = clock.now()
  return database.asSystem(async (tx) => {
    const [due] = await tx
      .select()
      .from(tickets)
      .where(and(eq(tickets.delivery, 'waiting'), lte(tickets.nextAttemptAt, now)))
      .orderBy(asc(tickets.nextAttemptAt), asc(tickets.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (due === undefined) return undefined
    const attempts = due.attempts + 1
    await tx
      .update(tickets)
      .set({ attempts, uncertain: true, nextAttemptAt: new Date(now.getTime() + lease) })
      .where(eq(tickets.id, due.id))
    return { ...due, attempts }
  })
}

/** Only as long as no other sender has taken it up since. */
const isHeld = ({ id, attempts }: TicketRow) => and(eq(tickets.id, id), eq(tickets.attempts, attempts))

const changed = (now: Date) => ({ updatedAt: now, version: sql`${tickets.version} + 1` })

/** It is there; from now on nobody sends it again. Whoever held it: the number is the truth. */
export async function keepNumber(
  { database, clock }: Parts,
  ticket: TicketRow,
  hubspotId: string,
): Promise<void> {
  await database.asSystem((tx) =>
    tx
      .update(tickets)
      .set({ hubspotId, ...changed(clock.now()) })
      .where(eq(tickets.id, ticket.id)),
  )
}

export async function keepSent(
  { database, clock }: Parts,
  ticket: TicketRow,
  hubspotId: string,
  missing: string | null,
): Promise<void> {
  const now = clock.now()
  await database.asSystem(async (tx) => {
    const sent = await tx
      .update(tickets)
      .set({
        delivery: 'sent',
        reason: missing,
        uncertain: false,
        nextAttemptAt: null,
        sentAt: now,
        // Nobody answers within a minute.
        answersDueAt: new Date(now.getTime() + 60_000),
        ...changed(now),
      })
      .where(isHeld(ticket))
      .returning({ id: tickets.id })
    if (sent.length > 0) await record(tx, ticket, 'ticket.sent', { hubspot_id: hubspotId }, now)
  })
}

export async function keepFailure(
  { database, clock }: Parts,
  ticket: TicketRow,
  reason: string,
): Promise<void> {
  const now = clock.now()
  await database.asSystem(async (tx) => {
    const failed = await tx
      .update(tickets)
      .set({ delivery: 'failed', reason, uncertain: false, nextAttemptAt: null, ...changed(now) })
      .where(isHeld(ticket))
      .returning({ id: tickets.id })
    if (failed.length > 0) await record(tx, ticket, 'ticket.failed', { reason }, now)
  })
}

export interface Pause {
  pause: number
  reason: string
  /** This attempt may have arrived; an earlier one may have as well. */
  uncertain: boolean
}

export async function keepPause({ database, clock }: Parts, ticket: TicketRow, given: Pause): Promise<void> {
  const now = clock.now()
  await database.asSystem((tx) =>
    tx
      .update(tickets)
      .set({
        reason: given.reason,
        uncertain: given.uncertain || ticket.uncertain,
        nextAttemptAt: new Date(now.getTime() + given.pause),
        ...changed(now),
      })
      .where(isHeld(ticket)),
  )
}

function record(
  tx: Tx,
  { id, organizationId, reference }: TicketRow,
  event: 'ticket.sent' | 'ticket.failed',
  details: Record<string, unknown>,
  occurredAt: Date,
): Promise<void> {
  return recordAudit(tx, {
    organizationId,
    event,
    occurredAt,
    subjectId: id,
    details: { reference, ...details },
  })
}

export async function findSender({ database }: Parts, ticket: TicketRow): Promise<Sender | undefined> {
  const [found] = await database.asSystem((tx) =>
    tx
      .select({ name: users.name, email: users.email, organization: organizations.displayName })
      .from(tickets)
      .innerJoin(users, eq(users.id, tickets.createdBy))
      .innerJoin(organizations, eq(organizations.id, tickets.organizationId))
      .where(eq(tickets.id, ticket.id)),
  )
  return found
}

export async function findAttachments(context: Context, ticket: TicketRow): Promise<Attachment[]> {
  const picture = await findScreenshot(context, ticket.organizationId, ticket.id)
  const { reference, jobLog } = ticket
  return [
    ...(picture
      ? [
          {
            name: `${reference}-screenshot.${picture.mediaType.slice('image/'.length)}`,
            bytes: picture.bytes,
          },
        ]
      : []),
    ...(jobLog ? [{ name: `${reference}-job-log.txt`, bytes: Buffer.from(jobLog) }] : []),
  ]
}
