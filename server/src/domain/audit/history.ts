import type { SlideChange, SlideHistoryEntry } from '@cresyl/contract/slides/slide-history'
import { type QcState, qcStates } from '@cresyl/contract/slides/slides'
import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { projects, stainers, tissues } from '../../platform/db/schema/index.ts'

type Changes = SlideHistoryEntry['changes']
type Value = Changes[number]['before']

/** How edits of slides and files name what they change, and what it refers to. */
const columns = [
  { key: 'name', what: 'name' },
  { key: 'projectId', what: 'project' },
  { key: 'tissueId', what: 'tissue' },
  { key: 'stainerId', what: 'stain' },
  { key: 'mpp', what: 'pixel size' },
] as const satisfies readonly { key: string; what: SlideChange }[]

/** By audit row, what it says was changed. */
export async function changeNames(
  tx: Tx,
  rows: readonly { id: string; details: Record<string, unknown> }[],
): Promise<Map<string, Changes>> {
  const edits = rows.map(({ id, details }) => ({ id, changed: changedIn(details) }))
  const names = await namesOf(
    tx,
    edits.flatMap(({ changed }) => changed),
  )
  const namedValue = (what: SlideChange, value: unknown): Value => {
    if (typeof value === 'number') return { name: `${value} µm` }
    if (typeof value !== 'string') return null
    return { name: what === 'name' ? value : (names.get(value) ?? null) }
  }
  return new Map(
    edits.map(({ id, changed }) => [
      id,
      changed.map(({ what, before, after }) => ({
        what,
        before: namedValue(what, before),
        after: namedValue(what, after),
      })),
    ]),
  )
}

interface Changed {
  what: SlideChange
  before: unknown
  after: unknown
}

function changedIn({ changes }: Record<string, unknown>): Changed[] {
  if (typeof changes !== 'object' || changes === null) return []
  const given = new Map<string, unknown>(Object.entries(changes))
  return columns.flatMap(({ key, what }) => {
    const pair = given.get(key)
    return Array.isArray(pair) ? [{ what, before: pair[0], after: pair[1] }] : []
  })
}

/** Those that were removed for good have none. */
async function namesOf(tx: Tx, changed: readonly Changed[]): Promise<Map<string, string>> {
  const idsOf = (wanted: SlideChange) =>
    changed
      .filter(({ what }) => what === wanted)
      .flatMap(({ before, after }) => [before, after])
      .filter((value) => typeof value === 'string')
  const organAndSpecies = sql<string>`${tissues.organ} || ' · ' || ${tissues.species}`
  const found = [
    await select(tx, projects, projects.id, sql<string>`${projects.name}`, idsOf('project')),
    await select(tx, tissues, tissues.id, organAndSpecies, idsOf('tissue')),
    await select(tx, stainers, stainers.id, sql<string>`${stainers.stainType}`, idsOf('stain')),
  ]
  return new Map(found.flat().map(({ id, name }) => [id, name]))
}

async function select(
  tx: Tx,
  table: PgTable,
  id: PgColumn,
  name: ReturnType<typeof sql<string>>,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return tx
    .select({ id: sql<string>`${id}`, name })
    .from(table)
    .where(sql`${id} = any (${sql.param([...new Set(ids)])}::uuid[])`)
}

/** What a row of the audit log says of quality control; null where it is not about that. */
export function qcIn(event: string, details: Record<string, unknown>): SlideHistoryEntry['qc'] {
  if (!event.startsWith('qc_job.')) return null
  const { overridden, reason } = details
  return {
    state: stateIn(event, details),
    overridden: typeof overridden === 'boolean' ? overridden : null,
    reason: typeof reason === 'string' ? reason : null,
  }
}

function stateIn(event: string, { state, changes }: Record<string, unknown>): QcState | null {
  if (event === 'qc_job.created') return null
  const changed = new Map(Object.entries(changes ?? {})).get('state')
  const found = Array.isArray(changed) ? changed[1] : state
  return qcStates.find((each) => each === found) ?? null
}
