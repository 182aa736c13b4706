import { listLimits } from '@cresyl/contract/api/limits'
import { type AuditEntry, auditLimits } from '@cresyl/contract/operations/audits'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { memberships, users } from '../../platform/db/schema/index.ts'
import { rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'
import {
  type AuditFilter,
  type AuditRow,
  chooseLists,
  countRows,
  findPlaces,
  selectRows,
} from './log-queries.ts'
import { nameIds } from './names.ts'
import { type Place, timeOf, writePlace } from './place.ts'
import { idsIn, viewAudit } from './view.ts'

export interface AuditPage {
  results: AuditEntry[]
  count: number
  moreThanCount: boolean
  searchedTo: string | null
  /** Where the next page begins; undefined: there is none. */
  next: string | undefined
}

const nothing: AuditPage = { results: [], count: 0, moreThanCount: false, searchedTo: null, next: undefined }

/** A page of the audit log, in names instead of ids. */
export async function listAudits(
  { tx }: Pick<Work, 'tx'>,
  { limit, offset, ...filter }: AuditFilter & { limit: number; offset: number },
): Promise<AuditPage> {
  const chosen = await chooseLists(tx, filter)
  // Far down a page is found by its place, not by counting everything above it.
  if (chosen === undefined || offset >= listLimits.maxRows) return nothing
  const wanted = rowLimit(limit)
  const found = await findPlaces(tx, chosen, filter, { offset, limit: wanted })
  const page = found.places.slice(0, wanted)
  const isCut = found.places.length <= wanted && found.cut !== undefined
  const count = chosen.besides === undefined ? await countRows(tx, chosen, filter) : found.fitting
  return {
    results: await describeRows(tx, await selectRows(tx, page)),
    count: Math.min(count, auditLimits.counted),
    moreThanCount: count > auditLimits.counted || (chosen.besides !== undefined && found.cut !== undefined),
    searchedTo: isCut && found.cut ? timeOf(found.cut) : null,
    next: nextPlace(page, found.places.length > wanted, found.cut),
  }
}

function nextPlace(page: readonly Place[], isFull: boolean, cut: Place | undefined): string | undefined {
  const from = isFull ? page.at(-1) : cut
  return from && writePlace(from)
}

export async function describeRows(tx: Tx, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const names = await nameIds(tx, rows.flatMap(idsIn))
  const people = await findPeople(
    tx,
    rows.flatMap(({ userId }) => userId ?? []),
  )
  return rows.map((row) => viewAudit(row, { names, people }))
}

async function findPeople(tx: Tx, ids: readonly string[]) {
  const isMember = sql<boolean>`exists (
    select from ${memberships} m where m.user_id = ${users.id} and m.disabled_at is null
      and m.organization_id = current_organization())`
  const rows = await tx
    .select({ id: users.id, name: users.name, picture: users.picture, isMember })
    .from(users)
    .where(sql`${users.id} = any (${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
