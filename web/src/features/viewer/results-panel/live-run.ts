import type { InferenceJob } from '@cresyl/contract/inference-jobs'
import type { OutputOfKind, PredictorManifest } from '@cresyl/contract/predictor-manifest'
import type { ChunkLook } from '../../../engine/viewer/chunks/load-chunk-tile.ts'
import { lookupOf } from '../../../engine/viewer/overlays/lookup.ts'
import { resultColours } from './result-colours.ts'
import { rgbOf } from './run-rows.ts'
import { rangeOf } from './use-result-source.ts'

/**
 * The run that is shown over an image as it is made: the newest that is under way, or the newest that was and has come
 * to its end. One that failed or was cancelled is taken off again.
 */
export function liveRunOf<Run extends Pick<InferenceJob, 'id' | 'state' | 'input_image_id'>>(
  /** The newest first. */
  runs: readonly Run[],
  imageId: string,
  { followed, hidden }: { followed: ReadonlySet<string>; hidden: ReadonlySet<string> },
): Run | null {
  const ofImage = runs.filter(({ id, input_image_id }) => input_image_id === imageId && !hidden.has(id))
  const ended = ofImage.find(({ id, state }) => state === 'succeeded' && followed.has(id))
  return ofImage.find(({ state }) => state === 'running') ?? ended ?? null
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
