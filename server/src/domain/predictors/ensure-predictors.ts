import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { predictors, predictorVersions } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { builtIn } from './built-in.ts'

/**
 * Writes down what this program can compute and the organisation has no record of yet: whoever asks first after an
 * upgrade does it. Two who do it at once write the same.
 */
export async function ensurePredictors(tx: Tx, organizationId: string): Promise<void> {
  const { rows } = await tx.execute<{ key: string; digest: string }>(sql`
    select p.key, v.digest from predictors p
    join predictor_versions v on v.organization_id = p.organization_id and v.predictor_id = p.id
    where p.organization_id = ${organizationId}`)
  const recorded = new Set(rows.map(({ key, digest }) => `${key} ${digest}`))
  const missing = [...builtIn().values()].filter(
    ({ predictor, digest }) => !recorded.has(`${predictor.manifest.id} ${digest}`),
  )
  if (missing.length === 0) return
  await tx
    .insert(predictors)
    .values(missing.map(({ predictor }) => ({ id: newId(), organizationId, key: predictor.manifest.id })))
    .onConflictDoNothing()
  const ids = await tx
    .select({ id: predictors.id, key: predictors.key })
    .from(predictors)
    .where(sql`${predictors.organizationId} = ${organizationId}`)
  const idOf = new Map(ids.map(({ id, key }) => [key, id]))
  await tx
    .insert(predictorVersions)
    .values(
      missing.flatMap(({ predictor: { manifest }, digest }) => {
        const predictorId = idOf.get(manifest.id)
        return predictorId === undefined
          ? []
          : [{ id: newId(), organizationId, predictorId, manifest, digest }]
      }),
    )
    .onConflictDoNothing()
}
