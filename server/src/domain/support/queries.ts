import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listTickets } from '@cresyl/contract/operations/support'
import { and, asc, count, desc, eq, inArray, like, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { ticketMessages, tickets, users } from '../../platform/db/schema/index.ts'
import { searchPatterns } from '../../platform/text.ts'
import { mayDo } from '../access.ts'
import { findRow, type Person, pickPerson, readTotal, rowLimit } from '../resource.ts'
import type { Member, Work } from '../work.ts'
import type { MessageRow, TicketDetails } from './view.ts'

export type TicketQuery = RouteRequest<typeof listTickets>['query']

/** Administrators answer; everybody else sees their own. */
export function mayAnswer(member: Member): boolean {
  return mayDo(member, 'update:organization_settings')
}

function seenBy(member: Member): SQL | undefined {
  return mayAnswer(member) ? undefined : eq(tickets.createdBy, member.userId)
}

const author = pickPerson(users)

function withAuthor(tx: Tx) {
  return tx.select({ ticket: tickets, author }).from(tickets).leftJoin(users, eq(users.id, tickets.createdBy))
}

export function selectTickets({ tx, member }: Work, query: TicketQuery): Promise<TicketDetails[]> {
  return withAuthor(tx)
    .where(matching(member, query))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

export async function countTickets({ tx, member }: Work, query: TicketQuery): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(tickets).where(matching(member, query)))
}

function matching(member: Member, { state, delivery, mine, search }: TicketQuery): SQL | undefined {
  return and(
    // Said again for the indexes: row-level security comes too late for them.
    eq(tickets.organizationId, member.organizationId),
    seenBy(member),
    mine ? eq(tickets.createdBy, member.userId) : undefined,
    state && state.length > 0 ? inArray(tickets.state, state) : undefined,
    delivery && delivery.length > 0 ? inArray(tickets.delivery, delivery) : undefined,
    ...searchPatterns(search ?? '').map((pattern) => like(tickets.searchKey, pattern)),
  )
}

/** What may not be seen is not there. */
export async function findTicket({ tx, member }: Work, id: string): Promise<TicketDetails> {
  return findRow(withAuthor(tx).where(and(eq(tickets.id, id), seenBy(member))), unknown)
}

/** The ticket, held until the transaction ends. */
export async function lockTicket({ tx, member }: Work, id: string): Promise<TicketDetails> {
  return findRow(
    withAuthor(tx)
      .where(and(eq(tickets.id, id), seenBy(member)))
      .for('update', { of: tickets }),
    unknown,
  )
}

const unknown = 'This ticket does not exist.'

export async function selectMessages(
  tx: Tx,
  ticketId: string,
): Promise<{ message: MessageRow; author: Person | null }[]> {
  return tx
    .select({ message: ticketMessages, author })
    .from(ticketMessages)
    .leftJoin(users, eq(users.id, ticketMessages.createdBy))
    .where(eq(ticketMessages.ticketId, ticketId))
    .orderBy(asc(ticketMessages.createdAt), asc(ticketMessages.id))
}

export async function findAuthor(tx: Tx, userId: string): Promise<Person | null> {
  const [found] = await tx.select(author).from(users).where(eq(users.id, userId))
  return found ?? null
}

export interface DeskFigures {
  open: number
  waiting: number
  failed: number
  waitingSince: Date | null
  reason: string | null
}

export async function countDesk({ tx, member }: Work): Promise<DeskFigures> {
  const [row] = await tx
    .select({
      open: sql<number>`(count(*) filter (where ${tickets.state} = 'open'))::int`,
      waiting: sql<number>`(count(*) filter (where ${tickets.delivery} = 'waiting'))::int`,
      failed: sql<number>`(count(*) filter (where ${tickets.delivery} = 'failed'))::int`,
      waitingSince: sql`min(${tickets.createdAt}) filter (where ${tickets.delivery} = 'waiting')`.mapWith(
        tickets.createdAt,
      ),
      reason: sql<string | null>`(array_agg(${tickets.reason} order by ${tickets.updatedAt} desc)
        filter (where ${tickets.delivery} = 'waiting' and ${tickets.reason} is not null))[1]`,
    })
    .from(tickets)
    .where(
      and(
        eq(tickets.organizationId, member.organizationId),
        seenBy(member),
        sql`(${tickets.state} = 'open' or ${tickets.delivery} in ('waiting', 'failed'))`,
      ),
    )
  return row ?? { open: 0, waiting: 0, failed: 0, waitingSince: null, reason: null }
}
