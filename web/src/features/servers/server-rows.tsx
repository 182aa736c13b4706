import type { Server } from '@cresyl/contract/servers'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatNumber } from '../../ui/dates.ts'
import { CardList } from '../../ui/list-frame.tsx'
import { ListTable, RowHeader } from '../../ui/list-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Chips, ServerName, ServerState } from './server-parts.tsx'
import { words } from './words.ts'

const { columns } = words

export function ServerTable({ servers }: { servers: readonly Server[] }) {
  // Those who look after an organisation only are told nothing of the machines.
  const knowsMachines = servers.some(({ cores }) => cores !== null)
  return (
    <ListTable
      label={words.label}
      head={
        <>
          <TableCell>{columns.name}</TableCell>
          <TableCell width={176}>{columns.state}</TableCell>
          <TableCell width={150}>{columns.roles}</TableCell>
          <TableCell width={96} align="right" title={words.jobsHint(knowsMachines)}>
            {columns.jobs}
          </TableCell>
          {knowsMachines && (
            <>
              <TableCell width={72} align="right">
                {columns.cores}
              </TableCell>
              <TableCell width={100} align="right">
                {columns.memory}
              </TableCell>
            </>
          )}
          <TableCell width={130}>{columns.labels}</TableCell>
          <TableCell width={96}>{columns.version}</TableCell>
          <TableCell width={136}>{columns.lastSeen}</TableCell>
        </>
      }
    >
      {servers.map((server) => (
        <TableRow key={server.id} hover>
          <RowHeader>
            <ServerName server={server} />
          </RowHeader>
          <TableCell>
            <ServerState server={server} />
          </TableCell>
          <TableCell>
            <Chips texts={server.roles} />
          </TableCell>
          <TableCell align="right">{words.jobs(server)}</TableCell>
          {knowsMachines && (
            <>
              <TableCell align="right">{formatNumber(server.cores ?? 0)}</TableCell>
              <TableCell align="right">{words.memory(server.memory_bytes ?? 0)}</TableCell>
            </>
          )}
          <TableCell>
            <Chips texts={server.labels} />
          </TableCell>
          <TableCell>{server.version}</TableCell>
          <TableCell>
            <RelativeTime time={server.last_seen_at} />
          </TableCell>
        </TableRow>
      ))}
    </ListTable>
  )
}

/** The list on narrow screens. */
export function ServerCards({ servers }: { servers: readonly Server[] }) {
  return (
    <CardList label={words.label}>
      {servers.map((server) => (
        <Box component="li" key={server.id}>
          <ServerName server={server} />
          <Stack direction="row" sx={{ my: 1.5, gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            <ServerState server={server} />
            <Chips texts={[...server.roles, ...server.labels]} />
          </Stack>
          <Typography>
            {[words.running(server), words.machine(server)].filter((part) => part !== '').join(' · ')}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {columns.version} {server.version} · {columns.lastSeen.toLowerCase()}{' '}
            <RelativeTime time={server.last_seen_at} />
          </Typography>
        </Box>
      ))}
    </CardList>
  )
}
