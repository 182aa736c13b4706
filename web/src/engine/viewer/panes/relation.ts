import {
  type Affine,
  applyAffine,
  chain,
  determinant,
  invert,
  rotation,
  scaling,
  translation,
} from '@cresyl/contract/slides/affine'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import { normalAngle, type Viewport } from '../viewport.ts'
import type { Locks } from './workspace.ts'

/** Where an image lies in the space that all panes share: from its pixels to µm, or to what comes nearest to them. */
export type Placement = Affine

/**
 * Where images lie as far as is known. Those of one frame lie as their placements say; frames lie with their middles over
 * each other; where the scale of one is unknown, its image is taken to be as large as the first whose scale is known.
 */
export function knownPlacements<Key>(spaces: ReadonlyMap<Key, ImageSpace>): Map<Key, Placement> {
  const all = [...spaces.values()]
  const measure = all.find(({ unit }) => unit === 'µm') ?? all[0]
  return new Map(
    [...spaces].map(([key, space]) => {
      const first = all.find(({ frame, unit }) => frame === space.frame && unit === space.unit) ?? space
      const middle = applyAffine(first.placement, { x: first.width / 2, y: first.height / 2 })
      const size = first.unit === 'µm' || !measure ? 1 : Math.sqrt(areaOf(measure) / areaOf(first))
      return [key, chain(space.placement, translation(-middle.x, -middle.y), scaling(size))]
    }),
  )
}

const areaOf = ({ placement, width, height }: ImageSpace) => Math.abs(determinant(placement)) * width * height

/** How much longer lengths become. */
export const scaleOf = (affine: Affine): number => Math.sqrt(Math.abs(determinant(affine)))

/** From the pixels of one image to those of another. */
export const between = (from: Placement, to: Placement): Affine => chain(from, invert(to))

/** How a viewport turns and mirrors, without moving or scaling. */
const orientation = ({ rotation: angle, flipped }: Viewport): Affine =>
  chain(rotation(angle), scaling(flipped ? -1 : 1, 1))

interface Seen {
  readonly placement: Placement
  readonly viewport: Viewport
}

/**
 * Where the second image lies if what is in the middle of both screens is the same place, and what is above on one is
 * above on the other. How large it is stays as known, or comes from what is seen where it isn't.
 */
export function placedAsSeen(first: Seen, second: Seen, isScaleKnown: boolean): Placement {
  const known = scaleOf(between(second.placement, first.placement))
  const scale = isScaleKnown ? known : first.viewport.resolution / second.viewport.resolution
  const { center: from } = second.viewport
  const { center: to } = first.viewport
  const toFirst = chain(
    translation(-from.x, -from.y),
    orientation(second.viewport),
    scaling(scale),
    invert(orientation(first.viewport)),
    translation(to.x, to.y),
  )
  return chain(toFirst, first.placement)
}

/** What a pane shows when another leads: of what is locked the same, of the rest what it has shown. */
export function following(leader: Seen, follower: Seen, locks: Locks, zoomRatio = 1): Viewport {
  const toFollower = between(leader.placement, follower.placement)
  const { center, resolution, rotation: angle, flipped } = follower.viewport
  return {
    center: locks.pan ? applyAffine(toFollower, leader.viewport.center) : center,
    resolution: locks.zoom ? leader.viewport.resolution * scaleOf(toFollower) * zoomRatio : resolution,
    ...(locks.rotation ? turnedAlong(leader.viewport, toFollower) : { rotation: angle, flipped }),
  }
}

/** How the follower has to be turned and mirrored for the same tissue to lie the same way on the screen. */
function turnedAlong(leader: Viewport, toFollower: Affine): Pick<Viewport, 'rotation' | 'flipped'> {
  const [a, b, , d, e] = chain(invert(toFollower), orientation(leader))
  const flipped = a * e - b * d < 0
  // Mirroring comes last and changes the first row only: undone, what is left is a rotation.
  const angle = flipped ? Math.atan2(d, -a) : Math.atan2(d, a)
  return {
    rotation: straightened(angle, flipped === leader.flipped ? leader.rotation : -leader.rotation),
    flipped,
  }
}

/** Less than this, in radians, nobody sees on a screen: it would only tilt what is drawn and exported later. */
const unseenTurn = (0.05 * Math.PI) / 180

/** By whole quarters from another angle where it is as good as that. */
function straightened(angle: number, from: number): number {
  const quarters = Math.round((angle - from) / (Math.PI / 2))
  const straight = quarters === 0 ? from : normalAngle(from + (quarters * Math.PI) / 2)
  return Math.abs(normalAngle(angle - straight)) < unseenTurn ? straight : angle
}

/** How much larger the second is shown than the first, beyond what their placements make of it. */
export function zoomRatioOf(first: Seen, second: Seen): number {
  const expected = first.viewport.resolution * scaleOf(between(first.placement, second.placement))
  return second.viewport.resolution / expected
}
