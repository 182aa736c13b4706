import type { Slide } from '@cresyl/contract/slides'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { Link as RouterLink } from 'react-router'
import { searchedList, useListAddress } from '../../../ui/address/use-address.ts'
import { formatBytes } from '../../../ui/amounts.ts'
import { formatDateTime } from '../../../ui/dates.ts'
import { Card, CardList } from '../../../ui/list-frame.tsx'
import { ListTable, RowHeader } from '../../../ui/list-table.tsx'
import { OverriddenBadge } from '../../../ui/overridden-badge.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { filterOf, type Scope, slideList } from '../list/place.ts'
import { tissueName } from '../list/slide-looks.ts'
import { usePlainSlides } from '../queries.ts'
import { words } from '../words.ts'

const { columns } = words.views

/** The same slides as plain rows, page by page. */
export function PlainSlides({ scope }: { scope: Scope }) {
  const listing = useMemo(
    () => ({ filter: filterOf(slideList.usual, scope), ordering: 'name' as const }),
    [scope],
  )
  const { filter, turnTo } = useListAddress(searchedList)
  const query = usePlainSlides(listing, filter.page)
  const narrow = useNarrow()
  return (
    <PagedList
      query={query}
      page={filter.page}
      turnTo={turnTo}
      words={words.list}
      empty={<Typography color="textSecondary">{words.plain.empty}</Typography>}
    >
      {(slides, busy) =>
        narrow ? <Cards slides={slides} busy={busy} /> : <Rows slides={slides} busy={busy} />
      }
    </PagedList>
  )
}

interface SlidesProps {
  slides: readonly Slide[]
  busy: boolean
}

function Rows({ slides, busy }: SlidesProps) {
  return (
    <ListTable
      label={words.plain.label}
      busy={busy}
      head={
        <>
          <TableCell>{columns.name}</TableCell>
          <TableCell width={180}>{columns.tissue}</TableCell>
          <TableCell width={150}>{columns.stain}</TableCell>
          <TableCell width={120}>{columns.state}</TableCell>
          <TableCell width={100} align="right">
            {columns.size}
          </TableCell>
          <TableCell width={160}>{columns.by}</TableCell>
          <TableCell width={200}>{columns.created}</TableCell>
        </>
      }
    >
      {slides.map((slide) => (
        <TableRow key={slide.id} hover>
          <RowHeader>
            <Name slide={slide} />
          </RowHeader>
          <Text text={tissueName(slide.tissue)} />
          <Text text={slide.stainer?.stain_type} />
          <TableCell>
            {words.qc[slide.qc_state]}
            {slide.qc_overridden && <OverriddenBadge by={slide.qc_overridden_by} />}
          </TableCell>
          <TableCell align="right">{formatBytes(slide.size)}</TableCell>
          <Text text={slide.created_by?.name} />
          <TableCell>{formatDateTime(slide.created_at)}</TableCell>
        </TableRow>
      ))}
    </ListTable>
  )
}

function Cards({ slides, busy }: SlidesProps) {
  return (
    <CardList label={words.plain.label} busy={busy}>
      {slides.map((slide) => (
        <Card key={slide.id}>
          <Name slide={slide} />
          <Typography variant="body2" color="textSecondary" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {[
              tissueName(slide.tissue),
              slide.stainer?.stain_type,
              words.qc[slide.qc_state],
              formatBytes(slide.size),
              slide.created_by?.name,
              formatDateTime(slide.created_at),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
          {slide.qc_overridden && <OverriddenBadge by={slide.qc_overridden_by} />}
        </Card>
      ))}
    </CardList>
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

function Text({ text }: { text: string | null | undefined }) {
  return (
    <TableCell>
      <Typography noWrap title={text ?? ''}>
        {text ? <bdi>{text}</bdi> : '–'}
      </Typography>
    </TableCell>
  )
}
