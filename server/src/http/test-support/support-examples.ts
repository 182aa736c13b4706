import { ticketLimits } from '@cresyl/contract/api/limits'
import { recordAudits } from '../../domain/audit/record.ts'
import { referenceOf } from '../../domain/support/create-ticket.ts'
import { tickets } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations } from './example.ts'
import { makeJob } from './jobs-examples.ts'
import { makeSlide } from './slides-examples.ts'

type NewTicket = Partial<typeof tickets.$inferInsert>

/** Asked long ago, so that it counts for nobody's pace. */
export async function makeTicket(
  api: TestApi,
  { organizationId, userId }: TestMember,
  change: NewTicket = {},
): Promise<{ id: string }> {
  const id = newId()
  const longAgo = new Date(Date.now() - 3_600_000)
  await api.context.database.asMember({ organizationId, userId }, (tx) =>
    tx.insert(tickets).values({
      id,
      organizationId,
      reference: referenceOf(id),
      createdBy: userId,
      priority: 'MEDIUM',
      subject: `Ticket ${nextSerial()}`,
      content: 'It does not work',
      searchKey: 'it does not work',
      category: 'PRODUCT_ISSUE',
      categoryLabel: 'Something does not work',
      pipeline: '0',
      pipelineLabel: 'Support',
      createdAt: longAgo,
      updatedAt: longAgo,
      ...change,
    }),
  )
  return { id }
}

export const supportExamples = {
  listTicketPipelines: async () => ({}),
  listTicketCategories: async () => ({}),
  createTicket: async (api, admin) => {
    const slide = await makeSlide(api, admin)
    const body = { subject: 'Blurred', content: 'The slide is blurred.', category: 'PRODUCT_ISSUE' }
    const job = await makeJob(api, admin, { kind: 'align_slides', subjectId: slide.id })
    const about = { page: '/uploads', request: 'req-1', slide_id: slide.id, job_id: job, with_log: true }
    return { body: { ...body, ...about } }
  },
  listTickets: async () => ({}),
  readTicket: async (api, admin, caller = admin) => ({ id: (await makeTicket(api, caller)).id }),
  updateTicket: async (api, admin, caller = admin) => ({
    id: (await makeTicket(api, caller)).id,
    body: { state: 'closed' },
  }),
  deleteTicket: async (api, admin, caller = admin) => ({ id: (await makeTicket(api, caller)).id }),
  answerTicket: async (api, admin, caller = admin) => ({
    id: (await makeTicket(api, caller)).id,
    body: { text: 'It happened again.' },
  }),
  resendTicket: async (api, admin) => ({
    id: (await makeTicket(api, admin, { delivery: 'failed', reason: 'HubSpot rejected this.' })).id,
  }),
  readSupport: async () => ({}),
} satisfies Partial<Examples>

/** As if the member had just said so much. */
export async function sayOften(
  api: TestApi,
  { organizationId, userId }: TestMember,
  times: number,
  agoMs = 0,
) {
  const occurredAt = new Date(Date.now() - agoMs)
  const row = { organizationId, userId, event: 'ticket.answered' as const, occurredAt }
  await api.context.database.asMember({ organizationId }, (tx) =>
    recordAudits(
      tx,
      Array.from({ length: times }, () => row),
    ),
  )
}

const ask = (api: TestApi, member: TestMember) =>
  request(api, member, {
    method: 'POST',
    url: '/api/hubspot/create-ticket/',
    body: { subject: 'Again', content: 'And again' },
  })

export const supportProvocations = {
  createTicket: {
    rate_limited: async (api) => {
      await sayOften(api, api.away.user, ticketLimits.perMinute)
      return ask(api, api.away.user)
    },
    too_many: async (api) => {
      for (let n = 0; n < ticketLimits.unclosed; n += 1) await makeTicket(api, api.away.guest)
      return ask(api, api.away.guest)
    },
  },
  readTicket: {
    not_found: async (api) => {
      const { id } = await makeTicket(api, api.home.admin)
      return request(api, api.home.user, { url: `/api/hubspot/tickets/${id}/` })
    },
  },
  updateTicket: {
    not_found: async (api) => {
      const { id } = await makeTicket(api, api.home.admin)
      return request(api, api.home.user, {
        method: 'PATCH',
        url: `/api/hubspot/tickets/${id}/`,
        body: { state: 'closed' },
      })
    },
    stale_version: async (api) => {
      const { id } = await makeTicket(api, api.home.user)
      const body = { state: 'closed', version: 7 }
      return request(api, api.home.user, { method: 'PATCH', url: `/api/hubspot/tickets/${id}/`, body })
    },
  },
  deleteTicket: {
    not_found: async (api) => {
      const { id } = await makeTicket(api, api.home.admin)
      return request(api, api.home.user, { method: 'DELETE', url: `/api/hubspot/tickets/${id}/` })
    },
  },
  answerTicket: {
    not_found: async (api) => {
      const { id } = await makeTicket(api, api.home.admin)
      return request(api, api.home.user, {
        method: 'POST',
        url: `/api/hubspot/tickets/${id}/messages/`,
        body: { text: 'Mine' },
      })
    },
    rate_limited: async (api) => {
      const member = api.away.manager
      await sayOften(api, member, ticketLimits.perMinute)
      const { id } = await makeTicket(api, member)
      const url = `/api/hubspot/tickets/${id}/messages/`
      return request(api, member, { method: 'POST', url, body: { text: 'Well?' } })
    },
  },
  resendTicket: {
    not_retryable: async (api) => {
      const { id } = await makeTicket(api, api.home.user)
      return request(api, api.home.admin, { method: 'POST', url: `/api/hubspot/tickets/${id}/send/` })
    },
  },
} satisfies Provocations
