import type { InferenceJobWithProvenance } from '@cresyl/contract/inference-jobs'
import type { ManifestParam } from '@cresyl/contract/predictor-manifest'
import { formatFigure } from '../../../ui/amounts.ts'
import { words } from './words.ts'

const own = words.why

/** Something by which a run was made, as people read it. */
export interface RunFact {
  /** The same in another run of the predictor. */
  readonly key: string
  readonly label: string
  readonly text: string
}

/** Every setting that the manifest has, with what it was run with. */
export const settingFacts = ({
  manifest,
  params,
}: Pick<InferenceJobWithProvenance, 'manifest' | 'params'>): RunFact[] =>
  manifest.params.map((param) => {
    const text = settingText(param, params[param.key] ?? param.default)
    return { key: param.key, label: param.label, text }
  })

function settingText(param: ManifestParam, value: number | string | boolean): string {
  if (param.kind === 'switch') return value === true ? own.on : own.off
  if (param.kind === 'choice') return param.options.find(({ key }) => key === value)?.label ?? String(value)
  return `${typeof value === 'number' ? figureText(value) : value}${param.unit && ` ${param.unit}`}`
}

/** Which channel of the image was taken for which of the manifest's. */
export const channelFacts = ({
  manifest,
  channels,
}: Pick<InferenceJobWithProvenance, 'manifest' | 'channels'>): RunFact[] =>
  manifest.input.channels.flatMap(({ key, label }) => {
    const index = channels[key]
    return index === undefined ? [] : [{ key, label, text: own.channel(index) }]
  })

/** What the predictor learned of the slide before it computed. */
export const learnedFacts = ({ provenance }: Pick<InferenceJobWithProvenance, 'provenance'>): RunFact[] =>
  Object.entries(provenance?.learned ?? {}).map(([name, value]) => ({
    ...{ key: name, label: name, text: [value].flat().map(figureText).join(', ') },
  }))

export const figureText = (value: number): string => formatFigure(value, 4)

export const factLine = ({ label, text }: RunFact): string => `${label}: ${text}`
