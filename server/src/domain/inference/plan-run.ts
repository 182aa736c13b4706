import { ApiError } from '@cresyl/contract/api/errors'
import type { RunRegion } from '@cresyl/contract/predictors/inference-jobs'
import { type FitImage, fitPredictor } from '@cresyl/contract/predictors/predictor-fit'
import { checkParams, type ParamValues } from '@cresyl/contract/predictors/predictor-params'
import type { PredictorDetails } from '../predictors/queries.ts'

/** What people say for a run. */
export interface RunRequest {
  params?: ParamValues | undefined
  channels?: Readonly<Record<string, number>> | undefined
  mpp?: number | undefined
  region?: RunRegion | undefined
}

/** What a run is made with: nothing is left open. */
export interface PlannedRun {
  params: ParamValues
  channels: Record<string, number>
  mpp: number | null
  region: RunRegion | null
}

/** Refuses, with a sentence, what can't be computed: before anything is. */
export function planRun(
  { predictor, current: { manifest } }: PredictorDetails,
  image: FitImage,
  { params: given = {}, channels, mpp, region }: RunRequest,
): PlannedRun {
  if (!predictor.enabled) throw new ApiError('disabled')
  const { values, faults } = checkParams(manifest, given, predictor.preferredParams)
  requireNone(manifest.params, faults)
  requireKnownChannels(manifest.input.channels, channels)
  const fit = fitPredictor(manifest, image, {
    ...(channels && { channels }),
    ...(mpp !== undefined && { mpp }),
  })
  if (fit.misfits.length > 0) {
    const detail = fit.misfits.map(({ sentence }) => sentence).join(' ')
    throw new ApiError('does_not_fit', { detail })
  }
  if (region && (region.x >= image.width || region.y >= image.height)) {
    const detail = 'This region is outside the image.'
    throw new ApiError('invalid_input', { detail, fields: { region: [detail] } })
  }
  return {
    params: values,
    channels: Object.fromEntries(
      Object.entries(fit.channels).flatMap(([key, at]) => (at === null ? [] : [[key, at]])),
    ),
    // What the file says counts; only where it is silent does a person's word.
    mpp: image.mpp_x === null || image.mpp_y === null ? (mpp ?? null) : null,
    region: region ?? null,
  }
}

export function requireKnownChannels(wanted: readonly { key: string }[], given: object = {}): void {
  const unknown = Object.keys(given).filter((key) => !wanted.some((channel) => channel.key === key))
  if (unknown.length === 0) return
  const detail = `This predictor takes no channel "${unknown[0]}".`
  throw new ApiError('invalid_input', {
    detail,
    fields: Object.fromEntries(
      unknown.map((key) => [`channels.${key}`, ['This predictor takes no such channel.']]),
    ),
  })
}

/** Refuses params with faults, naming the first as people know it. */
export function requireNone(
  params: readonly { key: string; label: string }[],
  faults: Record<string, string>,
): void {
  const [first] = Object.entries(faults)
  if (!first) return
  const label = params.find(({ key }) => key === first[0])?.label ?? first[0]
  throw new ApiError('invalid_input', {
    detail: `${label}: ${first[1]}`,
    fields: Object.fromEntries(Object.entries(faults).map(([key, fault]) => [`params.${key}`, [fault]])),
  })
}
