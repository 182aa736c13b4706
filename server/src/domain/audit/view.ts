import { type AuditEvent, auditEvents } from '@cresyl/contract/api/audit'
import { subjectKindOf } from '@cresyl/contract/operations/audit-subjects'
import type { AuditEntry, AuditName } from '@cresyl/contract/operations/audits'
import { isId } from '../../platform/id.ts'
import { pickPerson } from '../resource.ts'
import type { AuditRow } from './log-queries.ts'
import { namePredictor } from './names.ts'
import { writePlace } from './place.ts'

type Json = AuditEntry['facts'][number]['value']
type Person = NonNullable<AuditEntry['actor']['person']>

/** What else is known about what rows name. */
export interface Known {
  names: ReadonlyMap<string, AuditName>
  people: ReadonlyMap<string, Person & { isMember: boolean }>
}

/** Every id that a row speaks of. */
export function idsIn({ subjectId, apiTokenId, details }: AuditRow): string[] {
  return [...idsOf(details), ...[subjectId, apiTokenId].filter((id) => id !== null)]
}

function idsOf(value: unknown): string[] {
  if (typeof value === 'string') return isId(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(idsOf)
}

export function viewAudit(row: AuditRow, known: Known): AuditEntry {
  const { changes, superadmin, ...facts } = row.details
  const mentioned = new Set(idsOf(row.details))
  return {
    id: row.id,
    place: writePlace(row),
    event: row.event,
    occurred_at: row.occurredAt.toISOString(),
    actor: viewActor(row, known),
    subject: viewSubject(row, known),
    address: row.address,
    client: row.client,
    request_id: row.requestId,
    changes: viewChanges(changes),
    facts: Object.entries(facts).map(([field, value]) => ({ field, value: value as Json })),
    names: {
      ...Object.fromEntries([...known.names].filter(([id]) => mentioned.has(id))),
      ...predictorsIn(facts),
    },
  }
}

/** Rows name predictors by their keys. */
function predictorsIn({ predictor, key }: Record<string, unknown>): AuditEntry['names'] {
  const named = [predictor, key].filter((each) => typeof each === 'string')
  return Object.fromEntries(
    named.flatMap((each) => {
      const name = namePredictor(each)
      return name ? [[each, name]] : []
    }),
  )
}

function viewActor(row: AuditRow, { people, names }: Known): AuditEntry['actor'] {
  const { userId, apiTokenId, bySuperadmin } = row
  const found = userId === null ? undefined : people.get(userId)
  const token = apiTokenId === null ? null : { id: apiTokenId, name: names.get(apiTokenId)?.name ?? null }
  return {
    kind: userId === null ? 'platform' : found?.isMember || bySuperadmin ? 'person' : 'former',
    person: found ? pickPerson(found) : null,
    superadmin: bySuperadmin,
    api_token: token,
  }
}

function viewSubject({ subjectId, event }: AuditRow, { names }: Known): AuditEntry['subject'] {
  if (subjectId === null) return null
  const { name = null, link = null } = names.get(subjectId) ?? {}
  // A version that knew more events wrote some that this one has no place for.
  const kind = isKnown(event) ? subjectKindOf(event) : 'organization'
  return { id: subjectId, kind, name, link }
}

const isKnown = (event: string): event is AuditEvent => event in auditEvents

function viewChanges(changes: unknown): AuditEntry['changes'] {
  if (typeof changes !== 'object' || changes === null) return []
  return Object.entries(changes).map(([field, pair]) => {
    const [before = null, after = null] = Array.isArray(pair) ? pair : [null, pair]
    return { field, before: before as Json, after: after as Json }
  })
}
