import type { OutboxState } from './outbox-state.ts'

/** Annotations of one slide whose last change is not at the server. */
export interface Unsent {
  /** Its name; null where it was not known yet. */
  readonly slide: string | null
  readonly count: number
}

/** By slide, in the order in which they were drawn on. */
export function countUnsent(states: readonly Pick<OutboxState, 'batches' | 'waiting'>[]): readonly Unsent[] {
  const slides = new Map<string | null, Set<string>>()
  for (const { batches, waiting } of states) {
    for (const { id, slide = null } of [...batches.flatMap(({ entries }) => entries), ...waiting]) {
      const ids = slides.get(slide) ?? new Set()
      slides.set(slide, ids.add(id))
    }
  }
  return [...slides].map(([slide, { size: count }]) => ({ slide, count }))
}
