import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { tickets } from '../../platform/db/schema/index.ts'
import type { AuditedWork, Member } from '../work.ts'
import { lockTicket } from './queries.ts'
import { screenshotKey } from './screenshot.ts'

/** Before the ticket goes: what is left of a ticket that is gone would count forever. */
export async function deleteScreenshot(
  { storage }: Context,
  member: Member,
  ticketId: string,
): Promise<void> {
  await storage.delete(screenshotKey(member.organizationId, ticketId))
}

/** For good, with everything said about it; whoever wrote it may, and whoever answers. HubSpot keeps what it has. */
export async function deleteTicket(work: AuditedWork, id: string): Promise<void> {
  const { ticket } = await lockTicket(work, id)
  await work.tx.delete(tickets).where(eq(tickets.id, id))
  work.record({ id, details: { reference: ticket.reference, subject: ticket.subject } })
}
