import { type AnnotationBox, boxOf } from '@cresyl/contract/annotations/annotation-geometry'
import RBush from 'ol/structs/RBush.js'
import type { Shape } from '../content/shape.ts'

/** Which shapes lie where: asking for a part costs what is in it, however many there are. */
export interface ShapeIndex {
  replace(before: Shape | undefined, now: Shape | undefined): void
  within(box: AnnotationBox): readonly Shape[]
  size(): number
}

export function createShapeIndex(): ShapeIndex {
  // The tree writes a number into what it holds, which must not become a part of the annotation.
  const tree = new RBush<{ readonly shape: Shape }>()
  const held = new Map<Shape, { readonly shape: Shape }>()
  return {
    replace(before, now) {
      const old = before && held.get(before)
      if (before && old) {
        tree.remove(old)
        held.delete(before)
      }
      if (now === undefined) return
      const fresh = { shape: now }
      held.set(now, fresh)
      tree.insert(extentOf(boxOf(now.geometry)), fresh)
    },
    within: (box) => tree.getInExtent(extentOf(box)).map(({ shape }) => shape),
    size: () => held.size,
  }
}

const extentOf = ({ minX, minY, maxX, maxY }: AnnotationBox) => [minX, minY, maxX, maxY]
