import { deliveryStates, type Ticket, ticketStates } from '@cresyl/contract/support'
import { ticketHash } from '@cresyl/contract/ticket-links'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useLocation } from 'react-router'
import { usePermission } from '../../lib/session/session-context.tsx'
import { useListAddress } from '../../ui/address/use-address.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { LifeBuoy } from '../../ui/icons.ts'
import { CardList } from '../../ui/list-frame.tsx'
import { ListTable, RowHeader } from '../../ui/list-table.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { NoAccess } from '../../ui/no-access.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { useSupport, useTickets } from './queries.ts'
import { TicketCard } from './ticket-card.tsx'
import { queryOf, ticketList } from './ticket-filter.ts'
import { DeliveryChip, TicketStateChip } from './ticket-parts.tsx'
import { words } from './words.ts'

const own = words.tab

/** What members asked: where it goes, how far it is, and the tickets themselves. */
export function SupportTab() {
  if (!usePermission('update:organization_settings')) {
    return (
      <NoAccess
        title={own.forAdminsTitle}
        text={own.forAdmins}
        permission="update:organization_settings"
        deed={own.deed}
      />
    )
  }
  return (
    <>
      <Destination />
      <Tickets />
    </>
  )
}

function Destination() {
  const { data } = useSupport()
  if (!data) return null
  const { destination, waiting, failed, waiting_since, reason } = data
  if (destination === 'desk' && waiting + failed === 0) {
    return (
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        {own.toDeskTitle}. {own.toDesk}
      </Typography>
    )
  }
  const bad = waiting + failed > 0
  return (
    <Alert
      severity={failed > 0 ? 'error' : bad ? 'warning' : 'info'}
      variant="outlined"
      role="note"
      sx={{ mb: 4 }}
    >
      <AlertTitle>{destination === 'hubspot' ? own.toHubSpotTitle : own.toDeskTitle}</AlertTitle>
      {destination === 'hubspot' ? own.toHubSpot : own.toDesk}{' '}
      {bad ? (
        <>
          {failed > 0 && `${own.failed(failed)}. `}
          {waiting > 0 && `${own.waiting(waiting)}. `}
          {reason}
          {waiting_since && (
            <>
              {' '}
              {own.oldest} <RelativeTime time={waiting_since} />.
            </>
          )}
        </>
      ) : (
        own.allSent
      )}
    </Alert>
  )
}

function Tickets() {
  const { filter, change, turnTo } = useListAddress(ticketList)
  const query = useTickets(queryOf(filter))
  const { data: support } = useSupport()
  const narrow = useNarrow('lg')
  const delivered = support?.destination === 'hubspot' || (support?.waiting ?? 0) + (support?.failed ?? 0) > 0
  return (
    <section aria-label={words.list.label}>
      <ListToolbar>
        <SearchField label={own.search} search={filter.search} onSearch={(search) => change({ search })} />
        <FilterSelect
          label={own.state}
          value={filter.state}
          options={ticketStates.map((state) => ({ value: state, label: words.states[state] }))}
          onChange={(state) => change({ state })}
        />
        {delivered && (
          <FilterSelect
            label={own.delivery}
            value={filter.delivery}
            options={deliveryStates.map((state) => ({ value: state, label: words.deliveries[state] }))}
            onChange={(delivery) => change({ delivery })}
          />
        )}
      </ListToolbar>
      <PagedList
        query={query}
        page={filter.page}
        turnTo={turnTo}
        words={words.list}
        empty={
          ticketList.isFiltered(filter) ? (
            <NothingFound
              title={own.noneTitle}
              action={own.showAll}
              onClear={() => change(ticketList.unfiltered)}
            >
              {own.none}
            </NothingFound>
          ) : (
            <EmptyState icon={LifeBuoy} title={own.nothingTitle}>
              {own.nothing}
            </EmptyState>
          )
        }
      >
        {(tickets, busy) =>
          narrow ? (
            <CardList label={words.list.label} busy={busy}>
              {tickets.map((ticket) => (
                <TicketCard
                  key={ticket.id}
                  ticket={ticket}
                  name={<TicketName ticket={ticket} />}
                  withAuthor
                />
              ))}
            </CardList>
          ) : (
            <TicketTable tickets={tickets} busy={busy} delivered={delivered} />
          )
        }
      </PagedList>
    </section>
  )
}

function TicketName({ ticket: { id, subject } }: { ticket: Ticket }) {
  const { search } = useLocation()
  return (
    <Link
      component={RouterLink}
      to={{ search, hash: ticketHash(id) }}
      preventScrollReset
      sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', fontWeight: 500 }}
    >
      <bdi>{subject}</bdi>
    </Link>
  )
}

interface TicketTableProps {
  tickets: readonly Ticket[]
  busy: boolean
  delivered: boolean
}

function TicketTable({ tickets, busy, delivered }: TicketTableProps) {
  const { columns } = own
  return (
    <ListTable
      label={words.list.label}
      busy={busy}
      head={
        <>
          <TableCell>{columns.subject}</TableCell>
          <TableCell width={200}>{columns.from}</TableCell>
          <TableCell width={200}>{columns.category}</TableCell>
          <TableCell width={130}>{columns.state}</TableCell>
          {delivered && <TableCell width={200}>{columns.delivery}</TableCell>}
          <TableCell width={130}>{columns.created}</TableCell>
        </>
      }
    >
      {tickets.map((ticket) => (
        <TableRow key={ticket.id}>
          <RowHeader>
            <TicketName ticket={ticket} />
          </RowHeader>
          <TableCell>
            <Typography noWrap>
              <bdi>{ticket.created_by?.name}</bdi>
            </Typography>
          </TableCell>
          <TableCell>{ticket.category.label}</TableCell>
          <TableCell>
            <TicketStateChip state={ticket.state} />
          </TableCell>
          {delivered && (
            <TableCell>
              <DeliveryChip delivery={ticket.delivery} />
            </TableCell>
          )}
          <TableCell>
            <RelativeTime time={ticket.created_at} />
          </TableCell>
        </TableRow>
      ))}
    </ListTable>
  )
}
