import { type Affine, chain, invert, rotation, translation } from '@cresyl/contract/slides/affine'
import { createShiftFinder } from '../correlation/phase-correlation.ts'
import { type DensityPicture, type DensityPyramid, pictureFor, type TissuePlace } from './density-picture.ts'
import { likeness, type Square, sampleSquare } from './sample-square.ts'

/** A way in which the moving slide may lie on the fixed one. */
export interface Guess {
  /** From µm of the moving slide to µm of the fixed one. */
  readonly affine: Affine
  readonly degrees: number
  /** How alike both are, −1..1. */
  readonly likeness: number
}

export interface PlacedTissue {
  readonly pyramid: DensityPyramid
  readonly place: TissuePlace
}

/** The tissue takes half of the side, so that a shift by all of it is no other one turned round the edge. */
const side = 128
const coarseDegrees = 5
/** Guesses nearer to each other than this are one. */
const sameDegrees = 10

/**
 * Turns the moving slide around the middle of its tissue, by all angles, and finds by phase correlation how far it is
 * shifted then. Gives the best guesses, the best first, each of another angle.
 */
export function findTurns(
  fixed: PlacedTissue,
  moving: PlacedTissue,
  most: number,
  onStep: (done: number, total: number) => void = () => {},
): Guess[] {
  const reach = Math.max(fixed.place.reach, moving.place.reach)
  const step = (4 * reach) / side
  const square = { middle: { x: fixed.place.x, y: fixed.place.y }, side, step }
  const pictures = { fixed: pictureFor(fixed.pyramid, step), moving: pictureFor(moving.pyramid, step) }
  const still = sampleSquare(pictures.fixed, square, translation(0, 0))
  const guesses: Guess[] = []
  const total = 360 / coarseDegrees
  for (let at = 0; at < total; at += 1) {
    const degrees = at * coarseDegrees
    guesses.push(shifted(pictures.moving, still, square, turnAround(fixed, moving, degrees), degrees))
    onStep(at + 1, total)
  }
  guesses.sort((one, other) => other.likeness - one.likeness)
  const kept: Guess[] = []
  for (const guess of guesses) {
    if (kept.some(({ degrees }) => betweenAngles(degrees, guess.degrees) < sameDegrees)) continue
    kept.push(guess)
    if (kept.length === most) break
  }
  return kept
}

/** Middle on middle, turned. */
const turnAround = (fixed: PlacedTissue, moving: PlacedTissue, degrees: number): Affine =>
  chain(
    translation(-moving.place.x, -moving.place.y),
    rotation((degrees * Math.PI) / 180),
    translation(fixed.place.x, fixed.place.y),
  )

/** As turned, and shifted to where it is most alike. */
function shifted(
  moving: DensityPicture,
  still: Float32Array,
  square: Square,
  turned: Affine,
  degrees: number,
): Guess {
  const before = sampleSquare(moving, square, invert(turned))
  const finder = createShiftFinder(square.side)
  finder.add(still, before)
  const shift = finder.find()
  const unmoved = { affine: turned, degrees, likeness: likeness(still, before) }
  if (shift === null) return unmoved
  const affine = chain(turned, translation(-shift.x * square.step, -shift.y * square.step))
  const after = likeness(still, sampleSquare(moving, square, invert(affine)))
  return after > unmoved.likeness ? { affine, degrees, likeness: after } : unmoved
}

function betweenAngles(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360
  return Math.min(apart, 360 - apart)
}
