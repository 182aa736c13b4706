import type {
  ManifestOutput,
  ManifestParam,
  PredictorManifest,
} from '@cresyl/contract/predictors/predictor-manifest'
import { checkParams, type ParamValue } from '@cresyl/contract/predictors/predictor-params'
import type { Predictor } from '@cresyl/contract/predictors/predictors'
import { formatResult } from '@cresyl/contract/predictors/result-figures'
import { formatFigure } from '../../ui/text/amounts.ts'
import { currentLocale } from '../../ui/text/locale.ts'
import { words } from './words.ts'

/** What a slide has to have, in a line: "Fluorescence · channels: Nuclei, Cytoplasm · pixels up to 2 µm". */
export function needsOf({ modality, channels, coarsest_mpp, stains }: PredictorManifest['input']): string {
  const parts = [
    words.modality[modality],
    channels.length > 0 && words.channels(channels.map(({ label }) => label)),
    words.atMost(coarsest_mpp),
    stains.length > 0 && words.stains(stains),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

/** What an output is, in a word or two: "virtual image", "heat map". */
export function kindOf(output: ManifestOutput): string {
  const kind = words.kinds[output.kind]
  return output.kind === 'image' && output.virtual ? `${words.virtual} ${kind}` : kind
}

/** "H&E (virtual image), Nuclei (objects)". */
export const makesOf = (outputs: readonly ManifestOutput[]): string =>
  outputs.map((output) => `${output.label} (${kindOf(output)})`).join(', ')

/** What of an output people would ask next: its classes, or its unit. */
export function detailOf(output: ManifestOutput): string {
  switch (output.kind) {
    case 'mask':
    case 'detections':
      return words.drawer.classes(output.classes.map(({ label }) => label))
    case 'heatmap':
      return `${figure(output.low)} – ${figure(output.high)}${output.unit && ` ${output.unit}`}`
    case 'score':
      return output.unit
    case 'image':
      return words.drawer.classes(output.channels.map(({ label }) => label))
  }
}

/** "H-score: 54 of 300.", for each that could be told. */
export const scoresOf = (
  { outputs }: Pick<PredictorManifest, 'outputs'>,
  scores: Readonly<Record<string, number | null>>,
): string[] =>
  outputs.flatMap((output) => {
    const value = output.kind === 'score' ? scores[output.key] : null
    if (output.kind !== 'score' || value === null || value === undefined) return []
    return [`${output.label}: ${formatResult(value, output, currentLocale())}.`]
  })

const figure = (value: number) => formatFigure(value, 6)

/** A setting as people read it: "80 %", "Warm", "On". */
export function settingText(param: ManifestParam, value: ParamValue): string {
  switch (param.kind) {
    case 'number':
      return `${typeof value === 'number' ? figure(value) : value}${param.unit && ` ${param.unit}`}`
    case 'choice':
      return param.options.find(({ key }) => key === value)?.label ?? String(value)
    case 'switch':
      return value === true ? words.drawer.on : words.drawer.off
  }
}

/** What the organisation has set otherwise than the manifest proposes: "Strength: 80 % (default: 100 %)". */
export function changedSettings({ manifest, preferred_params: preferred }: Predictor): string {
  const { values } = checkParams(manifest, {}, preferred)
  return manifest.params
    .flatMap((param) => {
      const value = values[param.key] ?? param.default
      if (value === param.default) return []
      return [words.param.changed(param.label, settingText(param, value), settingText(param, param.default))]
    })
    .join(', ')
}

/** What a field of numbers takes: "From 10 to 200 %". */
export const rangeText = ({ min, max, unit }: Extract<ManifestParam, { kind: 'number' }>): string =>
  words.param.range(figure(min), figure(max), unit)
