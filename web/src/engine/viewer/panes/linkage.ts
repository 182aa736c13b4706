import { isComparable } from '@cresyl/contract/image-space'
import type { SlideView } from '../slide-view.ts'
import type { Viewport } from '../viewport.ts'
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

  function placements(): ReadonlyMap<number, Placement> {
    const known = knownPlacements(new Map([...views()].map(([pane, { image }]) => [pane, image.space])))
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

  function keepThose(pane: number, isMeant: (other: SlideView) => boolean, keepsZoom: boolean) {
    const reference = views().get(pane)
    const places = placements()
    const placement = places.get(pane)
    if (!reference || !placement) return
    const zoom = kept.get(pane)?.zoom ?? 1
    kept.set(pane, { placement, zoom })
    const first = { placement, viewport: reference.viewport() }
    for (const [other, view] of views()) {
      const own = places.get(other)
      if (other === pane || !own || !isMeant(view)) continue
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
      const reference = views().get(pane)
      if (!reference) return
      const isUnknown = ({ image }: SlideView) => !isComparable(image.space, reference.image.space)
      keepThose(pane, isUnknown, false)
    },
    forget(pane) {
      kept.delete(pane)
      given.delete(pane)
    },
  }
}
