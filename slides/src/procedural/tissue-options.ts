import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { DefectOptions } from './defects.ts'

export interface TissueOptions {
  /** The same number always makes the same slide: a whole number. */
  readonly seed: number
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** µm per pixel; 0.5 where left out. */
  readonly mpp?: number
  readonly stain: 'he' | 'fluorescence' | 'ihc'
  /** Share of brown nuclei on an IHC slide; 0.3 where left out. */
  readonly positiveShare?: number
  /** None where left out. Fluorescence never has a pen mark. */
  readonly defects?: DefectOptions
  /**
   * Standard deviation of the sensor's noise in levels of 256 (brightfield), 6.5 where left out; on fluorescence a
   * factor of the light's own noise, 1 where left out. 0 makes a picture without noise.
   */
  readonly noise?: number
  /** Share of the slide that tissue covers, 0..1; 0.55 where left out, 1 leaves no glass. */
  readonly coverage?: number
  /** Into how many sections on the glass that is divided; one, or two on a long slide, where left out. */
  readonly pieces?: number
  /** Glass of one colour without noise, so that its tiles are all the same: for slides of mostly glass. */
  readonly plain?: boolean
}

export type CompleteTissueOptions = Required<Omit<TissueOptions, 'pieces'>> & Pick<TissueOptions, 'pieces'>

const mostPieces = 100

export function completeOptions(options: TissueOptions): CompleteTissueOptions {
  const complete: CompleteTissueOptions = {
    seed: options.seed,
    width: options.width,
    height: options.height,
    mpp: options.mpp ?? 0.5,
    stain: options.stain,
    positiveShare: options.positiveShare ?? 0.3,
    defects: options.defects ?? {},
    noise: options.noise ?? (options.stain === 'fluorescence' ? 1 : 6.5),
    coverage: options.coverage ?? 0.55,
    plain: options.plain ?? false,
    ...(options.pieces !== undefined && { pieces: options.pieces }),
  }
  const { seed, width, height, mpp, positiveShare, noise, coverage, pieces = 1 } = complete
  if (!Number.isInteger(seed)) refuse('seed', seed, 'a whole number')
  for (const [name, side] of [
    ['width', width],
    ['height', height],
  ] as const)
    if (!Number.isInteger(side) || side < 1 || side > limits.imageSide)
      refuse(name, side, `a whole number of pixels from 1 to ${limits.imageSide}`)
  if (!(mpp >= 0.05 && mpp <= 4)) refuse('mpp', mpp, 'from 0.05 to 4 µm per pixel')
  if (!['he', 'fluorescence', 'ihc'].includes(complete.stain))
    refuse('stain', complete.stain, 'he, fluorescence or ihc')
  if (!(positiveShare >= 0 && positiveShare <= 1)) refuse('positiveShare', positiveShare, 'from 0 to 1')
  if (!(noise >= 0 && noise <= 100)) refuse('noise', noise, 'from 0 to 100')
  if (!(coverage > 0 && coverage <= 1)) refuse('coverage', coverage, 'above 0 and at most 1')
  if (!(Number.isInteger(pieces) && pieces >= 1 && pieces <= mostPieces))
    refuse('pieces', pieces, `a whole number from 1 to ${mostPieces}`)
  return complete
}

function refuse(name: string, value: unknown, allowed: string): never {
  throw new SlideError(
    'out_of_range',
    'tissue options',
    `${name} is ${String(value)}, but must be ${allowed}`,
  )
}
