import type { Ticket } from '@cresyl/contract/operations/support'
import { ticketHash, ticketsHash } from '@cresyl/contract/operations/ticket-links'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { pageOf } from '../../lib/api/paging.ts'
import { ArrowLeft, LifeBuoy } from '../../ui/frame/icons.ts'
import { SideDrawer } from '../../ui/frame/side-drawer.tsx'
import { HelpButton } from '../../ui/help/help-button.tsx'
import { Card, CardList } from '../../ui/list/list-frame.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useTickets } from './queries.ts'
import type { TicketsPlace } from './ticket-address.ts'
import { DeliveryChip, TicketStateChip } from './ticket-parts.tsx'
import { TicketView } from './ticket-view.tsx'
import { words } from './words.ts'

const own = words.drawer

interface TicketsDrawerProps {
  place: TicketsPlace
  /** Who is looking. */
  ownId: string | undefined
  onGo: (hash: string) => void
  onClose: () => void
}

/** Over whichever page one is on: one's own tickets, or one of them with its answers. */
export function TicketsDrawer({ place: { ticketId }, ownId, onGo, onClose }: TicketsDrawerProps) {
  const body = useRef<HTMLDivElement>(null)
  const shown = useRef(ticketId)
  useEffect(() => {
    if (shown.current !== ticketId) body.current?.focus()
    shown.current = ticketId
  }, [ticketId])
  return (
    <SideDrawer
      title={ticketId === null ? own.title : own.one}
      closeLabel={own.close}
      onClose={onClose}
      start={
        ticketId !== null && (
          <Tooltip title={own.back} describeChild={false}>
            <IconButton edge="start" onClick={() => onGo(ticketsHash)}>
              <ArrowLeft size={20} aria-hidden />
            </IconButton>
          </Tooltip>
        )
      }
    >
      <Box ref={body} tabIndex={-1} sx={{ p: 4, outline: 'none !important' }}>
        {ticketId === null ? (
          <OwnTickets onOpen={(id) => onGo(ticketHash(id))} />
        ) : (
          <TicketView
            key={ticketId}
            id={ticketId}
            ownId={ownId}
            onBack={() => onGo(ticketsHash)}
            onClose={onClose}
          />
        )}
      </Box>
    </SideDrawer>
  )
}

function OwnTickets({ onOpen }: { onOpen: (id: string) => void }) {
  const [page, setPage] = useState(0)
  const query = useTickets({ mine: true, ...pageOf(page) })
  const ask = <HelpButton about={{}} label={own.ask} variant="contained" />
  return (
    <Stack sx={{ gap: 4 }}>
      {query.data?.count !== 0 && <Box>{ask}</Box>}
      <PagedList
        query={query}
        page={page}
        turnTo={(next) => setPage(next)}
        words={words.list}
        empty={
          <EmptyState icon={LifeBuoy} title={own.emptyTitle} action={ask}>
            {own.empty}
          </EmptyState>
        }
      >
        {(tickets, busy) => (
          <CardList label={own.title} busy={busy}>
            {tickets.map((ticket) => (
              <TicketCard
                key={ticket.id}
                ticket={ticket}
                name={
                  <Button
                    sx={{
                      p: 0,
                      minWidth: 0,
                      textAlign: 'start',
                      justifyContent: 'flex-start',
                      whiteSpace: 'normal',
                      overflowWrap: 'anywhere',
                    }}
                    onClick={() => onOpen(ticket.id)}
                  >
                    <bdi>{ticket.subject}</bdi>
                  </Button>
                }
              />
            ))}
          </CardList>
        )}
      </PagedList>
    </Stack>
  )
}

interface TicketCardProps {
  ticket: Ticket
  /** Its subject, as the way to it. */
  name: ReactNode
}

function TicketCard({ ticket, name }: TicketCardProps) {
  const { created_at, messages, state, delivery, category } = ticket
  return (
    <Card>
      <Stack sx={{ gap: 1, overflowWrap: 'anywhere', alignItems: 'flex-start' }}>
        {name}
        <Typography variant="body2" color="textSecondary">
          {category.label} · <RelativeTime time={created_at} />
          {messages > 0 && ` · ${words.list.answers(messages)}`}
        </Typography>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          <TicketStateChip state={state} />
          <DeliveryChip delivery={delivery} />
        </Stack>
      </Stack>
    </Card>
  )
}
