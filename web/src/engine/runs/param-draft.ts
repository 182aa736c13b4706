import type { ManifestParam } from '@cresyl/contract/predictors/predictor-manifest'
import { checkParams, type ParamValue, type ParamValues } from '@cresyl/contract/predictors/predictor-params'

/** What stands in the fields of a predictor's settings, by key: numbers as they are typed. */
export type ParamDraft = Readonly<Record<string, string | boolean>>

/** The fields filled with these values; with what the manifest proposes where there is none. */
export function paramDraft(params: readonly ManifestParam[], values: ParamValues): ParamDraft {
  const { values: whole } = checkParams({ params: [...params] }, {}, values)
  return Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
  )
}

/** What was typed, as it is sent; what is no number is left as one that is in no range. */
export function typedParams(params: readonly ManifestParam[], draft: ParamDraft): Record<string, ParamValue> {
  const typed: Record<string, ParamValue> = {}
  for (const { key, kind } of params) {
    const value = draft[key]
    if (value !== undefined) typed[key] = kind === 'number' ? typedNumber(value) : value
  }
  return typed
}

/** What is wrong with what was typed, by key. */
export function paramFaults(params: readonly ManifestParam[], draft: ParamDraft): Record<string, string> {
  return checkParams({ params: [...params] }, typedParams(params, draft)).faults
}

/** Only what differs from the manifest's proposal: what an organisation prefers to it. */
export function preferredOf(params: readonly ManifestParam[], draft: ParamDraft): ParamValues {
  const typed = typedParams(params, draft)
  const changed = params.filter(({ key, default: proposed }) => key in typed && typed[key] !== proposed)
  return Object.fromEntries(changed.map(({ key }) => [key, typed[key] as ParamValue]))
}

/** With a point or a comma before the decimals; NaN where it is no number. */
export function typedNumber(typed: string | boolean): number {
  const plain = String(typed).replaceAll(/\s/g, '').replace('−', '-').replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
