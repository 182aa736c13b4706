import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import type { ShapeFrame } from '../geometry/frame.ts'
import type { DrawingSurroundings } from './drawing-tool.ts'

/** What lies between two places, upright as it is seen: turned in the image where the picture is turned. */
export function draggedFrame(
  places: readonly Position[],
  { right, down }: Pick<DrawingSurroundings, 'right' | 'down'>,
): ShapeFrame | null {
  const [from, to] = [places[0], places.at(-1)]
  if (from === undefined || to === undefined) return null
  const way = [to[0] - from[0], to[1] - from[1]] as const
  const along = share(way, right)
  const across = share(way, down)
  if (along === 0 || across === 0) return null
  return {
    center: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2],
    u: [(right[0] * along) / 2, (right[1] * along) / 2],
    v: [(down[0] * across) / 2, (down[1] * across) / 2],
  }
}

const share = (way: readonly [number, number], axis: Position) =>
  (way[0] * axis[0] + way[1] * axis[1]) / (axis[0] ** 2 + axis[1] ** 2 || 1)
