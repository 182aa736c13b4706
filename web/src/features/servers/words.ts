import { bytes } from '@cresyl/contract/api/limits'
import type { Server } from '@cresyl/contract/operations/servers'
import { counted } from '../../ui/text/counted.ts'
import { formatNumber } from '../../ui/text/dates.ts'

const states: Record<Server['state'], string> = {
  active: 'Active',
  draining: 'Finishing',
  gone: 'Offline',
}

const stateHints: Record<Server['state'], string> = {
  active: 'Accepts new jobs.',
  draining: 'Finishes its jobs and accepts no new ones.',
  gone: 'No contact for a while. Other servers have taken over its jobs.',
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
    roles: 'Roles',
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
  /** How many it runs now of how many it can, where that is known. */
  jobs: ({ running_jobs, slots }: Server) => {
    const running = formatNumber(running_jobs)
    if (slots === null) return running
    return running_jobs > slots
      ? `${running}, ${counted(slots, 'slot')}`
      : `${running} of ${formatNumber(slots)}`
  },
  jobsHint: (knowsMachines: boolean) =>
    knowsMachines
      ? 'Running jobs, of the maximum at once. When all slots are in use, one extra job may read a slide, and one may run for an organisation that has no job here.'
      : 'Running jobs of your organisation',
  running: (server: Server): string => {
    const { running_jobs: running, slots } = server
    if (slots === null) return counted(running, 'job running', 'jobs running')
    if (running <= slots) return `${words.jobs(server)} jobs running`
    return `${formatNumber(running)} jobs running, ${counted(slots, 'slot')}`
  },
  cores: (count: number) => counted(count, 'core'),
  memory: (memoryBytes: number) => `${formatNumber(Math.round((memoryBytes / bytes.GB) * 10) / 10)} GB`,
  none: '–',
  deed: 'see the servers',
  noAccess: { title: 'You may not see the servers', text: 'Servers are the machines that process slides.' },
  empty: {
    title: 'No servers yet',
    text: 'A server is a machine that prepares scans, checks their quality and runs predictors. Servers appear here automatically.',
    action: 'Refresh',
  },
} as const
