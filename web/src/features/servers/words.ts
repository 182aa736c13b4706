import { counted } from '../../ui/counted.ts'

export const words = {
  label: 'Servers',
  context: 'The machines that prepare scans, check their quality and run predictors.',
  loading: 'Loading the servers',
  failedTitle: 'The servers could not be loaded',
  found: (count: number) => counted(count, 'server'),
  columns: {
    name: 'Name',
    roles: 'Does',
    labels: 'Labels',
    version: 'Version',
    started: 'Started',
    lastSeen: 'Last seen',
  },
  none: '–',
  deed: 'see the servers',
  noAccess: { title: 'The servers are not open to you', text: 'Here are the machines that do the work.' },
  empty: {
    title: 'No servers yet',
    text: 'A server is a machine that prepares scans, checks their quality and runs predictors. One appears here by itself once it has announced itself; none has so far.',
    action: 'Look again',
  },
} as const
