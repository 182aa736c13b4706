import type { TicketWithMessages } from '@cresyl/contract/operations/support'
import { ticketLink } from '@cresyl/contract/operations/ticket-links'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { newId, sometime } from './support/organization.ts'
import { emptyPage } from './support/server.ts'

const ticketAbout = (where: string): TicketWithMessages => ({
  id: newId(),
  reference: 'T-1',
  subject: 'Help',
  state: 'open',
  category: { value: 'GENERAL_INQUIRY', label: 'A question' },
  pipeline: { id: '0', label: 'Support' },
  priority: 'MEDIUM',
  page: where,
  request: null,
  slide_id: null,
  job_id: null,
  file_id: null,
  destination: 'desk',
  delivery: null,
  created_by: null,
  created_at: sometime,
  updated_at: sometime,
  version: 1,
  content: 'Please look.',
  screenshot: null,
  job_log: null,
  conversation: [],
  progress: null,
  messages: 0,
})

test('a ticket is deleted once that is confirmed', async () => {
  const ticket = ticketAbout('/uploads')
  const { server } = await openApp(ticketLink(ticket.id), 'admin', {
    readTicket: () => ticket,
    listTickets: emptyPage,
    deleteTicket: () => undefined,
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this ticket?' })
  await expect.element(question.getByText('deleted for good')).toBeVisible()
  expect(server.sent('deleteTicket')).toEqual([])
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('The ticket was deleted.')).toBeVisible()
  expect(server.sent('deleteTicket')).toMatchObject([{ params: { id: ticket.id } }])
  await expect.element(page.getByText('Please look.')).not.toBeInTheDocument()
})

test.each([
  ['/reports?tab=jobs', 1],
  ['/\\elsewhere.example/login', 0],
])('the page %s that a ticket names leads nowhere but into the app', async (where, links) => {
  const ticket = ticketAbout(where)
  await openApp(ticketLink(ticket.id), 'admin', { readTicket: () => ticket })
  const shown = page.getByRole('dialog').getByText(where)
  await expect.element(shown).toBeVisible()
  expect(page.getByRole('dialog').getByRole('link', { name: where }).elements()).toHaveLength(links)
})
