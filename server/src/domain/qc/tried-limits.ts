import {
  measureOf,
  type QcLimits,
  type QcMeasureKey,
  qcMeasureKeys,
  toHeat,
} from '@cresyl/contract/qc/qc-measures'
import type { QcThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { limitsOf } from '@cresyl/contract/qc/qc-verdict'
import { type SQL, sql } from 'drizzle-orm'

/** Limits that are tried, as the database reads them. */
export interface TriedLimits {
  /**
   * One for each stain with limits of its own, and one for the rest: `scope`, and for each measure `<key>_warn` and
   * `<key>_fail`; of those by tiles also `<key>_tile`, beyond which tiles are faulty, and `<key>_at`, which of the
   * edges that is.
   */
  rows: SQL
  /** The scope of a stain. */
  scopeOf(stainerId: SQL): SQL
  /** Of all rows, beyond which tiles are faulty. */
  tileLimits(key: QcMeasureKey): readonly number[]
  /** The same as heat maps have it, each once. */
  edges(key: QcMeasureKey): readonly number[]
}

/** Stands for the stains without limits of their own, and for no stain. */
const others = '00000000-0000-0000-0000-000000000000'

export const column = (name: string): SQL => sql`${sql.identifier(name)}`

export function limitSets({ common, stains }: QcThresholds): TriedLimits {
  const own = Object.keys(stains)
  const scopes = [others, ...own]
  const limitsBy = (key: QcMeasureKey): QcLimits[] =>
    scopes.map((scope) => limitsOf(key, common, stains[scope]))
  const tileLimits = (key: QcMeasureKey) => limitsBy(key).map(({ tileFail = 0 }) => tileFail)
  const edgesBy = (key: QcMeasureKey) => {
    const { tiles } = measureOf(key)
    return tiles ? tileLimits(key).map((limit) => toHeat(tiles, limit)) : []
  }
  const edges = (key: QcMeasureKey) => [...new Set(edgesBy(key))]

  const columns = qcMeasureKeys.flatMap((key) => [
    { name: `${key}_warn`, values: figures(limitsBy(key).map(({ warn }) => warn)) },
    { name: `${key}_fail`, values: figures(limitsBy(key).map(({ fail }) => fail)) },
    ...(measureOf(key).tiles
      ? [
          { name: `${key}_tile`, values: figures(tileLimits(key)) },
          { name: `${key}_at`, values: figures(edgesBy(key).map((edge) => edges(key).indexOf(edge) + 1)) },
        ]
      : []),
  ])
  const values = columns.map((each) => each.values)
  const names = columns.map(({ name }) => column(name))
  return {
    rows: sql`select * from unnest(${sql.param(scopes)}::uuid[], ${sql.join(values, sql`, `)})
      as limits (scope, ${sql.join(names, sql`, `)})`,
    scopeOf: (stain) =>
      sql`case when ${stain} = any (${sql.param(own)}::uuid[]) then ${stain} else ${others} end`,
    tileLimits,
    edges,
  }
}

const figures = (values: readonly (number | null)[]): SQL => sql`${sql.param(values)}::float8[]`
