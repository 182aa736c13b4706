import {
  type AnnotationGeometry,
  type AnnotationShape,
  boxOf,
} from '@cresyl/contract/annotations/annotation-geometry'

/** What a geometry is edited as where nothing says how it was drawn. */
export function naturalShape(geometry: AnnotationGeometry): AnnotationShape {
  switch (geometry.type) {
    case 'Point':
    case 'MultiPoint':
      return 'point'
    case 'LineString':
      return 'line'
    default:
      return isRectangle(geometry) ? 'rectangle' : 'polygon'
  }
}

/** Parts of its size that a corner may be away from where it should be. */
const tolerance = 1e-6

function isRectangle(geometry: AnnotationGeometry): boolean {
  if (geometry.type !== 'Polygon' || geometry.coordinates.length !== 1) return false
  const [a, b, c, d, ...rest] = geometry.coordinates[0] ?? []
  if (!a || !b || !c || !d || rest.length !== 1) return false
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]]
  const [across, along] = [Math.hypot(ux, uy), Math.hypot(vx, vy)]
  const slack = tolerance * Math.max(across, along)
  const isParallel =
    Math.abs(a[0] + c[0] - b[0] - d[0]) <= slack && Math.abs(a[1] + c[1] - b[1] - d[1]) <= slack
  return slack > 0 && isParallel && Math.abs(ux * vx + uy * vy) <= slack * Math.min(across, along)
}

/** Whether its corners lie on the ellipse in their box: QuPath's ellipses do, as long as nobody has changed them. */
export function isEllipse(geometry: AnnotationGeometry): boolean {
  if (geometry.type !== 'Polygon' || geometry.coordinates.length !== 1) return false
  const { minX, minY, maxX, maxY } = boxOf(geometry)
  const [radiusX, radiusY] = [(maxX - minX) / 2, (maxY - minY) / 2]
  return (geometry.coordinates[0] ?? []).every(([x, y]) => {
    const distance = Math.hypot((x - minX - radiusX) / radiusX, (y - minY - radiusY) / radiusY)
    return Math.abs(distance - 1) < 0.02
  })
}
