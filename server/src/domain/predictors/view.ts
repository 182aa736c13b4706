import type { Predictor } from '@cresyl/contract/predictors'
import type { PredictorDetails } from './queries.ts'

export function viewPredictor({ predictor, enabler, current, versions }: PredictorDetails): Predictor {
  const { id, enabled, enabledAt, automatic, preferredParams, version } = predictor
  return {
    ...{ id, manifest: current.manifest, digest: current.digest, enabled, enabled_by: enabler },
    enabled_at: enabledAt?.toISOString() ?? null,
    ...{ automatic, preferred_params: { ...preferredParams } },
    versions: versions.map(({ manifest, digest, createdAt }) => ({
      ...{ version: manifest.version, digest, since: createdAt.toISOString() },
    })),
    version,
  }
}
