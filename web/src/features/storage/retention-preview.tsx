import type { PurgeableItem } from '@cresyl/contract/files/storage'
import { purgeableKinds } from '@cresyl/contract/operations/purgeable-kinds'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Section } from '../../ui/frame/section.tsx'
import { useNarrow } from '../../ui/frame/use-narrow.ts'
import { Card, CardList } from '../../ui/list/list-frame.tsx'
import { ListTable, RowHeader } from '../../ui/list/list-table.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { formatBytes } from '../../ui/text/amounts.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { usePurgeable } from './queries.ts'
import { words } from './words.ts'

const own = words.preview

/** One by one what could go, in the order in which it does. */
export function RetentionPreview() {
  const [page, setPage] = useState(0)
  const query = usePurgeable(page)
  const narrow = useNarrow('md')
  if (query.data?.count === 0) return null
  return (
    <Section title={own.title}>
      <PagedList query={query} page={page} turnTo={(next) => setPage(next)} words={own} empty={null}>
        {(items, busy) => (narrow ? <Cards items={items} busy={busy} /> : <Rows items={items} busy={busy} />)}
      </PagedList>
    </Section>
  )
}

interface ItemsProps {
  items: readonly PurgeableItem[]
  busy: boolean
}

function Goes({ item: { goes_at } }: { item: PurgeableItem }) {
  return goes_at === null ? words.purge.never : <RelativeTime time={goes_at} />
}

function Rows({ items, busy }: ItemsProps) {
  return (
    <ListTable
      label={own.label}
      busy={busy}
      head={
        <>
          <TableCell>{own.name}</TableCell>
          <TableCell width={220}>{own.kind}</TableCell>
          <TableCell width={120} align="right">
            {own.size}
          </TableCell>
          <TableCell width={150}>{own.since}</TableCell>
          <TableCell width={150}>{own.goes}</TableCell>
        </>
      }
    >
      {items.map((item) => (
        <TableRow key={item.id} hover>
          <RowHeader>
            <Typography noWrap>
              <bdi>{item.name}</bdi>
            </Typography>
          </RowHeader>
          <TableCell>{purgeableKinds[item.kind]}</TableCell>
          <TableCell align="right">{formatBytes(item.bytes)}</TableCell>
          <TableCell>
            <RelativeTime time={item.since} />
          </TableCell>
          <TableCell>
            <Goes item={item} />
          </TableCell>
        </TableRow>
      ))}
    </ListTable>
  )
}

function Cards({ items, busy }: ItemsProps) {
  return (
    <CardList label={own.label} busy={busy}>
      {items.map((item) => (
        <Card key={item.id}>
          <Typography sx={{ overflowWrap: 'anywhere', fontWeight: 500 }}>
            <bdi>{item.name}</bdi>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {purgeableKinds[item.kind]} · {formatBytes(item.bytes)} · {own.goes}: <Goes item={item} />
          </Typography>
        </Card>
      ))}
    </CardList>
  )
}
