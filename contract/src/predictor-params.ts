import type { ManifestParam, PredictorManifest } from './predictor-manifest.ts'

export type ParamValue = number | string | boolean
export type ParamValues = Readonly<Record<string, ParamValue>>

export interface CheckedParams {
  /** Every parameter of the manifest, in its order. */
  readonly values: Record<string, ParamValue>
  /** What is wrong with those that were given, by key. */
  readonly faults: Record<string, string>
}

/** What a run is made with: what was given, what the organisation prefers, what the manifest proposes, in this order. */
export function checkParams(
  { params }: Pick<PredictorManifest, 'params'>,
  given: ParamValues,
  preferred: ParamValues = {},
): CheckedParams {
  const values: Record<string, ParamValue> = {}
  const faults: Record<string, string> = {}
  for (const param of params) {
    const value = given[param.key]
    const fault = value === undefined ? undefined : faultOf(param, value)
    if (fault) faults[param.key] = fault
    const preference = preferred[param.key]
    const proposal = preference === undefined || faultOf(param, preference) ? param.default : preference
    values[param.key] = value === undefined || fault ? proposal : value
  }
  const known = new Set(params.map(({ key }) => key))
  for (const key of Object.keys(given))
    if (!known.has(key)) faults[key] = 'This predictor has no such setting.'
  return { values, faults }
}

function faultOf(param: ManifestParam, value: ParamValue): string | undefined {
  switch (param.kind) {
    case 'number': {
      const { min, max, unit } = param
      const isWithin = typeof value === 'number' && value >= min && value <= max
      return isWithin ? undefined : `Must be from ${min} to ${max}${unit && ` ${unit}`}.`
    }
    case 'choice':
      return param.options.some((option) => option.key === value)
        ? undefined
        : `Must be one of: ${param.options.map((option) => option.label).join(', ')}.`
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'Must be on or off.'
  }
}
