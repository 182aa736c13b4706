import type { Ticket, TicketProgress } from '@cresyl/contract/operations/support'
import type { Context } from '../../platform/context.ts'
import { hubspotErrorOf } from '../../platform/hubspot/hubspot-fault.ts'
import { readCatalogue } from './catalogue.ts'

const unknown = { pipeline: null, stage: null, closed: false, changed_at: null }

/** How far a ticket is in HubSpot. Never fails: the ticket is shown whether or not HubSpot can be asked. */
export async function readProgress(
  context: Pick<Context, 'hubspot' | 'log'>,
  { delivery }: Pick<Ticket, 'delivery'>,
): Promise<TicketProgress | null> {
  const { hubspot, log } = context
  if (hubspot === null || !delivery?.hubspot_id) return null
  try {
    const [status, { pipelines }] = await Promise.all([
      hubspot.readStatus(delivery.hubspot_id),
      readCatalogue(context),
    ])
    if (status === undefined) return { ...unknown, fault: 'It is no longer in HubSpot.' }
    const pipeline = pipelines.find(({ id }) => id === status.pipeline)
    const stage = pipeline?.stages.find(({ id }) => id === status.stage)
    return {
      pipeline: pipeline?.label ?? status.pipeline,
      stage: stage?.label ?? status.stage,
      closed: stage?.closed ?? false,
      changed_at: status.changedAt,
      fault: null,
    }
  } catch (error) {
    log.warn({ err: error }, 'how far a ticket is could not be asked of HubSpot')
    return { ...unknown, fault: `Its status in HubSpot is unknown: ${hubspotErrorOf(error).message}` }
  }
}
