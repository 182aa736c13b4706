import { type AuditEvent, auditEvents } from '@cresyl/contract/api/audit'
import type { AuditEntry, AuditSealState } from '@cresyl/contract/operations/audits'
import { counted } from '../../ui/text/counted.ts'
import { formatDateTime, formatNumber } from '../../ui/text/dates.ts'

export const words = {
  noAccess: {
    title: 'The audit log is for managers',
    text: 'It shows who did what in this organisation, when and from where.',
    deed: 'read the audit log',
  },
  list: {
    label: 'Audit log, newest first',
    loading: 'Loading the audit log',
    failedTitle: 'The audit log could not be loaded',
    more: 'Loading older rows',
    end: 'Start of the log',
    searchedTo: (time: string) => `Searched back to ${formatDateTime(time)}.`,
    further: 'Search further back',
    count: (count: number, more: boolean) =>
      more ? `More than ${formatNumber(count)} rows` : counted(count, 'row'),
    fresh: (count: number, more: boolean) => `${formatNumber(count)}${more ? '+' : ''} new`,
    showFresh: 'Show',
  },
  empty: {
    title: 'Nothing has happened yet',
    text: 'Every change, download, view of a slide and sign-in of this organisation will be listed here.',
    foundTitle: 'No rows match',
    foundText: 'No rows match these filters. Remove some, or choose a longer period.',
    clear: 'Clear filters',
  },
  columns: { when: 'When', who: 'Who', what: 'What', subject: 'About', from: 'From where' },
  filter: {
    search: 'Search the log',
    event: 'What happened',
    kind: 'About',
    person: 'Who',
    personNone: 'No one found',
    platform: 'Cresyl (automatic)',
    period: 'When',
    periods: { day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days', custom: 'From … to …' },
    from: 'From',
    to: 'To',
    refused: 'Refusals',
    superadmin: 'Superadmins',
    only: 'Show only',
    address: (address: string) => `From ${address}`,
    subject: 'About one item',
    remove: (what: string) => `Remove the filter: ${what}`,
    more: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  },
  export: { button: 'Export CSV', started: 'Downloading the audit log. The export is logged too.' },
  row: {
    open: (what: string) => `Details: ${what}`,
    platform: 'Cresyl',
    platformNote: 'automatic',
    former: 'Former member',
    someone: 'Unknown person',
    superadmin: 'Superadmin',
    token: (name: string | null) => `API token ${name ?? '(deleted)'}`,
    unnamed: 'no longer exists',
    before: 'Before',
    after: 'After',
    field: 'What',
    changes: 'What changed',
    facts: 'Details',
    at: 'When',
    from: 'From where',
    request: 'Request',
    rowId: 'Row',
    subject: 'About',
    noFrom: 'Not from a request',
    onlyPerson: 'Only this person',
    onlySubject: 'Only this item',
    onlyAddress: 'Only this address',
    onlyEvent: 'Only this event',
  },
  seals: {
    title: 'Seals',
    loading: 'Loading the state of the seals',
    failed: 'The state of the seals could not be loaded.',
    verify: 'Verify now',
    verifying: 'Comparing the log with its seals',
    cancel: 'Cancel',
    cancelling: 'Stopping',
    waiting: 'Waiting for a worker',
    log: 'Log',
    never: 'Not verified yet.',
    none: 'Nothing is sealed yet. New rows are sealed within seconds.',
    whole: 'Log intact',
    broken: (faults: number) => `${counted(faults, 'fault')} found`,
    more: (count: number) => `and ${counted(count, 'more fault')}`,
    deed: 'verify the audit log',
    about:
      'Each row is sealed within seconds with a key kept outside the database. Verifying reads every row and reports any that were changed, added or removed.',
  },
} as const

/** A version that knew more events wrote some that this one has no words for. */
export function eventWords(event: string): string {
  return event in auditEvents ? auditEvents[event as AuditEvent] : event
}

/** “Request refused, 274 times”: repeated refusals are one row. */
export function entryWords({ event, facts }: Pick<AuditEntry, 'event' | 'facts'>): string {
  const times = facts.find(({ field }) => field === 'times')?.value
  const what = eventWords(event)
  return event === 'access.refused' && typeof times === 'number' ? `${what}, ${counted(times, 'time')}` : what
}

export function actorName({ kind, person, superadmin }: AuditEntry['actor']): string {
  if (kind === 'platform') return words.row.platform
  if (person !== null) return person.name
  return superadmin ? words.row.superadmin : kind === 'former' ? words.row.former : words.row.someone
}

/** “12,345 rows under 120 seals, up to 17 Nov 2026, 03:00; 3 newer rows wait for the next.” */
export function sealedWords({ last_seal: last, sealed_rows, unsealed_rows }: AuditSealState): string {
  if (last === null) return words.seals.none
  const waiting = unsealed_rows === 0 ? '' : ` ${counted(unsealed_rows, 'newer row')} not sealed yet.`
  return `${counted(sealed_rows, 'row')} under ${counted(last.n, 'seal')}.${waiting}`
}
