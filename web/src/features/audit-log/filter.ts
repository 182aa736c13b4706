import type { AuditEvent } from '@cresyl/contract/api/audit'
import { auditEventKeys, auditSubjectKindKeys } from '@cresyl/contract/operations/audit-subjects'
import type { listAudits } from '@cresyl/contract/operations/audits'
import type { CallInput } from '../../lib/api/request.ts'
import { defineAddress } from '../../ui/address/define-address.ts'
import { day, flag, id, oneOf, someOf, text } from '../../ui/address/parameters.ts'

export const periods = ['day', 'week', 'month', 'custom'] as const
export type Period = (typeof periods)[number]

/** Which rows are shown. */
export const auditLog = defineAddress({
  search: text(),
  events: { ...someOf(auditEventKeys), name: 'event', write: (events: readonly AuditEvent[]) => events },
  kind: oneOf(auditSubjectKindKeys),
  person: id('platform'),
  subject: id(),
  address: text(64),
  period: oneOf(periods),
  /** Days, of a period of one's own; '': open at that end. */
  from: day(),
  to: day(),
  refused: flag('true'),
  superadmin: flag('true'),
})
export type AuditFilter = typeof auditLog.usual
export type FilterChange = Partial<AuditFilter>

type AuditQuery = NonNullable<CallInput<typeof listAudits>['query']>

const days: Record<Exclude<Period, 'custom'>, number> = { day: 1, week: 7, month: 30 }

/** What is asked of the server, at a moment: the last day ends now. */
export function queryOf(filter: AuditFilter, now: Date): AuditQuery {
  const { search, events, kind, person, subject, address, refused, superadmin } = filter
  return {
    ...(search !== '' && { search }),
    ...(events.length > 0 && { event: [...events] }),
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
