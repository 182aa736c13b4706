import { applyAffine, type Point } from '@cresyl/contract/slides/affine'
import { isInside } from '@cresyl/contract/slides/image-space'
import type { SlideView } from '../slide-view.ts'
import { copiedDisplay } from './copy-display.ts'
import { createLinkage } from './linkage.ts'
import { between } from './relation.ts'
import type { Locks, PaneContent, PaneCount, Workspace } from './workspace.ts'

export interface InitialWorkspace {
  readonly contents: readonly (PaneContent | null)[]
  readonly active?: number
  readonly locks?: Partial<Locks>
  /** Whether these panes stay as they stand when their views come, as in a link, rather than being lined up. */
  readonly asTheyStand?: boolean
}

const allLocked: Locks = { pan: true, zoom: true, rotation: true, channels: true }

const noCursors: ReadonlyMap<number, Point> = new Map()

export function createWorkspace(initial: InitialWorkspace): Workspace {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }

  let contents = padded(initial.contents, countFor(initial.contents.length))
  let active = contents[initial.active ?? 0] === undefined ? 0 : (initial.active ?? 0)
  let locks: Locks = { ...allLocked, ...initial.locks }
  let views: ReadonlyMap<number, SlideView> = new Map()
  let cursors = noCursors
  /** Panes whose first view is still to come, and stays where it is. */
  const standing = new Set(initial.asTheyStand ? contents.keys() : [])
  const linkage = createLinkage(() => views)

  function setCursors(from: number) {
    const place = views.get(from)?.cursor() ?? null
    const next = place && locks.pan ? mirrored(from, place) : noCursors
    if (next.size === 0 && cursors.size === 0) return
    cursors = next
    tell()
  }

  function mirrored(from: number, place: Point): ReadonlyMap<number, Point> {
    const own = linkage.placement(from)
    const places = new Map<number, Point>()
    for (const [pane, { image }] of views) {
      const other = linkage.placement(pane)
      if (pane === from || !own || !other) continue
      const there = applyAffine(between(own, other), place)
      if (isInside(image.space, there)) places.set(pane, there)
    }
    return places
  }

  function copyDisplay(from: number) {
    const leader = views.get(from)
    if (!leader || !locks.channels) return
    for (const [pane, view] of views) {
      if (pane === from) continue
      const display = copiedDisplay(
        { image: leader.image, display: leader.display() },
        { image: view.image, display: view.display() },
      )
      // Whoever has copied is the same as the leader, so that its own change leads nobody.
      if (display) view.setDisplay(display)
    }
  }

  function attach(pane: number, view: SlideView) {
    views = new Map([...views, [pane, view] as const].toSorted(([one], [other]) => one - other))
    const others = [...views.keys()].filter((other) => other !== pane)
    const leader = others.includes(active) ? active : others[0]
    linkage.forget(pane)
    if (standing.delete(pane)) linkage.keep(active)
    else if (leader !== undefined) {
      linkage.lead(leader, locks, [pane])
      copyDisplay(leader)
    }
    const leaving = [
      view.subscribe('viewport', () => linkage.moved(pane, locks)),
      view.subscribe('cursor', () => setCursors(pane)),
      view.subscribe('display', () => copyDisplay(pane)),
    ]
    tell()
    return () => {
      for (const leave of leaving) leave()
      if (views.get(pane) !== view) return
      views = new Map([...views].filter(([other]) => other !== pane))
      cursors = noCursors
      linkage.forget(pane)
      tell()
    }
  }

  return {
    contents: () => contents,
    active: () => active,
    locks: () => locks,
    views: () => views,
    activeView: () => views.get(active) ?? null,
    mirroredCursors: () => cursors,
    setCount(count) {
      if (count === contents.length) return
      contents = kept(contents, active, count)
      active = Math.min(active, count - 1)
      tell()
    },
    setActive(pane) {
      if (pane === active || contents[pane] === undefined) return
      active = pane
      tell()
    },
    open(pane, content) {
      const before = contents[pane]
      if (before === undefined || isSame(before, content)) return
      contents = contents.with(pane, content)
      standing.delete(pane)
      tell()
    },
    setLocks(change) {
      const before = locks
      locks = { ...locks, ...change }
      // Where nobody knows how two images lie to each other, they lie as they stand when they are locked.
      const isJoined = (locks.pan && !before.pan) || (locks.rotation && !before.rotation)
      if (isJoined) linkage.keepUnknown(active)
      linkage.lead(active, locks)
      copyDisplay(active)
      tell()
    },
    keepOffset: () => linkage.keep(active),
    setFrameLinks(links) {
      linkage.join(links)
      linkage.lead(active, locks)
    },
    attach,
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}

function countFor(length: number): PaneCount {
  return length <= 1 ? 1 : length === 2 ? 2 : 4
}

function padded(
  contents: readonly (PaneContent | null)[],
  count: PaneCount,
): readonly (PaneContent | null)[] {
  return Array.from({ length: count }, (_, pane) => contents[pane] ?? null)
}

/** What is worked with stays: where panes go, the active one takes the place of the last that is left. */
function kept(contents: readonly (PaneContent | null)[], active: number, count: PaneCount) {
  const left = padded(contents.slice(0, count), count)
  return active < count ? left : left.with(count - 1, contents[active] ?? null)
}

function isSame(one: PaneContent | null, other: PaneContent | null): boolean {
  return one?.slideId === other?.slideId && one?.imageId === other?.imageId
}
