import { batchLimits } from '@cresyl/contract/api/limits'
import type { GivenSlideSelection } from '@cresyl/contract/slides/slide-batches'
import type { Range } from './window.ts'

/** Slides one by one, or all that the list shows but for some. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> }

export const nothing: Selection = { kind: 'some', ids: new Set() }
export const everything: Selection = { kind: 'all', except: new Set() }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)
}

/** `total` is how many the list has. */
export function countOf(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size)
}

export function setSelected(selection: Selection, ids: Iterable<string>, selected: boolean): Selection {
  if (selection.kind === 'some') return { kind: 'some', ids: changed(selection.ids, ids, selected) }
  return { kind: 'all', except: changed(selection.except, ids, !selected) }
}

export function toggled(selection: Selection, id: string): Selection {
  return setSelected(selection, [id], !isSelected(selection, id))
}

/** More can't be named one by one. */
function changed(set: ReadonlySet<string>, ids: Iterable<string>, add: boolean): ReadonlySet<string> {
  const next = new Set(set)
  for (const id of ids) {
    if (!add) next.delete(id)
    else if (next.size < batchLimits.named) next.add(id)
  }
  return next
}

/** From one to the other, both included, as far as slides can be named one by one. */
export function rangeBetween(from: number, to: number): Range {
  if (to >= from) return { first: from, end: Math.min(to + 1, from + batchLimits.named) }
  return { first: Math.max(to, from - batchLimits.named + 1), end: from + 1 }
}

type SlideFilter = Extract<GivenSlideSelection, { filter: unknown }>['filter']

/** As the server is told. */
export function givenSelection(selection: Selection, filter: SlideFilter): GivenSlideSelection {
  if (selection.kind === 'some') return { slide_ids: [...selection.ids] }
  return { filter, except_ids: [...selection.except] }
}
