import { jobHash } from '@cresyl/contract/operations/jobs'
import type { TicketWithMessages } from '@cresyl/contract/operations/support'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { ownPath } from '../../lib/identity/return-to.ts'
import { DetailList } from '../../ui/list/detail-list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { words } from './words.ts'

/** Who asked, when, and where to look. */
export function TicketFacts({ ticket }: { ticket: TicketWithMessages }) {
  const own = words.ticket
  const rows: [name: string, value: ReactNode][] = [
    [own.from, <bdi key="from">{ticket.created_by?.name}</bdi>],
    [own.asked, <RelativeTime key="asked" time={ticket.created_at} />],
    [own.reference, ticket.reference],
    [own.category, ticket.category.label],
    [own.priority, words.priorities[ticket.priority]],
    ...(ticket.delivery && !ticket.progress?.pipeline
      ? [[own.pipeline, ticket.pipeline.label] as [string, ReactNode]]
      : []),
    ...(ticket.delivery?.hubspot_id
      ? [[own.hubspot, ticket.delivery.hubspot_id] as [string, ReactNode]]
      : []),
    ...progress(ticket),
    ...places(ticket),
  ]
  return <DetailList rows={rows} />
}

/** How far it is with those who read it in HubSpot. */
function progress({ progress: there }: TicketWithMessages): [string, ReactNode][] {
  const own = words.ticket
  if (there === null) return []
  if (there.fault !== null) return [[own.status, there.fault]]
  // A stage that is called so needs no explanation.
  const closed = words.states.closed.toLowerCase()
  const isSaid = !there.closed || there.stage?.toLowerCase() === closed
  return [
    [own.status, isSaid ? there.stage : `${there.stage} (${closed})`],
    [own.pipeline, there.pipeline],
    ...(there.changed_at
      ? [[own.changed, <RelativeTime key="changed" time={there.changed_at} />] as [string, ReactNode]]
      : []),
  ]
}

function places(ticket: TicketWithMessages): [string, ReactNode][] {
  const own = words.facts
  const rows: [string, ReactNode][] = []
  // Only paths of the app are followed: the address was typed by whoever asked.
  const page = ownPath(ticket.page, location.origin)
  if (page !== undefined) {
    rows.push([
      own.page,
      <Link key="page" component={RouterLink} to={page}>
        {ticket.page}
      </Link>,
    ])
  } else if (ticket.page) rows.push([own.page, ticket.page])
  if (ticket.slide_id) {
    rows.push([
      own.slide,
      <Link key="slide" component={RouterLink} to={`/slide/${ticket.slide_id}`}>
        {own.openSlide}
      </Link>,
    ])
  }
  if (ticket.job_id) {
    rows.push([
      own.job,
      <Link key="job" component={RouterLink} to={{ pathname: '/', hash: jobHash(ticket.job_id) }}>
        {own.openJob}
      </Link>,
    ])
  }
  if (ticket.file_id) {
    rows.push([
      own.file,
      <Link key="file" component={RouterLink} to={`/uploads?file=${ticket.file_id}`}>
        {own.openFile}
      </Link>,
    ])
  }
  if (ticket.request) rows.push([own.request, ticket.request])
  return rows
}
