import type { Server } from '@cresyl/contract/servers'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { CardList } from '../../ui/list-frame.tsx'
import { ListTable, RowHeader } from '../../ui/list-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { words } from './words.ts'

const { columns } = words

export function ServerTable({ servers }: { servers: readonly Server[] }) {
  return (
    <ListTable
      label={words.label}
      head={
        <>
          <TableCell>{columns.name}</TableCell>
          <TableCell>{columns.roles}</TableCell>
          <TableCell>{columns.labels}</TableCell>
          <TableCell width={120}>{columns.version}</TableCell>
          <TableCell width={140}>{columns.started}</TableCell>
          <TableCell width={140}>{columns.lastSeen}</TableCell>
        </>
      }
    >
      {servers.map((server) => (
        <TableRow key={server.id} hover>
          <RowHeader>
            <Name server={server} />
          </RowHeader>
          <TableCell>
            <Chips texts={server.roles} />
          </TableCell>
          <TableCell>
            <Chips texts={server.labels} />
          </TableCell>
          <TableCell>{server.version}</TableCell>
          <TableCell>
            <RelativeTime time={server.started_at} />
          </TableCell>
          <TableCell>
            <RelativeTime time={server.last_seen_at} />
          </TableCell>
        </TableRow>
      ))}
    </ListTable>
  )
}

export function ServerCards({ servers }: { servers: readonly Server[] }) {
  return (
    <CardList label={words.label}>
      {servers.map((server) => (
        <Box component="li" key={server.id}>
          <Name server={server} />
          <Box sx={{ my: 1 }}>
            <Chips texts={[...server.roles, ...server.labels]} />
          </Box>
          <Typography variant="body2" color="textSecondary">
            {columns.version} {server.version} · {columns.lastSeen}{' '}
            <RelativeTime time={server.last_seen_at} />
          </Typography>
        </Box>
      ))}
    </CardList>
  )
}

function Name({ server }: { server: Server }) {
  return (
    <Typography noWrap title={server.name} sx={{ fontWeight: 600 }}>
      <bdi>{server.name}</bdi>
    </Typography>
  )
}

function Chips({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return words.none
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {texts.map((text) => (
        <Chip key={text} size="small" label={text} />
      ))}
    </Stack>
  )
}
