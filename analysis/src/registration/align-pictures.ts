import { agreeOn } from './agree.ts'
import { type DensityPicture, type DensityPyramid, placeOfTissue, pyramidOf } from './density-picture.ts'
import { findTurns, type Guess, type PlacedTissue } from './find-turns.ts'
import { type Match, matchBlocks } from './match-blocks.ts'

/** How one slide was found to lie on another. */
export interface FoundAlignment {
  /** Places that agree on how it lies, in µm of each slide, spread over the tissue. */
  readonly matches: readonly Match[]
  /** Which part of the places that could be compared agree, 0..1. */
  readonly confidence: number
}

export interface NoAlignment {
  readonly reason: 'no_tissue' | 'unlike'
  /** What is wrong and what to do. */
  readonly sentence: string
}

export interface AlignOptions {
  /** What the slides are called in sentences. */
  readonly names?: { readonly fixed: string; readonly moving: string }
  readonly onProgress?: (done: number, total: number) => void
}

/** Guesses that are looked at more closely, unless one before them is clear. */
const mostGuesses = 4
/** Steps to the tissue's diameter; finer than that sections are never alike. */
const mostSteps = 1024
/** A small piece is looked at between its pixels: the squares that are compared would cover too much of it. */
const fewestSteps = 160
/** Steps to the diameter at which single places are compared first. */
const firstSteps = 128
const fewestMatches = 5
/** Of the places that could be compared. Of slides that have nothing in common one in six agree. */
const leastAgreeing = 0.35
const clearlyAgreeing = 0.6
/** Steps that matches may be apart and still agree. */
const tolerance = 2
/** Matches that are handed out. */
const mostMatches = 60

/** Finds how the moving slide lies on the fixed one: turned by whatever angle, shifted, hardly scaled, not mirrored. */
export function alignPictures(
  fixed: DensityPicture,
  moving: DensityPicture,
  { names = { fixed: 'One slide', moving: 'The other' }, onProgress = () => {} }: AlignOptions = {},
): FoundAlignment | NoAlignment {
  const [still, turned] = [placed(fixed), placed(moving)]
  if (still === undefined) return noTissue(names.fixed)
  if (turned === undefined) return noTissue(names.moving)
  const guesses = findTurns(still, turned, mostGuesses, (done, total) => onProgress(done, 2 * total))
  const diameter = 2 * Math.max(still.place.reach, turned.place.reach)
  const native = Math.max(fixed.stepX, fixed.stepY, moving.stepX, moving.stepY)
  const finest = Math.max(diameter / mostSteps, Math.min(native, diameter / fewestSteps))
  let best: FoundAlignment | undefined
  for (const [at, guess] of guesses.entries()) {
    const found = refine(still.pyramid, turned.pyramid, guess, { first: diameter / firstSteps, finest })
    if (found && found.confidence > (best?.confidence ?? leastAgreeing)) best = found
    onProgress(guesses.length + at + 1, 2 * guesses.length)
    if (best && best.confidence >= clearlyAgreeing) break
  }
  return best ? { ...best, matches: spread(best.matches) } : unlike
}

export const isFound = (result: FoundAlignment | NoAlignment): result is FoundAlignment => 'matches' in result

function placed(picture: DensityPicture): PlacedTissue | undefined {
  const place = placeOfTissue(picture)
  return place && { pyramid: pyramidOf(picture), place }
}

/** From coarse to fine, each time by the places that agree; what only coarse pictures say doesn't count. */
function refine(
  fixed: DensityPyramid,
  moving: DensityPyramid,
  guess: Guess,
  { first, finest }: { first: number; finest: number },
): FoundAlignment | undefined {
  let affine = guess.affine
  for (let step = Math.max(finest, first); ; step = Math.max(finest, step / 2)) {
    const { matches, tried } = matchBlocks(fixed, moving, affine, step)
    const agreed = agreeOn(matches, tolerance * step, fewestMatches)
    if (agreed) affine = agreed.affine
    if (step <= finest)
      return agreed && { matches: agreed.matches, confidence: agreed.matches.length / tried }
  }
}

/** Evenly over the tissue, since they were found row by row. */
function spread(matches: readonly Match[]): Match[] {
  const every = Math.max(1, matches.length / mostMatches)
  const count = Math.min(matches.length, mostMatches)
  return Array.from({ length: count }, (_, at) => matches[Math.floor(at * every)] as Match)
}

const noTissue = (name: string): NoAlignment => ({
  reason: 'no_tissue',
  sentence: `${name} shows no tissue to align by. Mark points by hand.`,
})

const unlike: NoAlignment = {
  reason: 'unlike',
  sentence: 'These slides look too different to be aligned automatically. Mark points by hand.',
}
