import { type ImageSpace, isComparable } from '@cresyl/contract/slides/image-space'
import type { SlideView } from '../slide-view.ts'
import type { Viewport } from '../viewport.ts'
import { type FrameLink, joinFrames } from './frame-links.ts'
import { following, knownPlacements, type Placement, placedAsSeen, zoomRatioOf } from './relation.ts'
import type { Locks } from './workspace.ts'

/** What makes views move together: how their images lie to each other, and who leads. */
export interface Linkage {
  /** Where the image of a pane lies in what all share. */
  placement(pane: number): Placement | undefined
  /** A view has moved: the others move along, unless it was only following. */
  moved(pane: number, locks: Locks): void
  /** The others, or some of them, go where one of them is. */
  lead(pane: number, locks: Locks, followers?: readonly number[]): void
  /** How all stand to this one now is how they stay. */
  keep(pane: number): void
  /** The same for those of which nothing is known; they keep no zoom of their own. */
  keepUnknown(pane: number): void
  forget(pane: number): void
  /** Which frames lie how in which: those panes stand as that says from now on. */
  join(links: readonly FrameLink[]): void
}

interface Kept {
  readonly placement: Placement
  /** How much larger it is shown than the others. */
  readonly zoom: number
}

export function createLinkage(views: () => ReadonlyMap<number, SlideView>): Linkage {
  const kept = new Map<number, Kept>()
  /** The last viewport that a pane was given by following, which is no move of its own. */
  const given = new Map<number, Viewport>()
  let isGiving = false
  let links: readonly FrameLink[] = []

  /** Where images lie, with those that were aligned in one frame. */
  const spaces = (): ReadonlyMap<number, ImageSpace> =>
    joinFrames(new Map([...views()].map(([pane, { image }]) => [pane, image.space])), links)

  function placements(): ReadonlyMap<number, Placement> {
    const known = knownPlacements(spaces())
    for (const [pane, { placement }] of kept) if (known.has(pane)) known.set(pane, placement)
    return known
  }

  function lead(pane: number, locks: Locks, followers?: readonly number[]) {
    const leader = views().get(pane)
    const places = placements()
    const placement = places.get(pane)
    if (!leader || !placement || !(locks.pan || locks.zoom || locks.rotation)) return
    for (const [other, view] of views()) {
      const own = places.get(other)
      if (other === pane || !own || followers?.includes(other) === false) continue
      const ratio = (kept.get(other)?.zoom ?? 1) / (kept.get(pane)?.zoom ?? 1)
      const seen = { placement, viewport: leader.viewport() }
      const to = following(seen, { placement: own, viewport: view.viewport() }, locks, ratio)
      isGiving = true
      view.show(to)
      isGiving = false
      given.set(other, view.viewport())
    }
  }

  function keepThose(pane: number, isMeant: (other: number) => boolean, keepsZoom: boolean) {
    const reference = views().get(pane)
    const places = placements()
    const placement = places.get(pane)
    if (!reference || !placement) return
    const zoom = kept.get(pane)?.zoom ?? 1
    kept.set(pane, { placement, zoom })
    const first = { placement, viewport: reference.viewport() }
    for (const [other, view] of views()) {
      const own = places.get(other)
      if (other === pane || !own || !isMeant(other)) continue
      const isScaleKnown =
        view.image.space.unit === reference.image.space.unit && view.image.space.unit === 'µm'
      const viewport = view.viewport()
      const moved = placedAsSeen(first, { placement: own, viewport }, isScaleKnown)
      const ratio = keepsZoom ? zoomRatioOf(first, { placement: moved, viewport }) : 1
      kept.set(other, { placement: moved, zoom: zoom * ratio })
    }
  }

  return {
    placement: (pane) => placements().get(pane),
    moved(pane, locks) {
      if (isGiving || views().get(pane)?.viewport() === given.get(pane)) return
      given.delete(pane)
      lead(pane, locks)
    },
    lead,
    keep: (pane) => keepThose(pane, () => true, true),
    keepUnknown(pane) {
      const joined = spaces()
      const reference = joined.get(pane)
      const isUnknown = (other: number) => {
        const space = joined.get(other)
        return !reference || !space || !isComparable(space, reference)
      }
      keepThose(pane, isUnknown, false)
    },
    forget(pane) {
      kept.delete(pane)
      given.delete(pane)
    },
    join(next) {
      links = next
      const frames = new Set(next.flatMap(({ from, to }) => [from, to]))
      for (const [pane, { image }] of views()) if (frames.has(image.space.frame)) kept.delete(pane)
    },
  }
}
