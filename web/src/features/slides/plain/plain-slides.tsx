import type { Slide } from '@cresyl/contract/slides/slides'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { Link as RouterLink } from 'react-router'
import { searchedList, useListAddress } from '../../../ui/address/use-address.ts'
import { type ItemColumn, ItemList, NameCell } from '../../../ui/list/item-list.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { OverriddenBadge } from '../../../ui/slide/overridden-badge.tsx'
import { formatBytes } from '../../../ui/text/amounts.ts'
import { formatDateTime } from '../../../ui/text/dates.ts'
import { tissueName } from '../../../ui/text/tissue-name.ts'
import { filterOf, type Scope, slideList } from '../list/place.ts'
import { usePlainSlides } from '../queries.ts'
import { words } from '../words.ts'

const { columns: heads } = words.views

const columns: readonly ItemColumn<Slide>[] = [
  { label: heads.name, card: 'title', cell: (slide) => <Name slide={slide} /> },
  {
    label: heads.tissue,
    width: 180,
    card: 'fact',
    cell: ({ tissue }) => <NameCell name={tissue && tissueName(tissue)} />,
    inCard: ({ tissue }) => tissue && tissueName(tissue),
  },
  {
    label: heads.stain,
    width: 150,
    card: 'fact',
    cell: ({ stainer }) => <NameCell name={stainer?.stain_type} />,
    inCard: ({ stainer }) => stainer?.stain_type,
  },
  {
    label: heads.state,
    width: 120,
    card: 'fact',
    cell: ({ qc_state, qc_overridden, qc_overridden_by }) => (
      <>
        {words.qc[qc_state]}
        {qc_overridden && <OverriddenBadge by={qc_overridden_by} />}
      </>
    ),
  },
  { label: heads.size, width: 100, align: 'right', card: 'fact', cell: ({ size }) => formatBytes(size) },
  {
    label: heads.by,
    width: 160,
    card: 'fact',
    cell: ({ created_by }) => <NameCell name={created_by?.name} />,
    inCard: ({ created_by }) => created_by?.name,
  },
  { label: heads.created, width: 200, card: 'fact', cell: ({ created_at }) => formatDateTime(created_at) },
]

/** The same slides as plain rows, page by page. */
export function PlainSlides({ scope }: { scope: Scope }) {
  const listing = useMemo(
    () => ({ filter: filterOf(slideList.usual, scope), ordering: 'name' as const }),
    [scope],
  )
  const { filter, turnTo } = useListAddress(searchedList)
  const query = usePlainSlides(listing, filter.page)
  return (
    <PagedList
      query={query}
      page={filter.page}
      turnTo={turnTo}
      words={words.list}
      empty={<Typography color="textSecondary">{words.plain.empty}</Typography>}
    >
      {(slides, busy) => (
        <ItemList
          label={words.plain.label}
          items={slides}
          keyOf={({ id }) => id}
          columns={columns}
          busy={busy}
          cardsBelow="md"
        />
      )}
    </PagedList>
  )
}

function Name({ slide }: { slide: Slide }) {
  return (
    <Typography noWrap title={slide.name} sx={{ fontWeight: 600 }}>
      <Link component={RouterLink} to={`/slide/${slide.id}`}>
        <bdi>{slide.name}</bdi>
      </Link>
    </Typography>
  )
}
