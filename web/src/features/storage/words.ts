import { purgeUndoMinutes } from '@cresyl/contract/storage'
import { counted } from '../../ui/counted.ts'

export const words = {
  loading: 'Loading what is in storage',
  failedTitle: 'What is in storage could not be loaded',
  noAccess: {
    title: 'Storage',
    text: 'Here is what the organisation keeps and how much room that takes.',
    deed: 'see what is in storage',
  },
  used: {
    title: 'Used',
    of: (used: string, quota: string) => `${used} of ${quota} used`,
    plain: (used: string) => `${used} used`,
    noQuota: 'There is no limit but the room on the disk.',
    label: 'Share of the storage that is used',
    nearlyFull: 'Nearly full: remove what is not needed, or ask for more.',
    full: 'Full: nothing can be uploaded until something is removed.',
  },
  kinds: { title: 'By kind', kind: 'Kind', files: 'Files', size: 'Size', total: 'Total' },
  projects: { title: 'By project', project: 'Project', unsorted: 'No project' },
  growth: {
    title: 'Growth',
    context: 'What is there today, by the month in which it came',
    month: 'Month',
    added: 'Added',
    total: 'In all',
    showTable: 'Show as table',
    showChart: 'Show as chart',
    summary: (month: string, then: string, now: string) =>
      `Storage by month: ${then} in ${month}, ${now} now.`,
  },
  purge: {
    title: 'What could go',
    context: (days: number) =>
      `Deleted slides are kept for ${counted(days, 'day', 'days')} and can be restored until then; exported regions are kept for a week. Outputs that are in use are not offered.`,
    nothing: 'There is nothing that could go.',
    what: 'What',
    count: 'How many',
    next: 'Next goes by itself',
    never: 'Not by itself',
    button: 'Remove for good…',
    deed: 'remove things for good',
    choose: 'Tick what is to go first.',
    dialogTitle: 'Remove for good?',
    dialogText: `This cannot be undone once it has begun. It begins in ${purgeUndoMinutes} minutes; until then you can take it back here.`,
    confirm: 'Remove for good',
    cancel: 'Keep everything',
    asked: (count: number) =>
      `${counted(count, 'thing', 'things')} will be removed for good in ${purgeUndoMinutes} minutes.`,
    undo: 'Undo',
    undone: 'Nothing is removed: it was taken back.',
    waiting: 'A removal for good begins',
    running: 'A removal for good is under way.',
  },
  preview: {
    title: 'What goes when',
    name: 'Name',
    kind: 'What',
    size: 'Size',
    since: 'Since',
    goes: 'Goes',
    label: 'What could go',
    loading: 'Loading what could go',
    failedTitle: 'What could go could not be loaded',
    found: (count: number) => counted(count, 'thing', 'things'),
  },
} as const
