import type { Nucleus, Positivity, TissueOptions } from '@cresyl/slides'
import { ihcScore } from '../../predictors/ihc-score/ihc-score.ts'
import { madeSlide, runOn } from './nuclei-trials.ts'

const grades: Record<Positivity, number> = { negative: 0, weak: 1, moderate: 2, strong: 3 }

export interface HScoreTrial {
  readonly truth: number
  readonly ours: number
  /** Share of brown nuclei, per cent. */
  readonly trulyPositive: number
  readonly positive: number
}

/** Scores a made IHC slide of which a share of the nuclei is brown. */
export function tryHScore(options: Omit<TissueOptions, 'mpp' | 'stain'>): HScoreTrial {
  const { tissue, picture } = madeSlide({ ...options, stain: 'ihc' })
  const { scores } = runOn(ihcScore, picture)
  const nuclei = [...tissue.allNuclei()]
  const shareOf = (weight: (nucleus: Nucleus) => number) =>
    (100 * nuclei.reduce((sum, nucleus) => sum + weight(nucleus), 0)) / nuclei.length
  return {
    truth: shareOf(({ positivity = 'negative' }) => grades[positivity]),
    ours: scores.h_score ?? Number.NaN,
    trulyPositive: shareOf(({ positivity = 'negative' }) => (positivity === 'negative' ? 0 : 1)),
    positive: scores.positivity ?? Number.NaN,
  }
}
