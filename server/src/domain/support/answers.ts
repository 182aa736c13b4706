import { ticketLimits } from '@cresyl/contract/api/limits'
import { ticketLink } from '@cresyl/contract/operations/ticket-links'
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { ticketMessages, tickets } from '../../platform/db/schema/index.ts'
import type { HubSpotAnswer } from '../../platform/hubspot/hubspot.ts'
import { newId } from '../../platform/id.ts'
import { recordAudits } from '../audit/record.ts'
import { notify } from '../notifications/notify.ts'
import type { TicketRow } from './view.ts'

/** Longer than one question can last. */
const lease = 5 * 60_000

type Parts = Pick<Context, 'database' | 'clock'>

/** A ticket about which HubSpot is asked, and the answers that are here already. */
export interface AskedAbout {
  ticket: TicketRow & { hubspotId: string }
  known: ReadonlySet<string>
}

/** The next one that is due; put off, so that nobody else asks meanwhile. */
export async function claimAnswered({ database, clock }: Parts): Promise<AskedAbout | undefined> {
  const now = clock.now()
  return database.asSystem(async (tx) => {
    const [due] = await tx
      .select()
      .from(tickets)
      .where(and(lte(tickets.answersDueAt, now), isNotNull(tickets.hubspotId)))
      .orderBy(asc(tickets.answersDueAt), asc(tickets.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (due === undefined || due.hubspotId === null) return undefined
    await tx
      .update(tickets)
      .set({ answersDueAt: new Date(now.getTime() + lease) })
      .where(eq(tickets.id, due.id))
    const kept = await tx
      .select({ id: ticketMessages.hubspotId })
      .from(ticketMessages)
      .where(and(eq(ticketMessages.ticketId, due.id), isNotNull(ticketMessages.hubspotId)))
    return {
      ticket: { ...due, hubspotId: due.hubspotId },
      known: new Set(kept.flatMap(({ id }) => id ?? [])),
    }
  })
}

export async function keepDue({ database }: Parts, ticket: TicketRow, dueAt: Date | null): Promise<void> {
  await database.asSystem((tx) =>
    tx.update(tickets).set({ answersDueAt: dueAt }).where(eq(tickets.id, ticket.id)),
  )
}

/** Each is kept once, whoever else fetched it as well; whoever asked is told. How many were new. */
export async function keepAnswers(
  { database, clock }: Parts,
  ticket: TicketRow,
  answers: readonly HubSpotAnswer[],
): Promise<number> {
  const now = clock.now()
  const { organizationId, id: ticketId, subject, createdBy } = ticket
  return database.asSystem(async (tx) => {
    const kept = await tx
      .insert(ticketMessages)
      .values(
        answers.map(({ id, text, at }) => ({
          id: newId(now.getTime()),
          organizationId,
          ticketId,
          hubspotId: id,
          fromSupport: true,
          text: wordsOf(text),
          createdAt: at,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: ticketMessages.id })
    if (kept.length === 0) return 0
    await tx
      .update(tickets)
      .set({
        // What was closed stays so: a last word opens nothing.
        state: sql`case ${tickets.state} when 'open' then 'answered' else ${tickets.state} end`,
        messages: sql`${tickets.messages} + ${kept.length}`,
        updatedAt: now,
        version: sql`${tickets.version} + 1`,
      })
      .where(eq(tickets.id, ticketId))
    await notify(tx, {
      organizationId,
      now,
      kind: 'support.answered',
      link: ticketLink(ticketId),
      text: `Support answered your ticket: ${subject}`,
      to: createdBy === null ? [] : [createdBy],
    })
    await recordAudits(
      tx,
      kept.map(({ id }) => ({
        organizationId,
        event: 'ticket.answered',
        occurredAt: now,
        subjectId: id,
        details: { ticket_id: ticketId, from_support: true },
      })),
    )
    return kept.length
  })
}

const withoutWords = 'Support answered by e-mail. The message cannot be read from here.'

/** As the database takes it: line breaks stay, other characters that control something don't. */
function wordsOf(text: string | null): string {
  const plain = text?.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '') ?? ''
  return plain === '' ? withoutWords : plain.slice(0, ticketLimits.content)
}
