import type { Context } from '../../platform/context.ts'
import type { HubSpot, HubSpotError, HubSpotTicket } from '../../platform/hubspot/hubspot.ts'
import { hubspotErrorOf } from '../../platform/hubspot/hubspot-fault.ts'
import { readCatalogue } from './catalogue.ts'
import {
  claimTicket,
  findAttachments,
  findSender,
  keepFailure,
  keepNumber,
  keepPause,
  keepSent,
} from './deliveries.ts'
import { letterOf, type Sender } from './letter.ts'
import type { TicketRow } from './view.ts'

const minute = 60_000
const hour = 60 * minute
const longestPause = hour
const ticketsARound = 20

/**
 * Hands tickets that wait to HubSpot, like letters: no transaction is open meanwhile, and one is claimed by putting
 * off its next attempt. After a failure that may concern all of them the round ends.
 */
export async function sendTickets(context: Context): Promise<void> {
  const { hubspot } = context
  if (hubspot === null) return
  for (let sent = 0; sent < ticketsARound; sent += 1) {
    const ticket = await claimTicket(context)
    if (ticket === undefined || !(await deliver(context, hubspot, ticket))) return
  }
}

/** Whether the next one may be tried at once. */
async function deliver(context: Context, hubspot: HubSpot, ticket: TicketRow): Promise<boolean> {
  try {
    const hubspotId = ticket.hubspotId ?? (await arrive(context, hubspot, ticket))
    const missing = await attach(context, hubspot, { ...ticket, hubspotId })
    await keepSent(context, ticket, hubspotId, missing)
    context.log.info({ ticket: ticket.id, hubspotId, attempts: ticket.attempts }, 'ticket sent')
    return true
  } catch (error) {
    return putOff(context, ticket, hubspotErrorOf(error))
  }
}

/** The number of the ticket there. It is looked for first where an earlier attempt may have arrived. */
async function arrive(context: Context, hubspot: HubSpot, ticket: TicketRow): Promise<string> {
  const before = ticket.uncertain ? await hubspot.findTicket(ticket.reference) : undefined
  const hubspotId = before ?? (await hubspot.createTicket(await write(context, hubspot, ticket)))
  await keepNumber(context, ticket, hubspotId)
  return hubspotId
}

async function write(context: Context, hubspot: HubSpot, ticket: TicketRow): Promise<HubSpotTicket> {
  const sender = await findSender(context, ticket)
  const contactId = sender ? await findContact(context, hubspot, sender) : null
  return { ...letterOf(ticket, sender, await readCatalogue(context), context.config.origin), contactId }
}

/** Where the token may not look at contacts, or an address is none to HubSpot, the words of the ticket say who asks. */
async function findContact({ log }: Context, hubspot: HubSpot, sender: Sender): Promise<string | null> {
  try {
    return await hubspot.ensureContact(sender)
  } catch (error) {
    const { fault } = hubspotErrorOf(error)
    if (fault !== 'refused' && fault !== 'unauthorised') throw error
    log.warn({ err: error }, 'a ticket is sent to HubSpot without its contact')
    return null
  }
}

/** Screenshot and log. What HubSpot refuses to take is named; the ticket itself is there. */
async function attach(
  context: Context,
  hubspot: HubSpot,
  ticket: TicketRow & { hubspotId: string },
): Promise<string | null> {
  const files = await findAttachments(context, ticket)
  if (files.length === 0) return null
  try {
    await hubspot.attach(ticket.hubspotId, `Attached to ${ticket.reference}`, files, ticket.createdAt)
    return null
  } catch (error) {
    const { fault, message } = hubspotErrorOf(error)
    if (fault !== 'refused' && fault !== 'unauthorised') throw error
    return `It was sent without its attachments. ${message}`
  }
}

async function putOff(context: Context, ticket: TicketRow, error: HubSpotError): Promise<boolean> {
  const { fault, message } = error
  const { log } = context
  const { id, attempts } = ticket
  if (fault === 'refused') {
    log.error({ err: error, ticket: id, attempts }, 'ticket refused by HubSpot')
    await keepFailure(context, ticket, message)
    return true
  }
  const usual = fault === 'unauthorised' ? longestPause : minute * 2 ** Math.min(attempts - 1, 10)
  const asked = (error.retryAfterSeconds ?? 0) * 1000
  const pause = Math.max(asked, Math.min(usual, longestPause))
  log.warn({ err: error, ticket: id, attempts, pause }, 'ticket not sent; it is tried again')
  await keepPause(context, ticket, { pause, reason: message, uncertain: fault === 'unknown' })
  return false
}
