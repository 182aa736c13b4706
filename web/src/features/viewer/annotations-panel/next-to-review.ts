import type { Shape } from '../../../engine/annotations/content/shape.ts'

/** The next that nobody has accepted or rejected, after the current one and around from the end; null where none is left. */
export function nextToReview(shapes: readonly Shape[], current: string | undefined): Shape | null {
  const at = shapes.findIndex(({ id }) => id === current)
  const around = [...shapes.slice(at + 1), ...shapes.slice(0, Math.max(at, 0))]
  return around.find(({ review }) => review === 'open') ?? null
}
