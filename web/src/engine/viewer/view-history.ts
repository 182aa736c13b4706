import { normalAngle, type Viewport } from './viewport.ts'

/** How long one stays at a view for it to be worth going back to, in ms. */
export const stayLength = 1000

export interface ViewHistory {
  /** One has looked at this for a moment. */
  stayed(viewport: Viewport): void
  /** What was seen before what is seen now; null at the beginning. */
  back(now: Viewport): Viewport | null
  /** What back led away from; null at the end. */
  forward(): Viewport | null
  canGoBack(now: Viewport): boolean
  canGoForward(): boolean
}

/** Keeps so many views; what lies before is forgotten. */
export function createViewHistory(most = 100): ViewHistory {
  const views: Viewport[] = []
  let at = -1

  /** Whoever has just moved on gets back to where they were. */
  const hasMovedOn = (now: Viewport) => {
    const here = views[at]
    return here !== undefined && !isAlmost(here, now)
  }

  return {
    stayed(viewport) {
      const here = views[at]
      if (here && isAlmost(here, viewport)) return
      views.splice(at + 1, views.length, viewport)
      if (views.length > most) views.shift()
      at = views.length - 1
    },
    back(now) {
      if (hasMovedOn(now)) return views[at] ?? null
      if (at <= 0) return null
      at -= 1
      return views[at] ?? null
    },
    forward() {
      if (at >= views.length - 1) return null
      at += 1
      return views[at] ?? null
    },
    canGoBack: (now) => at > 0 || hasMovedOn(now),
    canGoForward: () => at < views.length - 1,
  }
}

/** Whether nobody would tell them apart: less than 2 pixels of the screen, 1 % of size, and half a degree. */
export function isAlmost(one: Viewport, other: Viewport): boolean {
  const away = Math.hypot(one.center.x - other.center.x, one.center.y - other.center.y)
  return (
    one.flipped === other.flipped &&
    away < 2 * Math.min(one.resolution, other.resolution) &&
    Math.abs(Math.log(one.resolution / other.resolution)) < 0.01 &&
    Math.abs(normalAngle(one.rotation - other.rotation)) < 0.009
  )
}
