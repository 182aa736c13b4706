import { type Position, polygonsOf } from '@cresyl/contract/annotations/annotation-geometry'
import type { Annotation } from '@cresyl/contract/annotations/annotations'
import type { MaskShape } from './fill-mask.ts'
import type { MaskPlan } from './plan-mask.ts'

/** Everything with an area, the largest first: what lies in something larger is seen. */
export async function readShapes(
  pages: AsyncIterable<Annotation[]>,
  { legend, step }: Pick<MaskPlan, 'legend' | 'step'>,
): Promise<MaskShape[]> {
  const values = new Map(legend.map(({ value, classification }) => [classification?.name ?? null, value]))
  const found: { shape: MaskShape; area: number; id: string }[] = []
  for await (const page of pages) {
    for (const { id, geometry, classification, area_px: area } of page) {
      const value = values.get(classification?.name ?? null)
      // A class that came up since the numbers were given out has none.
      if (area === 0 || value === undefined) continue
      const rings = polygonsOf(geometry).flatMap((each) => each.map((ring) => scaled(ring, step)))
      found.push({ id, area, shape: { value, rings, ...reachOf(rings) } })
    }
  }
  return found.toSorted((a, b) => b.area - a.area || (a.id < b.id ? -1 : 1)).map(({ shape }) => shape)
}

function scaled(ring: readonly Position[], step: { x: number; y: number }): Float64Array {
  const result = new Float64Array(2 * ring.length)
  for (const [index, [x, y]] of ring.entries()) {
    result[2 * index] = x / step.x
    result[2 * index + 1] = y / step.y
  }
  return result
}

function reachOf(rings: readonly Float64Array[]): Pick<MaskShape, 'minY' | 'maxY'> {
  let [minY, maxY] = [Infinity, -Infinity]
  for (const ring of rings) {
    for (let n = 1; n < ring.length; n += 2) {
      minY = Math.min(minY, ring[n] as number)
      maxY = Math.max(maxY, ring[n] as number)
    }
  }
  return { minY, maxY }
}
