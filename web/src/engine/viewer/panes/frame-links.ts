import { type Affine, chain, invert } from '@cresyl/contract/slides/affine'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'

/** How one frame lies in another: a slide that was aligned with another one. */
export interface FrameLink {
  readonly from: string
  readonly to: string
  /** From places in the one to places in the other. */
  readonly affine: Affine
  readonly units: { readonly from: ImageSpace['unit']; readonly to: ImageSpace['unit'] }
}

/** By a registration from the pixels of one image to those of another. */
export function linkFrames(moving: ImageSpace, fixed: ImageSpace, affine: Affine): FrameLink {
  return {
    from: moving.frame,
    to: fixed.frame,
    affine: chain(invert(moving.placement), affine, fixed.placement),
    units: { from: moving.unit, to: fixed.unit },
  }
}

interface Step {
  readonly frame: string
  readonly unit: ImageSpace['unit']
  /** From where it began. */
  readonly affine: Affine
}

/** The spaces with those that are linked in one frame: that of the first of them. Links lead on through others. */
export function joinFrames<Key>(
  spaces: ReadonlyMap<Key, ImageSpace>,
  links: readonly FrameLink[],
): Map<Key, ImageSpace> {
  const roots = new Set<string>()
  return new Map(
    [...spaces].map(([key, space]) => {
      const way = roots.has(space.frame) ? undefined : wayToOne(space, roots, links)
      if (way === undefined) {
        roots.add(space.frame)
        return [key, space]
      }
      const { frame, unit, affine } = way
      return [key, { ...space, frame, unit, placement: chain(space.placement, affine) }]
    }),
  )
}

/** The shortest way to one of the frames, if there is any. */
function wayToOne(
  { frame, unit }: ImageSpace,
  goals: ReadonlySet<string>,
  links: readonly FrameLink[],
): Step | undefined {
  const steps: Step[] = [{ frame, unit, affine: [1, 0, 0, 0, 1, 0] }]
  const seen = new Set([frame])
  for (const step of steps) {
    if (goals.has(step.frame)) return step
    for (const next of stepsFrom(step, links)) {
      if (seen.has(next.frame)) continue
      seen.add(next.frame)
      steps.push(next)
    }
  }
  return undefined
}

function stepsFrom(step: Step, links: readonly FrameLink[]): Step[] {
  return links.flatMap(({ from, to, affine, units }) => {
    if (from === step.frame) return [{ frame: to, unit: units.to, affine: chain(step.affine, affine) }]
    if (to === step.frame)
      return [{ frame: from, unit: units.from, affine: chain(step.affine, invert(affine)) }]
    return []
  })
}
