import type { AreaGeometry } from '@cresyl/contract/annotations/annotation-geometry'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { Shape } from '../../../../engine/annotations/content/shape.ts'
import { hasArea, merged } from '../../../../engine/annotations/geometry/combine.ts'

/** A box as a geometry. */
export function areaOfBox({ x, y, width, height }: Box): AreaGeometry {
  const [right, bottom] = [x + width, y + height]
  return {
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [right, y],
        [right, bottom],
        [x, bottom],
        [x, y],
      ],
    ],
  }
}

/** All that annotations cover together; null where none of them has an area. */
export function areaOfShapes(shapes: readonly Shape[]): AreaGeometry | null {
  const areas = shapes.map(({ geometry }) => geometry).filter(hasArea)
  const [only, ...rest] = areas
  const whole = only && rest.length > 0 ? merged(areas)?.geometry : only
  return whole?.type === 'Polygon' || whole?.type === 'MultiPolygon' ? whole : null
}
