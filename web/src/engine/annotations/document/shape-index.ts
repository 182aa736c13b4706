import { type AnnotationBox, boxOf } from '@cresyl/contract/annotation-geometry'
import RBush from 'ol/structs/RBush.js'
import type { Shape } from '../content/shape.ts'

/** Which shapes lie where: asking for a part costs what is in it, however many there are. */
export interface ShapeIndex {
  replace(before: Shape | undefined, now: Shape | undefined): void
  within(box: AnnotationBox): readonly Shape[]
  size(): number
}

export function createShapeIndex(): ShapeIndex {
  const tree = new RBush<Shape>()
  let size = 0
  return {
    replace(before, now) {
      if (before) tree.remove(before)
      if (now) tree.insert(extentOf(boxOf(now.geometry)), now)
      size += (now ? 1 : 0) - (before ? 1 : 0)
    },
    within: (box) => tree.getInExtent(extentOf(box)),
    size: () => size,
  }
}

const extentOf = ({ minX, minY, maxX, maxY }: AnnotationBox) => [minX, minY, maxX, maxY]
