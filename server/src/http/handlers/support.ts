import type { Page } from '@cresyl/contract/api/list'
import { rowLimit } from '../../domain/resource.ts'
import { answerTicket } from '../../domain/support/answer-ticket.ts'
import { readCatalogue } from '../../domain/support/catalogue.ts'
import {
  deleteScreenshot,
  deleteTicket,
  resendTicket,
  updateTicket,
} from '../../domain/support/change-ticket.ts'
import { createTicket } from '../../domain/support/create-ticket.ts'
import { findTicket } from '../../domain/support/queries.ts'
import { readProgress } from '../../domain/support/read-progress.ts'
import { listTickets, readSupport, readTicket } from '../../domain/support/read-tickets.ts'
import { findScreenshot, keepScreenshot, readScreenshot } from '../../domain/support/screenshot.ts'
import type { Handlers } from '../handler.ts'

interface Paged {
  query: { limit: number; offset: number }
  page<Item>(rows: { count: number; results: Item[] }): Page<Item>
}

const part = <Item>(call: Paged, all: readonly Item[]): Page<Item> => {
  const { limit, offset } = call.query
  return call.page({ count: all.length, results: all.slice(offset, offset + rowLimit(limit)) })
}

export const supportHandlers = {
  listTicketPipelines: async (call, context) => part(call, (await readCatalogue(context)).pipelines),

  listTicketCategories: async (call, context) => part(call, (await readCatalogue(context)).categories),

  createTicket: async (call, context) => {
    // Before the transaction: nobody's rows are held while HubSpot is asked.
    const catalogue = await readCatalogue(context)
    const toHubSpot = context.hubspot !== null
    const screenshot = call.body.screenshot ? readScreenshot(call.body.screenshot) : undefined
    const made = await call.write((work) =>
      createTicket(work, call.body, { catalogue, toHubSpot, screenshot }),
    )
    const refused = screenshot && (await keepScreenshot(context, call.member, made.id, screenshot))
    return { ...made, screenshot_refused: refused ?? null }
  },

  listTickets: async (call) => call.page(await call.read((work) => listTickets(work, call.query))),

  readTicket: async (call, context) => {
    const found = await call.read((work) => readTicket(work, call.params.id))
    // After the transaction: nothing is held while storage and HubSpot are asked.
    const picture = await findScreenshot(context, call.member.organizationId, found.id)
    const screenshot = picture && `data:${picture.mediaType};base64,${picture.bytes.toString('base64')}`
    return { ...found, screenshot, progress: await readProgress(context, found) }
  },

  updateTicket: (call) => call.write((work) => updateTicket(work, call.params.id, call.body)),

  deleteTicket: async (call, context) => {
    const { id } = call.params
    await call.read((work) => findTicket(work, id))
    await deleteScreenshot(context, call.member, id)
    await call.write((work) => deleteTicket(work, id))
    return undefined
  },

  answerTicket: (call) => call.write((work) => answerTicket(work, call.params.id, call.body.text)),

  resendTicket: (call) => call.write((work) => resendTicket(work, call.params.id)),

  readSupport: (call, { hubspot }) => call.read((work) => readSupport(work, hubspot !== null)),
} satisfies Partial<Handlers>
