import type { AuditEvent } from '@cresyl/contract/audit'
import { type AuditSubjectKind, auditEventKeys, auditSubjectKindKeys } from '@cresyl/contract/audit-subjects'
import type { listAudits } from '@cresyl/contract/audits'
import { textLimits } from '@cresyl/contract/limits'
import type { CallInput } from '../../lib/api/request.ts'

export const periods = ['day', 'week', 'month', 'custom'] as const
export type Period = (typeof periods)[number]

/** Which rows are shown, as the address has it. */
export interface AuditFilter {
  search: string
  events: AuditEvent[]
  kind: AuditSubjectKind | ''
  /** An id, or `platform`. */
  person: string
  subject: string
  address: string
  period: Period | ''
  /** Days, of a period of one's own; '': open at that end. */
  from: string
  to: string
  refused: boolean
  superadmin: boolean
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** Whatever the address says that makes no sense counts as not said. */
export function readFilter(parameters: URLSearchParams): AuditFilter {
  const get = (name: string) => parameters.get(name)?.trim() ?? ''
  const id = (name: string) => (uuid.test(get(name)) ? get(name) : '')
  const date = (name: string) => (day.test(get(name)) && startOf(get(name)) !== undefined ? get(name) : '')
  const asked = new Set(parameters.getAll('event'))
  return {
    search: get('search').slice(0, textLimits.search),
    events: auditEventKeys.filter((event) => asked.has(event)),
    kind: auditSubjectKindKeys.find((kind) => kind === get('kind')) ?? '',
    person: get('person') === 'platform' ? 'platform' : id('person'),
    subject: id('subject'),
    address: get('address').slice(0, 64),
    period: periods.find((period) => period === get('period')) ?? '',
    from: date('from'),
    to: date('to'),
    refused: get('refused') === 'true',
    superadmin: get('superadmin') === 'true',
  }
}

export type FilterChange = { [Key in keyof AuditFilter]?: AuditFilter[Key] }

/** What else the address says stays. */
export function changeFilter(parameters: URLSearchParams, change: FilterChange): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  for (const [key, value] of Object.entries(change)) {
    const name = key === 'events' ? 'event' : key
    changed.delete(name)
    for (const each of Array.isArray(value) ? value : [value === true ? 'true' : value])
      if (each) changed.append(name, String(each))
  }
  return changed
}

export const noFilter: AuditFilter = readFilter(new URLSearchParams())

export function isFiltered(filter: AuditFilter): boolean {
  return JSON.stringify(filter) !== JSON.stringify(noFilter)
}

type AuditQuery = NonNullable<CallInput<typeof listAudits>['query']>

const days: Record<Exclude<Period, 'custom'>, number> = { day: 1, week: 7, month: 30 }

/** What is asked of the server, at a moment: the last day ends now. */
export function queryOf(filter: AuditFilter, now: Date): AuditQuery {
  const { search, events, kind, person, subject, address, refused, superadmin } = filter
  return {
    ...(search !== '' && { search }),
    ...(events.length > 0 && { event: events }),
    ...(kind !== '' && { subject_kind: [kind] }),
    ...(person === 'platform' ? { platform: true } : person !== '' && { person_id: [person] }),
    ...(subject !== '' && { subject_id: subject }),
    ...(address !== '' && { address }),
    ...(refused && { refused }),
    ...(superadmin && { superadmin }),
    ...timesOf(filter, now),
  }
}

function timesOf({ period, from, to }: AuditFilter, now: Date): Pick<AuditQuery, 'from' | 'to'> {
  if (period === '') return {}
  if (period !== 'custom') {
    // Of a whole minute: the same question as a moment ago.
    const end = Math.floor(now.getTime() / 60_000) * 60_000
    return { from: new Date(end - days[period] * 24 * 3_600_000).toISOString() }
  }
  const [begin, last] = [startOf(from), startOf(to)]
  if (last) last.setDate(last.getDate() + 1)
  return { ...(begin && { from: begin.toISOString() }), ...(last && { to: last.toISOString() }) }
}

/** The midnight that a day begins with here; undefined for days that are none. */
function startOf(date: string): Date | undefined {
  const start = new Date(`${date}T00:00:00`)
  return Number.isNaN(start.getTime()) ? undefined : start
}
