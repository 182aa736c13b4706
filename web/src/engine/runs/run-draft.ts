import { type Fit, type FitImage, fitPredictor } from '@cresyl/contract/predictors/predictor-fit'
import type { ParamValues } from '@cresyl/contract/predictors/predictor-params'
import type { Predictor } from '@cresyl/contract/predictors/predictors'
import { type ParamDraft, paramDraft, paramFaults, typedNumber, typedParams } from './param-draft.ts'

/** A part of an image, in pixels of full resolution. */
export interface RunBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What is chosen and typed for a run. */
export interface RunDraft {
  readonly predictor: Predictor | null
  readonly params: ParamDraft
  /** Which channel was said to be which, by the manifest's key. */
  readonly channels: Readonly<Record<string, number>>
  /** µm of a pixel as typed; only where the file doesn't say. */
  readonly mpp: string
  readonly part: 'whole' | 'part'
}

export const emptyRun: RunDraft = { predictor: null, params: {}, channels: {}, mpp: '', part: 'whole' }

/** One that is meant for a part. */
export const partialRun: RunDraft = { ...emptyRun, part: 'part' }

/** How a run was made before, to make it again. */
export interface EarlierRun {
  readonly params: ParamValues
  readonly channels: Readonly<Record<string, number>>
  readonly mpp: number | null
  readonly region: RunBox | null
}

/** Another predictor begins with what the organisation prefers, or with what it was run with before. */
export function withPredictor(draft: RunDraft, predictor: Predictor, earlier?: EarlierRun): RunDraft {
  const values = { ...predictor.preferred_params, ...earlier?.params }
  return {
    ...draft,
    predictor,
    params: paramDraft(predictor.manifest.params, values),
    channels: earlier?.channels ?? {},
    mpp: earlier?.mpp == null ? draft.mpp : String(earlier.mpp),
    part: earlier?.region ? 'part' : draft.part,
  }
}

/** Whether something was typed that closing would lose: more than a predictor was chosen. */
export function isTyped(draft: RunDraft, earlier?: EarlierRun): boolean {
  const fresh = draft.predictor ? withPredictor(emptyRun, draft.predictor, earlier) : emptyRun
  const typed = ({ params, channels, mpp }: RunDraft) => JSON.stringify([params, channels, mpp])
  return typed(draft) !== typed(fresh)
}

/** How a run is asked for, whatever it runs on. */
export interface RunOrder {
  readonly predictor_id: string
  readonly params: Record<string, number | string | boolean>
  readonly channels?: Record<string, number>
  readonly mpp?: number
  readonly region?: RunBox
}

/** As an earlier run was asked for: the same once more, whatever anybody prefers by now. */
export const orderAgain = (earlier: EarlierRun & Pick<RunOrder, 'predictor_id'>): RunOrder => ({
  predictor_id: earlier.predictor_id,
  params: { ...earlier.params },
  ...(Object.keys(earlier.channels).length > 0 && { channels: { ...earlier.channels } }),
  ...(earlier.mpp !== null && { mpp: earlier.mpp }),
  ...(earlier.region !== null && { region: { ...earlier.region } }),
})

export interface Outlook {
  /** Null while no predictor is chosen. */
  readonly fit: Fit | null
  /** What is wrong with settings, by key. */
  readonly faults: Record<string, string>
  /** Null as long as something is missing or doesn't fit. */
  readonly order: RunOrder | null
}

/** What would come of it, before anything is computed. `image` is null for many images, which the server looks at; `region` is the part it may be run on. */
export function lookAhead(draft: RunDraft, image: FitImage | null, region: RunBox | null = null): Outlook {
  const { predictor } = draft
  if (predictor === null) return { fit: null, faults: {}, order: null }
  const { params } = predictor.manifest
  const mpp = typedNumber(draft.mpp)
  const said = { channels: draft.channels, ...(mpp > 0 && { mpp }) }
  const fit = image && fitPredictor(predictor.manifest, image, said)
  const faults = paramFaults(params, draft.params)
  const isWrong = Object.keys(faults).length > 0 || (fit !== null && fit.misfits.length > 0)
  if (isWrong || (draft.part === 'part' && region === null)) return { fit, faults, order: null }
  const order: RunOrder = {
    predictor_id: predictor.id,
    params: typedParams(params, draft.params),
    ...(Object.keys(draft.channels).length > 0 && { channels: { ...draft.channels } }),
    ...(mpp > 0 && (image === null || isWithoutScale(image)) && { mpp }),
    ...(draft.part === 'part' && region !== null && { region: { ...region } }),
  }
  return { fit, faults, order }
}

export const isWithoutScale = ({ mpp_x: x, mpp_y: y }: Pick<FitImage, 'mpp_x' | 'mpp_y'>): boolean =>
  x === null || y === null

/** A predictor to choose from, and why it can't be run here where it can't. */
export interface Candidate {
  readonly predictor: Predictor
  /** What keeps it away whatever one says: the kind of image, or pixels that are too coarse. */
  readonly refusal: string | null
}

/** Those that can be run, first those that fit; what a person can still say is no refusal. */
export function candidatesFor(predictors: readonly Predictor[], image: FitImage | null): Candidate[] {
  const all = predictors
    .filter(({ enabled }) => enabled)
    .map((predictor) => ({ predictor, refusal: image && refusalOf(predictor, image) }))
  return [...all.filter(({ refusal }) => refusal === null), ...all.filter(({ refusal }) => refusal !== null)]
}

function refusalOf({ manifest }: Predictor, image: FitImage): string | null {
  const { misfits } = fitPredictor(manifest, image)
  const isSayable = { modality: false, mpp: isWithoutScale(image), channels: hasChannelsFor(manifest, image) }
  return misfits.find(({ about }) => !isSayable[about])?.sentence ?? null
}

const hasChannelsFor = ({ input }: Predictor['manifest'], { channels }: FitImage): boolean =>
  channels.length >= input.channels.length
