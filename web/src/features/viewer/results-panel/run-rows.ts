import type { InferenceJob, InferenceOutput } from '@cresyl/contract/predictors/inference-jobs'
import type {
  ManifestOutput,
  OutputOfKind,
  PredictorManifest,
} from '@cresyl/contract/predictors/predictor-manifest'
import { formatResult } from '@cresyl/contract/predictors/result-figures'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import type { Rgb } from '../../../engine/viewer/overlays/colour-maps.ts'
import { formatTimeLeft } from '../../../ui/text/amounts.ts'
import { formatNumber } from '../../../ui/text/dates.ts'
import { currentLocale } from '../../../ui/text/locale.ts'

export const isUnderWay = ({ state }: Pick<InferenceJob, 'state'>): boolean =>
  state === 'queued' || state === 'running'

/** "about 2 min left"; null where nothing honest can be said. */
export function timeLeft(finishesAt: string | null, now: Date): string | null {
  if (finishesAt === null) return null
  const seconds = (new Date(finishesAt).getTime() - now.getTime()) / 1000
  return seconds < -60 ? null : formatTimeLeft(seconds)
}

export interface CountRow {
  readonly key: string
  readonly label: string
  readonly color: string
  readonly count: string
}

/** What there is to see of one output, in the words and units of its manifest. */
export type OutputRow =
  | { readonly kind: 'image'; readonly output: InferenceOutput; readonly isVirtual: boolean }
  | { readonly kind: 'overlay'; readonly output: InferenceOutput; readonly shown: ShownMap }
  | {
      readonly kind: 'counts'
      readonly output: InferenceOutput
      readonly classes: readonly CountRow[]
      readonly total: string
      /** Null where it is not known where they lie. */
      readonly shown: ShownThings | null
    }
  | { readonly kind: 'score'; readonly output: InferenceOutput; readonly value: string | null }

interface Shown {
  /** Different for each. */
  readonly id: string
  readonly runId: string
  /** Of the output. */
  readonly key: string
  readonly label: string
  readonly space: ImageSpace
}

/** A mask or heat map of a run, as it lies over a slide. */
export interface ShownMap extends Shown {
  readonly kind: 'map'
  readonly imageId: string
  readonly manifest: OutputOfKind<'mask' | 'heatmap'>
}

/** The single things that a run found. */
export interface ShownThings extends Shown {
  readonly kind: 'things'
  readonly manifest: OutputOfKind<'detections'>
}

export type ShownResult = ShownMap | ShownThings

/** In the order of the manifest; what is not there, or is not known any more, is left out. */
export function outputRows(
  run: Pick<InferenceJob, 'id' | 'outputs'>,
  manifest: Pick<PredictorManifest, 'outputs'>,
): OutputRow[] {
  return manifest.outputs.flatMap((declared): OutputRow[] => {
    if (repeatsCount(declared, run, manifest)) return []
    const output = run.outputs.find(({ key }) => key === declared.key)
    const row = output && rowOf(run.id, output, declared)
    return row ? [row] : []
  })
}

/** Whether a score says again how many were counted, of one class or of all: that stands with the counts already. */
export function repeatsCount(
  declared: ManifestOutput,
  { outputs }: Pick<InferenceJob, 'outputs'>,
  manifest: Pick<PredictorManifest, 'outputs'>,
): boolean {
  if (declared.kind !== 'score') return false
  const value = outputs.find(({ key }) => key === declared.key)?.value
  return manifest.outputs.some((other) => {
    const counts = other.kind === 'detections' && outputs.find(({ key }) => key === other.key)?.counts
    if (!counts) return false
    const all = counts.reduce((sum, count) => sum + count, 0)
    const place = other.classes.findIndex(({ label }) => label === declared.label)
    return other.label === declared.label ? value === all : place !== -1 && value === counts[place]
  })
}

function rowOf(runId: string, output: InferenceOutput, declared: ManifestOutput): OutputRow | null {
  const { key, space, label } = output
  switch (declared.kind) {
    case 'image':
      return { kind: 'image', output, isVirtual: declared.virtual }
    case 'mask':
    case 'heatmap': {
      const { image_id: imageId } = output
      if (imageId === null || space === null) return null
      return {
        kind: 'overlay',
        output,
        shown: { kind: 'map', id: imageId, runId, key, imageId, label, space, manifest: declared },
      }
    }
    case 'detections':
      return {
        kind: 'counts',
        output,
        ...countsOf(output, declared),
        shown: space && {
          kind: 'things',
          id: `${runId}/${key}`,
          runId,
          key,
          label,
          space,
          manifest: declared,
        },
      }
    case 'score':
      return {
        kind: 'score',
        output,
        value: output.value === null ? null : formatResult(output.value, declared, currentLocale()),
      }
  }
}

function countsOf({ counts }: InferenceOutput, { classes }: OutputOfKind<'detections'>) {
  const known = counts ?? []
  return {
    classes: classes.map(({ key, label, color }, index) => ({
      key,
      label,
      color,
      count: formatNumber(known[index] ?? 0),
    })),
    total: formatNumber(known.reduce((sum, count) => sum + count, 0)),
  }
}

/** Of "#8844cc". */
export function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
