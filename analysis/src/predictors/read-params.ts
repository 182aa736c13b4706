import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { checkParams, type ParamValues } from '@cresyl/contract/predictors/predictor-params'

/** Parameters of a run, each within what the manifest allows: what is missing or wrong is as the manifest proposes. */
export function readParams(manifest: PredictorManifest, params: ParamValues) {
  const { values } = checkParams(manifest, params)
  return {
    number: (key: string): number => Number(values[key]),
    choice: (key: string): string => String(values[key]),
  }
}
