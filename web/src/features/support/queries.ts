import type { RouteInput } from '@cresyl/contract/api/route'
import {
  answerTicket,
  createTicket,
  deleteTicket,
  listTicketCategories,
  listTicketPipelines,
  listTickets,
  readSupport,
  readTicket,
  resendTicket,
  type Ticket,
  updateTicket,
} from '@cresyl/contract/operations/support'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fieldErrors } from '../../lib/api/field-errors.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'

export const ticketKeys = {
  all: liveKeys.tickets,
  one: (id: string) => [...liveKeys.tickets, 'one', id] as const,
  support: [...liveKeys.tickets, 'support'] as const,
}

export type TicketQuery = NonNullable<RouteInput<typeof listTickets>['query']>

export function useTickets(query: TicketQuery) {
  useLive('tickets')
  const { call } = useApi()
  return useQuery({
    queryKey: [...ticketKeys.all, 'list', query],
    queryFn: ({ signal }) => call(listTickets, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })
}

export function useTicket(id: string) {
  useLive('tickets')
  const { call } = useApi()
  return useQuery({
    queryKey: ticketKeys.one(id),
    queryFn: ({ signal }) => call(readTicket, { params: { id } }, { signal }),
    staleTime: 0,
  })
}

export function useSupport() {
  useLive('tickets')
  const { call } = useApi()
  return useQuery({
    queryKey: ticketKeys.support,
    queryFn: ({ signal }) => call(readSupport, {}, { signal }),
    staleTime: 0,
  })
}

/** What a ticket can be put under. */
export function useTicketChoices() {
  const { call } = useApi()
  const pipelines = useQuery({
    queryKey: ['ticket-pipelines'],
    queryFn: ({ signal }) => call(listTicketPipelines, {}, { signal }),
  })
  const categories = useQuery({
    queryKey: ['ticket-categories'],
    queryFn: ({ signal }) => call(listTicketCategories, {}, { signal }),
  })
  return { pipelines: pipelines.data?.results ?? [], categories: categories.data?.results ?? [] }
}

export type TicketBody = RouteInput<typeof createTicket>['body']

interface Creation {
  body: TicketBody
  idempotencyKey: string
}

export function useCreateTicket() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Creation) => call(createTicket, { body }, { idempotencyKey }),
    // The form shows every failure: what was written stays beside it.
    meta: { shownInPlace: () => true },
    onSuccess: () => client.invalidateQueries({ queryKey: ticketKeys.all }),
  })
}

const fields = ['subject', 'content', 'pipeline', 'category', 'screenshot'] as const

export function ticketErrors(error: unknown) {
  return fieldErrors(error, fields)
}

export function useAnswerTicket(id: string) {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) =>
      call(answerTicket, { params: { id }, body: { text } }, { idempotencyKey }),
    onSuccess: () => client.invalidateQueries({ queryKey: ticketKeys.all }),
  })
}

export function useUpdateTicket() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ticket, state }: { ticket: Ticket; state: 'open' | 'closed' }) =>
      call(updateTicket, { params: { id: ticket.id }, body: { state, version: ticket.version } }),
    onSettled: () => client.invalidateQueries({ queryKey: ticketKeys.all }),
  })
}

export function useDeleteTicket() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteTicket, { params: { id } }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: ticketKeys.one(id) })
      // Not waited for: whoever looks at the ticket leaves it first.
      void client.invalidateQueries({ queryKey: [...ticketKeys.all, 'list'] })
    },
  })
}

export function useResendTicket() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(resendTicket, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ticketKeys.all }),
  })
}
