import { measureOf, type QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import { seriesKeys } from '@cresyl/contract/reports/analytics'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { builtIn } from '../predictors/built-in.ts'
import type { Group } from './sources.ts'

/** Of states, verdicts and kinds; one word means the same wherever it stands. */
const words: Record<string, string> = {
  none: 'Not checked',
  queued: 'Waiting',
  running: 'Running',
  passed: 'Passed',
  warned: 'Warning',
  failed: 'Failed',
  error: 'Could not be checked',
  cancelled: 'Cancelled',
  succeeded: 'Succeeded',
  created: 'Uploading',
  stored: 'Uploaded',
  aborted: 'Cancelled',
  file: 'Files',
  image: 'Images',
  region: 'Regions',
}

const withoutAny: Partial<Record<Group, string>> = {
  project: 'No project',
  tissue: 'No tissue',
  stainer: 'No stain',
  member: 'No one (automatic)',
  predictor: 'No predictor',
}

/** What the series of a group are called, by key. What was deleted, and who left, still has a name. */
export async function labelsOf(
  tx: Tx,
  group: Group | 'none',
  keys: readonly string[],
): Promise<(key: string) => string> {
  if (group === 'none') return () => 'All'
  if (group === 'measure') return (key) => measureOf(key as QcMeasureKey).label
  const findNames = group in finders ? finders[group as keyof typeof finders] : undefined
  if (findNames === undefined) return (key) => words[key] ?? key
  const ids = keys.filter((key) => key !== seriesKeys.none)
  const found = await findNames(tx, ids)
  return (key) =>
    key === seriesKeys.none ? (withoutAny[group] ?? key) : (found.get(key) ?? unknown(group, key))
}

type Names = Map<string, string>
type FindNames = (tx: Tx, ids: readonly string[]) => Promise<Names>

const finders = {
  project: named(
    (ids) =>
      sql`select id, name || case when deleted then ' (deleted)' else '' end as name from names_of_projects(${ids})`,
  ),
  tissue: named(
    (ids) => sql`
      select id, organ || ' · ' || species || case when deleted_at is null then '' else ' (deleted)' end as name
      from tissues where id = any (${ids})`,
  ),
  stainer: named(
    (ids) => sql`
      select id, stain_type || case when deleted_at is null then '' else ' (deleted)' end as name
      from stainers where id = any (${ids})`,
  ),
  member: named(
    (ids) => sql`
      select u.id, case when m.disabled_at is null then '' else 'Former member ' end || u.name as name
      from users u join memberships m on m.user_id = u.id where u.id = any (${ids})`,
  ),
  predictor: findPredictors,
} satisfies Partial<Record<Group, FindNames>>

function named(select: (ids: ReturnType<typeof sql>) => ReturnType<typeof sql>): FindNames {
  return async (tx, ids) => {
    const { rows } = await tx.execute<{ id: string; name: string }>(select(sql`${sql.param(ids)}::uuid[]`))
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
}

/** As the newest version calls itself; what this program doesn't have any more is told as such. */
async function findPredictors(tx: Tx, ids: readonly string[]): Promise<Names> {
  const { rows } = await tx.execute<{
    id: string
    key: string
    name: string | null
    runtime: string | null
  }>(sql`
    select p.id, p.key, v.manifest ->> 'name' as name, v.manifest ->> 'runtime' as runtime
    from predictors p left join lateral (
      select manifest from predictor_versions v
      where v.organization_id = p.organization_id and v.predictor_id = p.id order by created_at desc, id desc limit 1
    ) v on true
    where p.id = any (${sql.param(ids)}::uuid[])`)
  return new Map(
    rows.map(({ id, key, name, runtime }) => {
      const isGone = runtime === 'builtin' && !builtIn().has(key)
      return [id, `${name ?? key}${isGone ? ' (deleted)' : ''}`]
    }),
  )
}

/** Whoever isn't in the organisation any more is nameless here; the end of the id tells two apart. */
function unknown(group: Group, key: string): string {
  return `${group === 'member' ? 'Former member' : 'Deleted'} …${key.slice(-4)}`
}
