import type { SlideImage } from '@cresyl/slides'

/** How large the pixels of full resolution are. */
export interface Scale {
  /** µm */
  readonly x: number
  readonly y: number
  /** Whether the file says so. */
  readonly isKnown: boolean
  /** What was assumed, in a sentence; undefined where nothing was. */
  readonly assumption?: string
}

/** Beyond these a file has its units wrong: finer than light resolves by far, or a photograph of a whole slide. */
const [finest, coarsest] = [0.01, 200]

const isPlausible = (micrometres: number) => micrometres >= finest && micrometres <= coarsest

/** Objectives that can be told apart, with the µm that scanners with a usual camera have. */
const usualScale = (objective: number | undefined): number | undefined => {
  if (objective === undefined || !(objective >= 1 && objective <= 200)) return undefined
  return 10 / objective
}

export function scaleOf({ mpp, objective }: Pick<SlideImage, 'mpp' | 'objective'>): Scale {
  if (mpp && isPlausible(mpp.x) && isPlausible(mpp.y)) return { x: mpp.x, y: mpp.y, isKnown: true }
  const told = mpp
    ? `The file says that a pixel is ${mpp.x} × ${mpp.y} µm, which can't be`
    : 'The file does not state the pixel size'
  const usual = usualScale(objective)
  const assumed = usual ?? 0.5
  const reason = usual === undefined ? '' : `, as usual with an objective of ${objective}×`
  return {
    x: assumed,
    y: assumed,
    isKnown: false,
    assumption: `${told}: ${Number(assumed.toPrecision(3))} µm was assumed${reason}.`,
  }
}
