import { bytes } from '@cresyl/contract/limits'
import type { Server } from '@cresyl/contract/servers'
import { counted } from '../../ui/counted.ts'
import { formatNumber } from '../../ui/dates.ts'

const states: Record<Server['state'], string> = {
  active: 'Active',
  draining: 'Finishing its work',
  gone: 'Gone',
}

const stateHints: Record<Server['state'], string> = {
  active: 'It takes on new jobs.',
  draining: 'It ends what it runs and takes on nothing new.',
  gone: 'Nothing was heard of it for a while. What it ran is done by others.',
}

export const words = {
  label: 'Servers',
  context: 'The machines that prepare scans, check their quality and run predictors.',
  loading: 'Loading the servers',
  failedTitle: 'The servers could not be loaded',
  found: (count: number) => counted(count, 'server'),
  columns: {
    name: 'Name',
    state: 'State',
    roles: 'Does',
    jobs: 'Jobs',
    cores: 'Cores',
    memory: 'Memory',
    labels: 'Labels',
    version: 'Version',
    lastSeen: 'Last seen',
  },
  states,
  stateHints,
  goneSince: 'since',
  /** How many it runs now of how many it can. */
  jobs: ({ running_jobs, slots }: Server) => `${formatNumber(running_jobs)} of ${formatNumber(slots)}`,
  jobsHint: 'How many jobs it runs now, of how many it can run at once',
  running: (server: Server): string => `${words.jobs(server)} jobs running`,
  cores: (count: number) => counted(count, 'core'),
  memory: ({ memory_bytes }: Server) => `${formatNumber(Math.round((memory_bytes / bytes.GB) * 10) / 10)} GB`,
  none: '–',
  deed: 'see the servers',
  noAccess: { title: 'The servers are not open to you', text: 'Here are the machines that do the work.' },
  empty: {
    title: 'No servers yet',
    text: 'A server is a machine that prepares scans, checks their quality and runs predictors. One appears here by itself once it has announced itself; none has so far.',
    action: 'Look again',
  },
} as const
