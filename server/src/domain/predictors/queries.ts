import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { predictors, predictorVersions, users } from '../../platform/db/schema/index.ts'
import { findRow, type Person, pickPerson } from '../resource.ts'
import { builtIn } from './built-in.ts'

export type PredictorRow = typeof predictors.$inferSelect

export interface PredictorVersion {
  id: string
  manifest: PredictorManifest
  digest: string
  createdAt: Date
}

export interface PredictorDetails {
  predictor: PredictorRow
  enabler: Person | null
  /** That which this program computes; it is the newest, or there again after a step back. */
  current: PredictorVersion
  /** The newest first. */
  versions: PredictorVersion[]
}

/** Those that this program can compute, in the order in which it names them. */
export async function selectPredictors(
  tx: Tx,
  /** The organisation in a transaction of the platform, which sees all of them. */
  { enabled, organizationId }: { enabled?: boolean | undefined; organizationId?: string } = {},
): Promise<PredictorDetails[]> {
  const found = await select(
    tx,
    and(
      enabled === undefined ? undefined : eq(predictors.enabled, enabled),
      organizationId === undefined ? undefined : eq(predictors.organizationId, organizationId),
    ),
  )
  const order = [...builtIn().keys()]
  return found.toSorted((a, b) => order.indexOf(a.predictor.key) - order.indexOf(b.predictor.key))
}

export async function findPredictor(tx: Tx, id: string): Promise<PredictorDetails> {
  return findRow(select(tx, eq(predictors.id, id)), unknown)
}

export async function lockPredictor(tx: Tx, id: string): Promise<PredictorDetails> {
  await tx.select({ id: predictors.id }).from(predictors).where(eq(predictors.id, id)).for('update')
  return findPredictor(tx, id)
}

async function select(tx: Tx, which: SQL | undefined): Promise<PredictorDetails[]> {
  const rows = await tx
    .select({
      predictor: predictors,
      enabler: pickPerson(users),
    })
    .from(predictors)
    .leftJoin(users, eq(users.id, predictors.enabledBy))
    .where(and(which, inArray(predictors.key, [...builtIn().keys()])))
    .orderBy(asc(predictors.key))
  const versions = await versionsOf(
    tx,
    rows.map(({ predictor }) => predictor.id),
  )
  return rows.flatMap(({ predictor, enabler }) => {
    const own = versions.get(predictor.id) ?? []
    const current = own.find(({ digest }) => digest === builtIn().get(predictor.key)?.digest)
    return current ? [{ predictor, enabler, current, versions: own }] : []
  })
}

async function versionsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, PredictorVersion[]>> {
  const found = new Map<string, PredictorVersion[]>()
  if (ids.length === 0) return found
  const rows = await tx
    .select()
    .from(predictorVersions)
    .where(inArray(predictorVersions.predictorId, [...ids]))
    .orderBy(desc(predictorVersions.createdAt), desc(predictorVersions.id))
  for (const { predictorId, id, manifest, digest, createdAt } of rows)
    found.set(predictorId, [...(found.get(predictorId) ?? []), { id, manifest, digest, createdAt }])
  return found
}

const unknown = 'This predictor does not exist or was removed.'
