import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listPredictors as listPredictorsRoute, Predictor } from '@cresyl/contract/predictors/predictors'
import { type Rows, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'
import { ensurePredictors } from './ensure-predictors.ts'
import { findPredictor, type PredictorDetails, selectPredictors } from './queries.ts'

type PredictorQuery = RouteRequest<typeof listPredictorsRoute>['query']

export async function listPredictors(
  { tx, member }: Work,
  { enabled, limit, offset }: PredictorQuery,
): Promise<Rows<Predictor>> {
  await ensurePredictors(tx, member.organizationId)
  const found = await selectPredictors(tx, { enabled })
  const results = found.slice(offset, offset + rowLimit(limit)).map(viewPredictor)
  return { count: found.length, results }
}

export async function readPredictor({ tx, member }: Work, id: string): Promise<Predictor> {
  await ensurePredictors(tx, member.organizationId)
  return viewPredictor(await findPredictor(tx, id))
}

export function viewPredictor({ predictor, enabler, current, versions }: PredictorDetails): Predictor {
  const { id, enabled, enabledAt, automatic, preferredParams, version } = predictor
  return {
    id,
    manifest: current.manifest,
    digest: current.digest,
    enabled,
    enabled_by: enabler,
    enabled_at: enabledAt?.toISOString() ?? null,
    automatic,
    preferred_params: { ...preferredParams },
    versions: versions.map(({ manifest, digest, createdAt }) => ({
      version: manifest.version,
      digest,
      since: createdAt.toISOString(),
    })),
    version,
  }
}
