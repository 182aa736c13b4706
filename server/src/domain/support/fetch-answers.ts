import type { Context } from '../../platform/context.ts'
import type { HubSpot } from '../../platform/hubspot/hubspot.ts'
import { hubspotErrorOf } from '../../platform/hubspot/hubspot-fault.ts'
import { type AskedAbout, claimAnswered, keepAnswers, keepDue } from './answers.ts'
import type { TicketRow } from './view.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const ticketsARound = 20

/** The longer nothing has been said about a ticket, the more seldom HubSpot is asked; after a year not any more. */
const paces = [
  { within: hour, pause: minute },
  { within: day, pause: 5 * minute },
  { within: 30 * day, pause: hour },
  { within: 365 * day, pause: day },
] as const

/** Fetches what was answered in HubSpot, ticket by ticket. After a failure that may concern all the round ends. */
export async function fetchAnswers(context: Context): Promise<void> {
  const { hubspot } = context
  if (hubspot === null) return
  for (let asked = 0; asked < ticketsARound; asked += 1) {
    const due = await claimAnswered(context)
    if (due === undefined || !(await fetchOf(context, hubspot, due))) return
  }
}

/** Whether the next one may be asked about at once. */
async function fetchOf(context: Context, hubspot: HubSpot, { ticket, known }: AskedAbout): Promise<boolean> {
  const { clock, log } = context
  try {
    const answers = await hubspot.readAnswers(ticket.hubspotId, known)
    if (answers === undefined) {
      await keepDue(context, ticket, null)
      return true
    }
    const kept = answers.length === 0 ? 0 : await keepAnswers(context, ticket, answers)
    if (kept > 0) log.info({ ticket: ticket.id, kept }, 'answers fetched from HubSpot')
    await keepDue(context, ticket, nextAt(clock.now(), kept > 0 ? clock.now() : ticket.updatedAt))
    return true
  } catch (error) {
    const { fault, message, retryAfterSeconds = 0 } = hubspotErrorOf(error)
    const isForGood = fault === 'refused' || fault === 'unauthorised'
    const pause = Math.max(retryAfterSeconds * 1000, isForGood ? hour : 5 * minute)
    log.warn(
      { ticket: ticket.id, fault, reason: message, pause },
      'answers not fetched; they are asked for again',
    )
    await keepDue(context, ticket, new Date(clock.now().getTime() + pause))
    return fault === 'refused'
  }
}

function nextAt(now: Date, lastSaidAt: TicketRow['updatedAt']): Date | null {
  const age = now.getTime() - lastSaidAt.getTime()
  const pace = paces.find(({ within }) => age < within)
  return pace === undefined ? null : new Date(now.getTime() + pace.pause)
}
