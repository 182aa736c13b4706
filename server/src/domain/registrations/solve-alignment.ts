import { ApiError } from '@cresyl/contract/api/errors'
import { alignPairs, isAligned } from '@cresyl/contract/slides/point-pairs'
import type { GivenAlignment, Registration } from '@cresyl/contract/slides/registrations'
import type { AlignedImages } from './aligned-images.ts'

export type SolvedAlignment = Pick<
  Registration,
  'method' | 'model' | 'mirrored' | 'affine' | 'pairs' | 'residual' | 'confidence'
>

type GivenPoints = Extract<GivenAlignment, { method: 'points' }>

/** Computed here, whatever the browser has shown: what is kept fits its points. */
export function solveAlignment(
  { fixedMpp, movingMpp }: Pick<AlignedImages, 'fixedMpp' | 'movingMpp'>,
  { method, pairs, model, mirrored }: GivenPoints,
): SolvedAlignment {
  const solved = alignPairs(pairs, { fixedMpp, movingMpp, model, mirrored })
  if (isAligned(solved)) return { method, pairs, ...solved, confidence: null }
  const { sentence } = solved
  throw new ApiError('invalid_input', { detail: sentence, fields: { alignment: [sentence] } })
}
