import type { Server } from '@cresyl/contract/servers'
import { formatNumber } from '../../ui/dates.ts'
import { type ItemColumn, ItemList } from '../../ui/item-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Chips, ServerName, ServerState } from './server-parts.tsx'
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
