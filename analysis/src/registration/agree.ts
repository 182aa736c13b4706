import { type Affine, applyAffine } from '@cresyl/contract/slides/affine'
import { alignPairs, isAligned } from '@cresyl/contract/slides/point-pairs'
import type { Match } from './match-blocks.ts'

export interface Agreement {
  /** From µm of the moving slide to µm of the fixed one. */
  readonly affine: Affine
  /** Those that it brings together. */
  readonly matches: readonly Match[]
}

/** Rounds after which those that agree are the same from one to the next, or never will be. */
const rounds = 20
const mostProposals = 2000

/**
 * The turn, shift and slight scale on which most matches agree, within a distance in µm. Undefined where there are
 * too few that do. Pairs of matches propose one each, so that single wrong ones don't draw it aside.
 */
export function agreeOn(matches: readonly Match[], within: number, fewest: number): Agreement | undefined {
  const agreeingOn = (affine: Affine) => matches.filter((match) => distanceOf(match, affine) <= within)
  let best: readonly Match[] = []
  for (const pair of proposersOf(matches)) {
    const proposed = fit(pair)
    const agreeing = proposed ? agreeingOn(proposed) : []
    if (agreeing.length > best.length) best = agreeing
  }
  for (let round = 0; round < rounds; round += 1) {
    const affine = best.length < fewest ? undefined : fit(best)
    if (affine === undefined) return undefined
    const agreeing = agreeingOn(affine)
    if (agreeing.length === best.length) return { affine, matches: agreeing }
    best = agreeing
  }
  return undefined
}

/** Pairs that lie as many places apart in the list, which goes over the tissue row by row, each distance in its turn. */
function* proposersOf(matches: readonly Match[]): Generator<[Match, Match]> {
  const { length } = matches
  const total = (length * (length - 1)) / 2
  const every = Math.max(1, Math.floor(total / mostProposals))
  for (let apart = 1, count = 0; apart < length; apart += 1)
    for (let one = 0; one + apart < length; one += 1, count += 1)
      if (count % every === 0) yield [matches[one] as Match, matches[one + apart] as Match]
}

/** Sections are stretched a little when they are cut and dried, and no more than that. */
const mostScale = 0.1

function fit(matches: readonly Match[]): Affine | undefined {
  const solved = alignPairs(matches, { model: 'similarity' })
  if (!isAligned(solved)) return undefined
  const [a, , , d] = solved.affine
  return Math.abs(Math.hypot(a, d) - 1) <= mostScale ? solved.affine : undefined
}

function distanceOf({ moving, fixed }: Match, affine: Affine): number {
  const arrived = applyAffine(affine, moving)
  return Math.hypot(arrived.x - fixed.x, arrived.y - fixed.y)
}
