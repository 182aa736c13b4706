import http from 'node:http'
import https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@hubspot/api-client'
import type { HubSpotConfig } from '../config/support-settings.ts'
import { type HubSpot, HubSpotError } from './hubspot.ts'
import { hubspotErrorOf } from './hubspot-fault.ts'
import { readCategories, readId, readMatch, readPipelines } from './hubspot-replies.ts'
import { remember } from './remember.ts'

/** Somebody waits for the lists; nobody for the rest. */
const deadlines = { list: 4000, call: 20_000 }
/** "Note to ticket" among the associations that HubSpot defines. */
const noteToTicket = 228
const folderPath = '/cresyl-support'

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
        throw new HubSpotError('unknown', 'HubSpot takes too long to answer.')
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

    createTicket: ({ subject, content, pipeline, stage, priority, category }) =>
      call(async ({ crm }) =>
        readId(
          await crm.tickets.basicApi.create({
            properties: {
              ...{ subject, content, hs_pipeline: pipeline, hs_pipeline_stage: stage },
              hs_ticket_priority: priority,
              ...(category !== null && { hs_ticket_category: category }),
            },
            associations: [],
          }),
        ),
      ),

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
