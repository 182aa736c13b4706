import type { Point } from '@cresyl/contract/slides/affine'
import type { SlideView } from '../slide-view.ts'
import type { FrameLink } from './frame-links.ts'

export const paneCounts = [1, 2, 4] as const
export type PaneCount = (typeof paneCounts)[number]

/** What a pane shows: an image of a slide; null while it is empty. */
export interface PaneContent {
  readonly slideId: string
  readonly imageId: string
}

/** What moves along in the other panes. */
export interface Locks {
  readonly pan: boolean
  readonly zoom: boolean
  readonly rotation: boolean
  readonly channels: boolean
}

/** The panes of a page and what holds them together. */
export interface Workspace {
  /** As many as there are panes. */
  contents(): readonly (PaneContent | null)[]
  /** The pane that buttons, keys and panels are about. */
  active(): number
  locks(): Locks
  /** The views that are on the page now, by pane. */
  views(): ReadonlyMap<number, SlideView>
  activeView(): SlideView | null
  /** Where the pointer is in the other panes, by pane: the same place of the tissue, in pixels of each image. */
  mirroredCursors(): ReadonlyMap<number, Point>
  setCount(count: PaneCount): void
  setActive(pane: number): void
  open(pane: number, content: PaneContent | null): void
  setLocks(locks: Partial<Locks>): void
  /** Where the panes stand to each other now is how they stay: the offset of serial sections. */
  keepOffset(): void
  /** How slides that were aligned lie on each other: panes follow that. */
  setFrameLinks(links: readonly FrameLink[]): void
  /** Called by whoever has put a view on the page; returns what to call when it goes. */
  attach(pane: number, view: SlideView): () => void
  /** The same values are returned as long as nothing has changed. */
  subscribe(listener: () => void): () => void
}
