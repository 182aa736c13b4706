import type { InferenceJob, InferenceJobWithProvenance } from '@cresyl/contract/predictors/inference-jobs'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import { qcWords } from '../../../../ui/text/qc-words.ts'
import { scaleText } from '../../info-panel/facts.ts'
import {
  channelFacts,
  figureText,
  learnedFacts,
  type NamedChannels,
  type RunFact,
  settingFacts,
} from '../run-facts.ts'
import { words as panelWords } from '../words.ts'
import { words } from './words.ts'

const own = words.fact

/** The runs of the same predictor on the same image that were done before one, newest first. */
export function runsBefore<
  Run extends Pick<InferenceJob, 'id' | 'state' | 'predictor_id' | 'input_image_id' | 'created_at'>,
>(runs: readonly Run[], run: Run): Run[] {
  return runs.filter(
    (other) =>
      other.id !== run.id &&
      other.state === 'succeeded' &&
      other.predictor_id === run.predictor_id &&
      other.input_image_id === run.input_image_id &&
      other.created_at <= run.created_at,
  )
}

/** One thing by which both runs were made. */
export interface ComparedFact {
  readonly key: string
  readonly label: string
  /** Null where that run had no such thing. */
  readonly before: string | null
  readonly now: string | null
}

export const differs = ({ before, now }: ComparedFact): boolean => before !== now

/** Everything by which two runs were made, in one order, whether or not it differs. */
export function compareFacts(
  before: InferenceJobWithProvenance,
  now: InferenceJobWithProvenance,
  /** Of the image that both were made of. */
  channels: NamedChannels,
): ComparedFact[] {
  const [earlier, later] = [factsOf(before, channels), factsOf(now, channels)]
  const gone = earlier.filter(({ key }) => !later.some((fact) => fact.key === key))
  return [...later, ...gone].map(({ key, label }) => ({
    key,
    label,
    before: textOf(earlier, key),
    now: textOf(later, key),
  }))
}

const textOf = (facts: readonly RunFact[], key: string): string | null =>
  facts.find((fact) => fact.key === key)?.text ?? null

function factsOf(run: InferenceJobWithProvenance, channels: NamedChannels): RunFact[] {
  const { predictor, provenance, region } = run
  const known = (key: string, label: string, text: string | null | undefined): RunFact[] =>
    text == null ? [] : [{ key, label, text }]
  const prefixed = (kind: 'setting' | 'channel' | 'learned', facts: readonly RunFact[]) =>
    facts.map(({ key, label, text }) => ({ key: `${kind}.${key}`, label: own[kind](label), text }))
  return [
    ...known('version', own.version, predictor.version),
    ...known('digest', own.digest, predictor.digest),
    ...known('file', own.file, provenance?.file_hash),
    ...known('part', own.part, region === null ? own.whole : regionText(region)),
    ...prefixed('setting', settingFacts(run)),
    ...prefixed('channel', channelFacts(run, channels)),
    ...known('mpp', own.mpp, provenance && panelWords.why.mppOf(figureText(provenance.mpp))),
    ...known('scale', own.scale, run.made_scale ? scaleText(run.made_scale) : own.scaleNow),
    ...known(
      'tiles',
      own.tiles,
      provenance && panelWords.why.tilesOf(provenance.tiles_computed, provenance.tiles_skipped),
    ),
    ...prefixed('learned', learnedFacts(run, channels)),
    ...known('qc', own.qc, qcText(run)),
    ...known('by', own.by, run.created_by?.name ?? panelWords.why.byPlatform),
    ...known('machine', own.machine, provenance?.machine),
    ...known('program', own.program, provenance?.program),
  ]
}

const regionText = ({ x, y, width, height }: NonNullable<InferenceJob['region']>): string =>
  own.region(panelWords.ofRegionSize(width, height), x, y)

const qcText = ({ qc_state: state, qc_overridden: isOverridden }: InferenceJob): string =>
  isOverridden ? own.overridden(qcWords[state]) : qcWords[state]

/** An image of both runs, as it can be seen in the viewer. */
export interface ComparedImage {
  readonly key: string
  readonly label: string
  readonly isVirtual: boolean
  readonly before: PlacedImage
  readonly now: PlacedImage
}

export interface PlacedImage {
  readonly imageId: string
  readonly space: ImageSpace
}

/** The images that both runs made. */
export function compareImages(
  before: Pick<InferenceJobWithProvenance, 'outputs'>,
  now: Pick<InferenceJobWithProvenance, 'outputs' | 'manifest'>,
): ComparedImage[] {
  const placed = ({ outputs }: Pick<InferenceJob, 'outputs'>, wanted: string): PlacedImage | null => {
    const output = outputs.find(({ key, kind }) => key === wanted && kind === 'image')
    return output?.image_id && output.space ? { imageId: output.image_id, space: output.space } : null
  }
  return now.manifest.outputs.flatMap((declared): ComparedImage[] => {
    if (declared.kind !== 'image') return []
    const { key, label, virtual } = declared
    const [first, second] = [placed(before, key), placed(now, key)]
    return first && second ? [{ key, label, isVirtual: virtual, before: first, now: second }] : []
  })
}
