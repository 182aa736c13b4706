import { deliveryStates, type Ticket, ticketStates } from '@cresyl/contract/operations/support'
import { ticketHash } from '@cresyl/contract/operations/ticket-links'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useLocation } from 'react-router'
import { usePermission } from '../../lib/session/session-context.tsx'
import { useListAddress } from '../../ui/address/use-address.ts'
import { LifeBuoy } from '../../ui/frame/icons.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { type ItemColumn, ItemList, NameCell } from '../../ui/list/item-list.tsx'
import { ListToolbar } from '../../ui/list/list-toolbar.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { NothingFound } from '../../ui/state/nothing-found.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useSupport, useTickets } from './queries.ts'
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
        {(tickets, busy) => (
          <ItemList
            label={words.list.label}
            items={tickets}
            keyOf={({ id }) => id}
            columns={delivered ? deliveredColumns : columns}
            busy={busy}
          />
        )}
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

const { columns: heads } = own

const asked: readonly ItemColumn<Ticket>[] = [
  { label: heads.subject, card: 'title', cell: (ticket) => <TicketName ticket={ticket} /> },
  {
    label: heads.from,
    width: 200,
    card: 'fact',
    cell: ({ created_by }) => <NameCell name={created_by?.name} />,
    inCard: ({ created_by }) => created_by && <bdi>{created_by.name}</bdi>,
  },
  { label: heads.category, width: 200, card: 'fact', cell: ({ category }) => category.label },
  { label: heads.state, width: 130, card: 'chip', cell: ({ state }) => <TicketStateChip state={state} /> },
]

const delivery: ItemColumn<Ticket> = {
  label: heads.delivery,
  width: 200,
  card: 'chip',
  cell: (ticket) => <DeliveryChip delivery={ticket.delivery} />,
}

const created: ItemColumn<Ticket> = {
  label: heads.created,
  width: 130,
  card: 'fact',
  cell: ({ created_at }) => <RelativeTime time={created_at} />,
  inCard: ({ created_at, messages }) => (
    <>
      <RelativeTime time={created_at} />
      {messages > 0 && ` · ${words.list.answers(messages)}`}
    </>
  ),
}

const columns = [...asked, created]
const deliveredColumns = [...asked, delivery, created]
