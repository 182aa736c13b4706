import type { z } from '@cresyl/contract/api/zod'
import { listSlides } from '@cresyl/contract/slides/slides'

const { ordering: orders } = listSlides.query.shape
export type SlideOrder = z.output<typeof orders>

const key = 'slide-order'

/** In which order the slides of a project were listed last in this tab, for whoever goes through them one by one. */
export function keepSlideOrder(projectId: string | null, ordering: SlideOrder): void {
  sessionStorage.setItem(key, JSON.stringify({ projectId, ordering }))
}

/** Null where they were not. */
export function keptSlideOrder(projectId: string | null): SlideOrder | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return kept?.projectId === projectId ? (orders.safeParse(kept.ordering).data ?? null) : null
  } catch {
    return null
  }
}
