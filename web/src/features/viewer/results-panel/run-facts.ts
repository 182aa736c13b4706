import type { InferenceJobWithProvenance } from '@cresyl/contract/predictors/inference-jobs'
import type { ManifestParam } from '@cresyl/contract/predictors/predictor-manifest'
import { currentLocale } from '../../../ui/text/locale.ts'
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

/** Of the image that a run was made of; none while they are not known. */
export type NamedChannels = readonly { readonly name: string | null }[]

/** Which channel of the image was taken for which of the manifest's; by its place where it has no name. */
export const channelFacts = (
  { manifest, channels }: Pick<InferenceJobWithProvenance, 'manifest' | 'channels'>,
  named: NamedChannels,
): RunFact[] =>
  manifest.input.channels.flatMap(({ key, label }) => {
    const index = channels[key]
    if (index === undefined) return []
    return [{ key, label, text: named[index]?.name?.trim() || own.channel(index) }]
  })

/** What the predictor learned of the slide before it computed. */
export function learnedFacts(
  run: Pick<InferenceJobWithProvenance, 'provenance' | 'manifest' | 'channels'>,
  named: NamedChannels,
): RunFact[] {
  const { provenance, manifest } = run
  const channels = channelFacts(run, named)
  return Object.entries(provenance?.learned ?? {}).map(([key, value]) => {
    const { label, parts, options } = manifest.learned?.find((each) => each.key === key) ?? {}
    const channel = channels.find((each) => each.key === key)
    const text = [value].flat().map((each, at) => options?.[each] ?? partText(parts?.[at], each))
    const name = label ?? channel?.label ?? key
    return { key, label: channel ? own.ofChannel(name, channel.text) : name, text: text.join(', ') }
  })
}

const partText = (part: string | undefined, value: number): string =>
  part === undefined ? figureText(value) : `${part} ${figureText(value)}`

/** "12,345.68", "0.0002731" */
export const figureText = (value: number): string =>
  value.toLocaleString(currentLocale(), {
    maximumFractionDigits: 2,
    maximumSignificantDigits: 4,
    roundingPriority: 'morePrecision',
  })

export const factLine = ({ label, text }: RunFact): string => `${label}: ${text}`
