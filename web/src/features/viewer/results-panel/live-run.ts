import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import type { OutputOfKind, PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import type { ChunkLook } from '../../../engine/viewer/chunks/load-chunk-tile.ts'
import { lookupOf } from '../../../engine/viewer/overlays/lookup.ts'
import { resultColours } from './result-colours.ts'
import { rgbOf } from './run-rows.ts'
import { rangeOf } from './use-result-source.ts'

/** What is known of the runs of a slide while it is looked at. */
interface Followed {
  /** Runs that were seen under way, and whether nothing else was chosen to be looked at since. */
  readonly followed: ReadonlyMap<string, boolean>
  /** Runs that nobody wants to see as they are made, and those whose result has taken their place. */
  readonly hidden: ReadonlySet<string>
}

type RunState = Pick<InferenceJob, 'id' | 'state' | 'input_image_id'>

/**
 * The run that is shown over an image as it is made: the newest that is under way, or the one that has come to its end
 * until its result has taken its place. One that failed or was cancelled is taken off again.
 */
export function liveRunOf<Run extends RunState>(
  /** The newest first. */
  runs: readonly Run[],
  imageId: string,
  known: Followed,
): Run | null {
  const ofImage = runs.filter(({ input_image_id }) => input_image_id === imageId)
  const running = ofImage.find(({ id, state }) => state === 'running' && !known.hidden.has(id))
  return running ?? endedRunOf(ofImage, known)
}

/** The newest run whose result is to be shown now: it ended while its slide was looked at, and nothing else was chosen since. */
export function endedRunOf<Run extends RunState>(
  runs: readonly Run[],
  { followed, hidden }: Followed,
): Run | null {
  return (
    runs.find(({ id, state }) => state === 'succeeded' && followed.get(id) === true && !hidden.has(id)) ??
    null
  )
}

export type LiveOutput = OutputOfKind<'image' | 'mask' | 'heatmap' | 'detections'>

/** What of a predictor's outputs is shown as it is made: pictures before maps, maps before single things. */
export function liveOutputOf({ outputs }: Pick<PredictorManifest, 'outputs'>): LiveOutput | null {
  for (const wanted of ['image', 'mask', 'heatmap', 'detections'] as const) {
    const found = outputs.find((output): output is LiveOutput => output.kind === wanted)
    if (found) return found
  }
  return null
}

/** Null where nothing of it is a picture. */
export function lookOf(output: LiveOutput): ChunkLook | null {
  const colours = { colours: resultColours, limit: null }
  switch (output.kind) {
    case 'image':
      return output.pixels === 'rgb'
        ? { kind: 'colours' }
        : { kind: 'channels', colours: output.channels.map(({ color }) => rgbOf(color)) }
    case 'mask': {
      const classes = output.classes.map(({ color }) => rgbOf(color))
      return { kind: 'values', lookup: lookupOf({ kind: 'classes', colours: classes }, colours) }
    }
    case 'heatmap':
      return {
        kind: 'values',
        lookup: lookupOf({ kind: 'heatmap', range: rangeOf(output), hasLevels: true }, colours),
      }
    case 'detections':
      return null
  }
}
