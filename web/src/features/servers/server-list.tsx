import type { Server } from '@cresyl/contract/operations/servers'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { LucideIcon } from 'lucide-react'
import { CircleCheck, CirclePause, Unplug } from '../../ui/frame/icons.ts'
import { type ItemColumn, ItemList } from '../../ui/list/item-list.tsx'
import { StateChip, type StateTone } from '../../ui/state/state-chip.tsx'
import { formatNumber } from '../../ui/text/dates.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { words } from './words.ts'

const { columns: heads } = words

const machine: readonly ItemColumn<Server>[] = [
  {
    label: heads.cores,
    width: 72,
    align: 'right',
    card: 'fact',
    cell: ({ cores }) => formatNumber(cores ?? 0),
    inCard: ({ cores }) => cores !== null && words.cores(cores),
  },
  {
    label: heads.memory,
    width: 100,
    align: 'right',
    card: 'fact',
    cell: ({ memory_bytes }) => words.memory(memory_bytes ?? 0),
  },
]

export function ServerList({ servers }: { servers: readonly Server[] }) {
  // Those who look after an organisation only are told nothing of the machines.
  const knowsMachines = servers.some(({ cores }) => cores !== null)
  const columns: readonly ItemColumn<Server>[] = [
    { label: heads.name, card: 'title', cell: (server) => <ServerName server={server} /> },
    { label: heads.state, width: 176, card: 'chip', cell: (server) => <ServerState server={server} /> },
    { label: heads.roles, width: 150, card: 'chip', cell: ({ roles }) => <Chips texts={roles} /> },
    {
      label: heads.jobs,
      width: 96,
      align: 'right',
      hint: words.jobsHint(knowsMachines),
      card: 'fact',
      cell: words.jobs,
      inCard: words.running,
    },
    ...(knowsMachines ? machine : []),
    {
      label: heads.labels,
      width: 130,
      card: 'chip',
      cell: ({ labels }) => <Chips texts={labels} />,
      inCard: ({ labels }) => labels.length > 0 && <Chips texts={labels} />,
    },
    {
      label: heads.version,
      width: 96,
      card: 'fact',
      cell: ({ version }) => version,
      inCard: ({ version }) => `${heads.version} ${version}`,
    },
    {
      label: heads.lastSeen,
      width: 136,
      card: 'fact',
      cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} />,
      inCard: ({ last_seen_at }) => (
        <>
          {heads.lastSeen.toLowerCase()} <RelativeTime time={last_seen_at} />
        </>
      ),
    },
  ]
  return <ItemList label={words.label} items={servers} keyOf={({ id }) => id} columns={columns} />
}

function ServerName({ server }: { server: Server }) {
  return (
    <Typography noWrap title={server.name} sx={{ fontWeight: 600 }}>
      <bdi>{server.name}</bdi>
    </Typography>
  )
}

const looks: Record<Server['state'], { icon: LucideIcon; tone: StateTone }> = {
  active: { icon: CircleCheck, tone: 'pass' },
  draining: { icon: CirclePause, tone: 'warn' },
  gone: { icon: Unplug, tone: 'fail' },
}

function ServerState({ server: { state, last_seen_at } }: { server: Server }) {
  return (
    <>
      <Tooltip title={words.stateHints[state]}>
        <Box component="span">
          <StateChip {...looks[state]} label={words.states[state]} />
        </Box>
      </Tooltip>
      {state === 'gone' && (
        <Typography variant="caption" color="textSecondary" sx={{ display: 'block', mt: 0.5 }}>
          {words.goneSince} <RelativeTime time={last_seen_at} />
        </Typography>
      )}
    </>
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
