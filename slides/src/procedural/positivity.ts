import type { Candidate } from './nucleus.ts'
import { hashAt, Random } from './seeded.ts'

/** How brown a nucleus is in IHC, as a pathologist reads it: 0, 1+, 2+, 3+. */
export const positivities = ['negative', 'weak', 'moderate', 'strong'] as const
export type Positivity = (typeof positivities)[number]

/** Optical density (log10) of the chromogen, between the usual cut-offs 0.2, 0.4 and 0.6. */
const amounts: Record<Exclude<Positivity, 'negative'>, readonly [number, number]> = {
  weak: [0.25, 0.36],
  moderate: [0.45, 0.56],
  strong: [0.68, 0.98],
}

/** The class of a nucleus and how much chromogen it holds, on a slide of which a share of the nuclei is brown. */
export function positivityOf(
  { seed }: Candidate,
  positiveShare: number,
): { positivity: Positivity; amount: number } {
  const random = new Random(hashAt(seed, 11, 17))
  if (random.unit() >= positiveShare) return { positivity: 'negative', amount: 0 }
  const which = random.unit()
  const positivity = which < 0.34 ? 'weak' : which < 0.68 ? 'moderate' : 'strong'
  const [low, high] = amounts[positivity]
  return { positivity, amount: random.between(low, high) }
}
