import { auditEvents } from '@cresyl/contract/api/audit'
import { csvRow, csvStart } from '@cresyl/contract/api/csv'
import { auditSubjectKinds } from '@cresyl/contract/operations/audit-subjects'
import type { AuditEntry } from '@cresyl/contract/operations/audits'
import type { Tx } from '../../platform/db/database.ts'
import type { AuditedWork } from '../work.ts'
import { describeRows, listAudits } from './list-audits.ts'
import { type AuditFilter, chooseLists, findPlaces, selectRows } from './log-queries.ts'
import { writePlace } from './place.ts'

type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const rowsAtOnce = 1000

const header = [
  ...['Time (UTC)', 'Event', 'What happened', 'Who', 'Person id', 'Superadmin', 'API token'],
  ...['About', 'Name', 'Subject id', 'Address', 'Client', 'Changes', 'Details', 'Request id', 'Row id'],
]

/** The log as a table, read in pages: however long it is, one page is held, and no transaction stays open. */
export async function* auditsCsv(inTransaction: InTransaction, filter: AuditFilter): AsyncGenerator<string> {
  yield csvStart + csvRow(header)
  for (let before: string | undefined; ; ) {
    const { lines, next } = await inTransaction((tx) =>
      readPage(tx, { ...filter, ...(before !== undefined && { before }) }),
    )
    if (lines !== '') yield lines
    if (next === undefined) return
    before = next
  }
}

async function readPage(tx: Tx, filter: AuditFilter): Promise<{ lines: string; next: string | undefined }> {
  const chosen = await chooseLists(tx, filter)
  if (chosen === undefined) return { lines: '', next: undefined }
  const { places, cut } = await findPlaces(tx, chosen, filter, { offset: 0, limit: rowsAtOnce })
  const page = places.slice(0, rowsAtOnce)
  const entries = await describeRows(tx, await selectRows(tx, page))
  const last = places.length > rowsAtOnce ? page.at(-1) : cut
  return { lines: entries.map(lineOf).join(''), next: last && writePlace(last) }
}

function lineOf({ actor, subject, names, ...entry }: AuditEntry): string {
  const named = (value: unknown): unknown => withNames(value, names)
  const changes = entry.changes.map(({ field, before, after }) => [field, [named(before), named(after)]])
  const facts = entry.facts.map(({ field, value }) => [field, named(value)])
  return csvRow([
    entry.occurred_at,
    entry.event,
    new Map<string, string>(Object.entries(auditEvents)).get(entry.event) ?? entry.event,
    actorName(actor),
    actor.person?.id ?? null,
    actor.superadmin ? 'yes' : null,
    actor.api_token ? (actor.api_token.name ?? actor.api_token.id) : null,
    subject && auditSubjectKinds[subject.kind],
    subject?.name ?? null,
    subject?.id ?? null,
    entry.address,
    entry.client,
    asText(changes),
    asText(facts),
    entry.request_id,
    entry.id,
  ])
}

function actorName({ kind, person, superadmin }: AuditEntry['actor']): string {
  if (kind === 'platform') return 'Cresyl'
  if (superadmin && person === null) return 'Superadmin'
  return kind === 'former' ? `${person?.name ?? 'Someone'} (former member)` : (person?.name ?? 'Someone')
}

const asText = (pairs: unknown[][]) => (pairs.length === 0 ? null : JSON.stringify(Object.fromEntries(pairs)))

/** Ids stay: a name can be another's tomorrow. */
function withNames(value: unknown, names: AuditEntry['names']): unknown {
  if (typeof value === 'string') return names[value] ? `${names[value].name} (${value})` : value
  if (Array.isArray(value)) return value.map((each) => withNames(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNames(each, names)]))
}

interface OfferedAudits {
  file_name: string
  count: number
}

/** Audits that an address is handed out: whoever has it may fetch what lies there. */
export async function offerAudits(work: AuditedWork, filter: AuditFilter): Promise<OfferedAudits> {
  work.record({ id: work.member.organizationId, details: { ...filter } })
  const { count } = await listAudits(work, { ...filter, limit: 1, offset: 0 })
  return { file_name: auditsFileName(work.now), count }
}

export const auditsFileName = (now: Date): string => `audit-log-${now.toISOString().slice(0, 10)}.csv`
