import type { ParamValues } from '@cresyl/contract/predictors/predictor-params'
import type { SlideImage } from '@cresyl/slides'
import { readSamples } from './learn.ts'
import type { InputTile, Learned, Predictor, Produced, RunSettings } from './predictor.ts'
import { largestValue, type TileSource } from './read-tile.ts'
import { boxOfChunk, planRun, type RunRequest } from './run-plan.ts'
import { seal, unseal } from './seal.ts'
import { findTissueOf, hasTissue, packMask, type TissueMask, unpackMask } from './tissue-mask.ts'

/** Everything that is the same for all chunks of a run. */
export interface Run extends TileSource {
  readonly predictor: Predictor
  readonly settings: RunSettings
  readonly learned: Learned
  readonly compute: (tile: InputTile) => Produced
}

export interface RunOptions extends RunRequest {
  /** Every parameter of the manifest. */
  readonly params: ParamValues
}

/** What was found out before the first chunk. */
export interface Preparation {
  readonly mask: TissueMask
  readonly learned: Learned
}

/** Looks at the whole slide: where tissue is, and what the predictor has to know of it. */
export async function prepareRun(
  image: SlideImage,
  predictor: Predictor,
  options: RunOptions,
  signal?: AbortSignal,
): Promise<Preparation> {
  const mask = await findTissueOf(image, { z: options.z, t: options.t, signal })
  // A part of a slide looks as it does in a run of all of it.
  const plan = planRun(image, predictor.manifest, { ...options, region: undefined })
  const samples = await readSamples({ image, plan, mask }, signal)
  return { mask, learned: predictor.learn(samples, settingsOf(image, plan.mpp, options)) }
}

export function openRun(
  image: SlideImage,
  predictor: Predictor,
  options: RunOptions,
  { mask, learned }: Preparation,
): Run {
  const plan = planRun(image, predictor.manifest, options)
  const settings = settingsOf(image, plan.mpp, options)
  return { image, plan, mask, predictor, settings, learned, compute: predictor.prepare(learned, settings) }
}

const settingsOf = (
  image: SlideImage,
  mpp: { readonly x: number; readonly y: number },
  { params }: RunOptions,
): RunSettings => ({ params, mpp: Math.sqrt(mpp.x * mpp.y), largest: largestValue(image) })

/** The chunks in which there is something to compute; the others are background. */
export function chunksOf({ plan, mask, predictor }: Run): number[] {
  const all = Array.from({ length: plan.columns * plan.rows }, (_, chunk) => chunk)
  if (predictor.manifest.input.region === 'all') return all
  return all.filter((chunk) => hasTissue(mask, plan, boxOfChunk(plan, chunk)))
}

/** For other machines that work on the same run, and for going on after a crash. */
export function packPreparation({ mask, learned }: Preparation): Uint8Array {
  return seal([Buffer.from(`${JSON.stringify(learned)}\n`), packMask(mask)])
}

/** Undefined where it isn't what was packed: the slide has to be looked at again. */
export function unpackPreparation(packed: Uint8Array): Preparation | undefined {
  const bytes = unseal(packed)
  if (bytes === undefined) return undefined
  const end = bytes.indexOf(10)
  const learned = JSON.parse(Buffer.from(bytes.subarray(0, end)).toString('utf8')) as Learned
  return { learned, mask: unpackMask(bytes.subarray(end + 1)) }
}
