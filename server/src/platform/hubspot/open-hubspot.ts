import http from 'node:http'
import https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@hubspot/api-client'
import type { HubSpotConfig } from '../config/support-settings.ts'
import { type HubSpot, HubSpotError } from './hubspot.ts'
import { hubspotErrorOf } from './hubspot-fault.ts'
import {
  readAnswers,
  readCategories,
  readId,
  readLinked,
  readMatch,
  readPipelines,
  readTicketStatus,
} from './hubspot-replies.ts'
import { remember } from './remember.ts'

/** Somebody waits for the lists; nobody for the rest. */
const deadlines = { list: 4000, call: 20_000 }
/** "Note to ticket" among the associations that HubSpot defines. */
const noteToTicket = 228
/** "Ticket to contact". */
const ticketToContact = 16
const folderPath = '/cresyl-support'
/** As many as HubSpot names, and as it reads, at once. */
const most = { named: 500, read: 100 }
const ofAnswers = ['hs_timestamp', 'hs_email_direction', 'hs_email_status', 'hs_email_text']

/** HubSpot by its own client, which is loaded when it is first used: few of the processes ever speak to it. */
export function openHubSpot({ token, url }: HubSpotConfig, { list, call: usual } = deadlines): HubSpot {
  /**
   * The client knows no time-outs. Each call has sockets of its own, which are cut when its time is up. It doesn't
   * retry either: that is decided where it is known what has been sent before.
   */
  async function call<T>(ask: (client: Client) => Promise<T>, milliseconds = usual): Promise<T> {
    const agent = url.startsWith('https:') ? new https.Agent() : new http.Agent()
    const over = new AbortController()
    try {
      const { Client } = await import('@hubspot/api-client')
      const client = new Client({ accessToken: token, basePath: url, httpAgent: agent })
      const late = pause(milliseconds, undefined, { signal: over.signal }).then(() => {
        throw new HubSpotError('unknown', 'HubSpot took too long to answer.')
      })
      return await Promise.race([ask(client), late])
    } catch (error) {
      throw hubspotErrorOf(error)
    } finally {
      over.abort()
      agent.destroy()
    }
  }

  return {
    pipelines: remember(() =>
      call(async ({ crm }) => readPipelines(await crm.pipelines.pipelinesApi.getAll('tickets')), list),
    ),

    categories: remember(() =>
      call(
        async ({ crm }) =>
          readCategories(await crm.properties.coreApi.getByName('tickets', 'hs_ticket_category')),
        list,
      ),
    ),

    findTicket: (reference) =>
      call(async ({ crm }) => {
        const { FilterOperatorEnum } = await import(
          '@hubspot/api-client/lib/codegen/crm/tickets/models/Filter.js'
        )
        const operator = FilterOperatorEnum.ContainsToken
        const found = await crm.tickets.searchApi.doSearch({
          filterGroups: [{ filters: [{ propertyName: 'subject', operator, value: reference }] }],
          properties: ['subject'],
          limit: 10,
        })
        return readMatch(found, reference)
      }),

    ensureContact: ({ email, name }) =>
      call(async ({ crm }) => {
        const api = crm.contacts.basicApi
        // By its address rather than by a search, which lags behind.
        const find = () => api.getById(email, ['email'], undefined, undefined, false, 'email')
        const found = await find().catch(unless(404))
        if (found !== undefined) return readId(found)
        const properties = { email, ...namesOf(name) }
        const made = await api.create({ properties, associations: [] }).catch(unless(409))
        // Somebody else was faster.
        return readId(made ?? (await find()))
      }),

    readStatus: (ticketId) =>
      call(async ({ crm }) => {
        const properties = ['hs_pipeline', 'hs_pipeline_stage', 'hs_lastmodifieddate']
        const found = await crm.tickets.basicApi.getById(ticketId, properties).catch(unless(404))
        return found === undefined ? undefined : readTicketStatus(found)
      }, list),

    readAnswers: (ticketId, known) =>
      call(async ({ crm }) => {
        const linked = await crm.associations.v4.basicApi
          .getPage('tickets', ticketId, 'emails', undefined, most.named)
          .catch(unless(404))
        if (linked === undefined) return undefined
        const ids = readLinked(linked).filter((id) => !known.has(id))
        if (ids.length === 0) return []
        return readAnswers(
          await crm.objects.emails.batchApi.read({
            // Numbers grow: the last ones are the newest.
            inputs: ids.slice(-most.read).map((id) => ({ id })),
            properties: ofAnswers,
            propertiesWithHistory: [],
          }),
        )
      }),

    createTicket: ({ subject, content, pipeline, stage, priority, category, contactId }) =>
      call(async ({ crm }) => {
        const { AssociationSpecAssociationCategoryEnum } = await import(
          '@hubspot/api-client/lib/codegen/crm/tickets/models/AssociationSpec.js'
        )
        const associationCategory = AssociationSpecAssociationCategoryEnum.HubspotDefined
        const types = [{ associationCategory, associationTypeId: ticketToContact }]
        return readId(
          await crm.tickets.basicApi.create({
            properties: {
              subject,
              content,
              hs_pipeline: pipeline,
              hs_pipeline_stage: stage,
              hs_ticket_priority: priority,
              ...(category !== null && { hs_ticket_category: category }),
            },
            associations: contactId === null ? [] : [{ to: { id: contactId }, types }],
          }),
        )
      }),

    attach: async (ticketId, text, files, at) => {
      const ids: string[] = []
      for (const { name, bytes } of files) {
        ids.push(
          await call(async (client) =>
            readId(
              await client.files.filesApi.upload(
                { data: bytes, name },
                undefined,
                folderPath,
                name,
                undefined,
                JSON.stringify({ access: 'PRIVATE' }),
              ),
            ),
          ),
        )
      }
      await call(async ({ crm }) => {
        const { AssociationSpecAssociationCategoryEnum } = await import(
          '@hubspot/api-client/lib/codegen/crm/objects/notes/models/AssociationSpec.js'
        )
        const associationCategory = AssociationSpecAssociationCategoryEnum.HubspotDefined
        const types = [{ associationCategory, associationTypeId: noteToTicket }]
        return readId(
          await crm.objects.notes.basicApi.create({
            properties: {
              hs_timestamp: at.toISOString(),
              hs_note_body: text,
              hs_attachment_ids: ids.join(';'),
            },
            associations: [{ to: { id: ticketId }, types }],
          }),
        )
      })
    },
  }
}

/** Nothing where HubSpot answers so. */
function unless(status: number): (error: unknown) => undefined {
  return (error) => {
    if ((error as { code?: unknown }).code !== status) throw error
    return undefined
  }
}

/** They keep two; what comes last counts as the family's. */
function namesOf(name: string): { firstname: string; lastname: string } {
  const words = name.trim().split(/\s+/)
  return { firstname: words.slice(0, -1).join(' '), lastname: words.at(-1) ?? '' }
}
