import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import type { DrawingTool } from './drawing-tool.ts'
import type { AnnotationDraft, DrawingMode } from './tools-state.ts'

/** A draft after something was done: still one, done, or given up. */
export type Drawn =
  | { readonly draft: AnnotationDraft; readonly isDone: false }
  | { readonly draft: AnnotationDraft; readonly isDone: true }

const going = (draft: AnnotationDraft): Drawn => ({ draft, isDone: false })
const ended = (draft: AnnotationDraft): Drawn => ({ draft, isDone: true })

export const begunAt = (place: Position, mode: DrawingMode): AnnotationDraft => ({
  places: [place],
  pointer: null,
  mode,
})

/** While the button is held; steps shorter than `least` say nothing. */
export function drawnTo(draft: AnnotationDraft, place: Position, least: number): AnnotationDraft {
  const last = draft.places.at(-1)
  return last && isNear(last, place, least) ? draft : { ...draft, places: [...draft.places, place] }
}

/** A click sets the next place, or ends it: at its first place, or at the last one again. */
export function clickedAt(
  tool: DrawingTool,
  draft: AnnotationDraft | null,
  place: Position,
  reach: number,
  mode: DrawingMode,
): Drawn {
  const before = draft ?? { places: [], pointer: null, mode }
  const [first] = before.places
  const last = before.places.at(-1)
  const isEnough = before.places.length >= tool.fewest
  // The second click of a double click.
  if (last && isNear(last, place, reach / 2)) return isEnough ? ended(before) : going(before)
  if (tool.closes && isEnough && first && isNear(first, place, reach)) return ended(before)
  const next = { ...before, places: [...before.places, place], pointer: null }
  return next.places.length === tool.most ? ended(next) : going(next)
}

/** Null where nothing is left of it. */
export function withoutLast(draft: AnnotationDraft): AnnotationDraft | null {
  const places = draft.places.slice(0, -1)
  return places.length === 0 ? null : { ...draft, places }
}

export const isNear = (one: Position, other: Position, reach: number): boolean =>
  Math.hypot(one[0] - other[0], one[1] - other[1]) <= reach
