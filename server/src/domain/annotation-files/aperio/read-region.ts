import {
  type AnnotationGeometry,
  type AnnotationShape,
  ellipseCorners,
  type Position,
  type Ring,
} from '@cresyl/contract/annotations/annotation-geometry'
import { findAll, type XmlElement } from '@cresyl/slides'

export interface Region {
  geometry: AnnotationGeometry
  shape: AnnotationShape
  /** Its outline, where it has one. */
  rings: Ring[]
  isNegative: boolean
  text: string
  attributes: Readonly<Record<string, string>>
}

/** As ImageScope numbers them. */
const types = { outline: '0', rectangle: '1', ellipse: '2', arrow: '3', ruler: '4', point: '5' }

/** A region, or in a sentence why it is none. */
export function readRegion(region: XmlElement): Region | string {
  const { attributes } = region
  const vertices = findAll(region, 'Vertices', 'Vertex').map(
    ({ attributes: { X, Y } }): Position => [Number(X ?? Number.NaN), Number(Y ?? Number.NaN)],
  )
  if (vertices.length === 0) return 'It has no corners.'
  if (!vertices.flat().every(Number.isFinite)) return 'Some of its corners are no numbers.'
  const placed = placeOf(attributes.Type ?? types.outline, vertices)
  if (typeof placed === 'string') return placed
  const { geometry } = placed
  const isNegative = attributes.NegativeROA === '1'
  if (isNegative && geometry.type !== 'Polygon') return 'It is marked as negative, but has no area.'
  return {
    ...placed,
    rings: geometry.type === 'Polygon' ? geometry.coordinates : [],
    isNegative,
    text: (attributes.Text ?? '').trim(),
    attributes,
  }
}

function placeOf(type: string, vertices: Position[]): Pick<Region, 'geometry' | 'shape'> | string {
  switch (type) {
    case types.outline:
      return outlineOf(vertices)
    case types.rectangle:
      return rectangleOf(vertices)
    case types.ellipse:
      return ellipseOf(vertices)
    case types.arrow:
    case types.ruler:
      return lineOf(vertices)
    case types.point:
      return pointsOf(vertices)
    default:
      return `It is of type ${type.slice(0, 20)}, which is not known.`
  }
}

function outlineOf(vertices: Position[]): Pick<Region, 'geometry' | 'shape'> | string {
  const ring = closed(vertices)
  if (ring.length >= 4) return { geometry: { type: 'Polygon', coordinates: [ring] }, shape: 'polygon' }
  return vertices.length === 1 ? pointsOf(vertices) : lineOf(vertices)
}

/** By its corners, or by two that lie opposite each other. */
function rectangleOf(vertices: Position[]): Pick<Region, 'geometry' | 'shape'> | string {
  const ring = closed(vertices.length === 2 ? cornersOf(vertices) : vertices)
  if (ring.length !== 5) return 'It is a rectangle, but does not have four corners.'
  return { geometry: { type: 'Polygon', coordinates: [ring] }, shape: 'rectangle' }
}

/** In the box around its corners. */
function ellipseOf(vertices: Position[]): Pick<Region, 'geometry' | 'shape'> | string {
  const [xs, ys] = [vertices.map(([x]) => x), vertices.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  if (vertices.length > 8) return outlineOf(vertices)
  if (left === right || top === bottom) return 'It is an ellipse without an area.'
  const ring = Array.from({ length: ellipseCorners }, (_, n): Position => {
    const angle = (2 * Math.PI * n) / ellipseCorners
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return [x + ((right - left) / 2) * Math.cos(angle), y + ((bottom - top) / 2) * Math.sin(angle)]
  })
  return { geometry: { type: 'Polygon', coordinates: [closed(ring)] }, shape: 'ellipse' }
}

function lineOf(vertices: Position[]): Pick<Region, 'geometry' | 'shape'> | string {
  if (vertices.length < 2) return 'It is a line with one end only.'
  return { geometry: { type: 'LineString', coordinates: vertices }, shape: 'line' }
}

function pointsOf(vertices: Position[]): Pick<Region, 'geometry' | 'shape'> {
  const [first] = vertices
  return first && vertices.length === 1
    ? { geometry: { type: 'Point', coordinates: first }, shape: 'point' }
    : { geometry: { type: 'MultiPoint', coordinates: vertices }, shape: 'point' }
}

function cornersOf(vertices: Position[]): Position[] {
  const [[x0, y0], [x1, y1]] = vertices as [Position, Position]
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
}

function closed(vertices: Position[]): Position[] {
  const [first, last] = [vertices[0], vertices.at(-1)]
  if (!first || !last || (vertices.length > 1 && first[0] === last[0] && first[1] === last[1]))
    return vertices
  return [...vertices, [first[0], first[1]]]
}
