import type { PaneContent, PaneCount } from '../../../engine/viewer/panes/workspace.ts'

/** How many panes there are to be, and which of them shows it. */
export interface PaneBeside {
  readonly count: PaneCount
  readonly pane: number
}

/** Where an image is opened beside all that is seen: in an empty pane, else in a new one, else in the next. */
export function paneBeside(
  contents: readonly (PaneContent | null)[],
  active: number,
  { imageId }: PaneContent,
): PaneBeside {
  const count: PaneCount = contents.length === 1 ? 1 : contents.length === 2 ? 2 : 4
  const there = contents.findIndex((content) => content?.imageId === imageId)
  if (there !== -1) return { count, pane: there }
  const empty = contents.indexOf(null)
  if (empty !== -1) return { count, pane: empty }
  if (count < 4) return { count: count === 1 ? 2 : 4, pane: count }
  return { count, pane: (active + 1) % count }
}
