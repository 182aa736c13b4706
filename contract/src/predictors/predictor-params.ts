import type { ManifestParam, PredictorManifest } from './predictor-manifest.ts'

export type ParamValue = number | string | boolean
export type ParamValues = Readonly<Record<string, ParamValue>>

export interface CheckedParams {
  /** Every parameter of the manifest, in its order. */
  readonly values: Record<string, ParamValue>
  /** What is wrong with those that were given, by key. */
  readonly faults: Record<string, string>
}

/**
 * What a run is made with: what was given, what the organisation prefers, what the manifest proposes, in this order.
 * Preferences that contradict each other are left aside.
 */
export function checkParams(
  { params }: Pick<PredictorManifest, 'params'>,
  given: ParamValues,
  preferred: ParamValues = {},
): CheckedParams {
  const preference = (param: ManifestParam): ParamValue => {
    const value = preferred[param.key]
    return value === undefined || faultOf(param, value) ? param.default : value
  }
  const valuesBy = (choose: (param: ManifestParam) => ParamValue) =>
    Object.fromEntries(params.map((param) => [param.key, choose(param)]))
  const isConsistent = contradictionsIn(params, valuesBy(preference)).length === 0
  const propose = (param: ManifestParam) => (isConsistent ? preference(param) : param.default)
  const faults: Record<string, string> = {}
  for (const param of params) {
    const value = given[param.key]
    const fault = value === undefined ? undefined : faultOf(param, value)
    if (fault) faults[param.key] = fault
  }
  const isRight = ({ key }: ManifestParam) => faults[key] === undefined
  const values = () => valuesBy((param) => (isRight(param) ? given[param.key] : undefined) ?? propose(param))
  for (const [key, fault] of contradictionsIn(params.filter(isRight), values()))
    if (given[key] !== undefined) faults[key] = fault
  const known = new Set(params.map(({ key }) => key))
  for (const key of Object.keys(given))
    if (!known.has(key)) faults[key] = 'This predictor has no such setting.'
  return { values: values(), faults }
}

/** Key and sentence for both of each two numbers that are in the wrong order. */
function contradictionsIn(params: readonly ManifestParam[], values: ParamValues): [string, string][] {
  return params.flatMap((param): [string, string][] => {
    if (param.kind !== 'number' || param.less_than === undefined) return []
    const bound = params.find(({ key }) => key === param.less_than)
    const [low, high] = [values[param.key], values[param.less_than]]
    if (bound?.kind !== 'number' || typeof low !== 'number' || typeof high !== 'number' || low < high)
      return []
    return [
      [param.key, `Must be below "${bound.label}" (${amountOf(bound, high)}).`],
      [bound.key, `Must be above "${param.label}" (${amountOf(param, low)}).`],
    ]
  })
}

const amountOf = ({ unit }: { unit: string }, value: number): string => `${value}${unit && ` ${unit}`}`

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
