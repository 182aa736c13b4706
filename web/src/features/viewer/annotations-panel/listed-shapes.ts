import type { ReviewState } from '@cresyl/contract/annotations/annotations'
import type { Shape } from '../../../engine/annotations/content/shape.ts'

export interface ListFilter {
  readonly search: string
  /** The name of a class; an empty one stands for those without; null for all. */
  readonly className: string | null
  readonly review: ReviewState | null
  /** Those that somebody is to look at; null for all. */
  readonly assigneeId: string | null
}

export const everything: ListFilter = { search: '', className: null, review: null, assigneeId: null }

export const isFiltered = ({ search, className, review, assigneeId }: ListFilter): boolean =>
  search.trim() !== '' || className !== null || review !== null || assigneeId !== null

/** The same as the server filters; what is searched for it looks for in names, notes, classes and tags. */
export function serverFilter({ search, className, review, assigneeId }: ListFilter) {
  const wanted = search.trim()
  return {
    ...(className !== null && { class: [className] }),
    ...(review !== null && { review: [review] }),
    ...(assigneeId !== null && { assignee_id: [assigneeId] }),
    ...(wanted !== '' && { search: wanted }),
  }
}

/** Whether one fits, of what is known here. */
export function fits(filter: ListFilter): (shape: Shape) => boolean {
  const wanted = filter.search.trim().toLowerCase()
  return ({ classification, name, author, review, assignee_id }) => {
    if (filter.className !== null && (classification?.name ?? '') !== filter.className) return false
    if (filter.review !== null && review !== filter.review) return false
    if (filter.assigneeId !== null && assignee_id !== filter.assigneeId) return false
    if (wanted === '') return true
    return [name, classification?.name, author?.name].some((text) => text?.toLowerCase().includes(wanted))
  }
}

/** Those that fit, newest first. */
export const listedShapes = (shapes: Iterable<Shape>, filter: ListFilter): readonly Shape[] =>
  [...shapes].filter(fits(filter)).toReversed()

export interface ClassCount {
  readonly name: string
  readonly color: string | null
  readonly count: number
}

interface Counted {
  readonly classification: { readonly name: string; readonly color: string } | null
  /** Absent: it is one. */
  readonly count?: number
}

/** How many there are of each class, the most first: of shapes, or of what the server has counted. */
export function countClasses(counted: Iterable<Counted>): readonly ClassCount[] {
  const counts = new Map<string, ClassCount>()
  for (const { classification, count = 1 } of counted) {
    const name = classification?.name ?? ''
    const before = counts.get(name)
    counts.set(name, { name, color: classification?.color ?? null, count: (before?.count ?? 0) + count })
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count)
}
