import { type Affine, applyAffine, identity, invert, type Point } from '@cresyl/contract/slides/affine'
import { createShiftFinder } from '../correlation/phase-correlation.ts'
import { type DensityPicture, type DensityPyramid, pictureFor } from './density-picture.ts'
import { sampleSquare } from './sample-square.ts'

/** The same place of the tissue in both slides, in µm of each. */
export interface Match {
  readonly moving: Point
  readonly fixed: Point
}

export const blockSide = 64
/** Of its places, as many must be tissue in both slides. */
const leastTissue = 0.3
/** Below, a peak may be chance. */
const leastCertainty = 7
/** Farther than this part of the side nothing is looked for: what comes from the edges is no match. */
const farthest = 0.3
/** Places of a whole picture that are looked at. */
const mostBlocks = 300

/**
 * Finds for squares all over the tissue how far each is still off, by phase correlation. `tried` tells how many were
 * looked at: those that have no clear answer are not among the matches.
 */
export function matchBlocks(
  fixed: DensityPyramid,
  moving: DensityPyramid,
  affine: Affine,
  step: number,
): { matches: Match[]; tried: number } {
  const pictures = { fixed: pictureFor(fixed, step), moving: pictureFor(moving, step) }
  const toMoving = invert(affine)
  const still = new Float32Array(blockSide ** 2)
  const other = new Float32Array(blockSide ** 2)
  const matches: Match[] = []
  let tried = 0
  for (const middle of middlesOf(pictures.fixed, step)) {
    const square = { middle, side: blockSide, step }
    sampleSquare(pictures.fixed, square, identity, still)
    if (shareOfTissue(still) < leastTissue) continue
    sampleSquare(pictures.moving, square, toMoving, other)
    if (shareOfTissue(other) < leastTissue) continue
    tried += 1
    const finder = createShiftFinder(blockSide)
    finder.add(still, other)
    const shift = finder.find()
    if (shift === null || shift.certainty < leastCertainty) continue
    if (Math.hypot(shift.x, shift.y) > farthest * blockSide) continue
    const seen = { x: middle.x + shift.x * step, y: middle.y + shift.y * step }
    matches.push({ fixed: middle, moving: applyAffine(toMoving, seen) })
  }
  return { matches, tried }
}

/** Evenly over the picture, half a block apart or farther so that there are not too many. */
function* middlesOf({ width, height, stepX, stepY }: DensityPicture, step: number) {
  const extent = { x: width * stepX, y: height * stepY }
  const apart = Math.max((blockSide * step) / 2, Math.sqrt((extent.x * extent.y) / mostBlocks))
  const columns = Math.max(1, Math.round(extent.x / apart))
  const rows = Math.max(1, Math.round(extent.y / apart))
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      yield { x: ((column + 0.5) * extent.x) / columns, y: ((row + 0.5) * extent.y) / rows }
}

function shareOfTissue(values: Float32Array): number {
  let count = 0
  for (let at = 0; at < values.length; at += 1) if ((values[at] as number) > 0) count += 1
  return count / values.length
}
