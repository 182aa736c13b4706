import {
  type AnnotationGeometry,
  areaOf,
  type Position,
  type Ring,
} from '@cresyl/contract/annotations/annotation-geometry'
import { annotationClassLimits, annotationLimits } from '@cresyl/contract/api/limits'
import { findAll, parseXml, SlideError, type XmlElement } from '@cresyl/slides'
import type { FileRead, FoundAnnotation } from '../file-read.ts'
import { type Region, readRegion } from './read-region.ts'

/**
 * What is in a file of ImageScope: layers (`Annotation`) with regions, each with its corners in pixels of full
 * resolution. A layer is a class, where it has a name. What is marked as negative is a hole of the smallest region of its
 * layer around it.
 */
export function readAperio(text: string): FileRead {
  let root: XmlElement
  try {
    root = parseXml(text, 'The file')
  } catch (error) {
    if (error instanceof SlideError) return { refusal: `The file ${error.reason}.` }
    throw error
  }
  if (root.name !== 'Annotations')
    return { refusal: 'This is XML, but not of ImageScope: it does not begin with Annotations.' }
  return { what: 'region', found: findAll(root, 'Annotation').flatMap(readLayer) }
}

function readLayer(layer: XmlElement): (FoundAnnotation | string)[] {
  const regions = findAll(layer, 'Regions', 'Region')
  const read = regions.map(readRegion)
  const outlines = read.filter((each): each is Region => typeof each !== 'string' && !each.isNegative)
  const holes = new Map<Region, Ring[]>()
  const refused = new Map<number, string>()
  for (const [index, region] of read.entries()) {
    if (typeof region === 'string' || !region.isNegative) continue
    const around = smallestAround(region, outlines)
    if (around === undefined)
      refused.set(index, 'It is marked as negative, but is inside no other region of its layer.')
    else holes.set(around, [...(holes.get(around) ?? []), ...region.rings])
  }
  return read.flatMap((region, index): (FoundAnnotation | string)[] => {
    if (typeof region === 'string') return [region]
    if (region.isNegative) return [refused.get(index) ?? []].flat()
    return [annotationOf(layer, region, holes.get(region) ?? [])]
  })
}

function smallestAround(hole: Region, outlines: readonly Region[]): Region | undefined {
  const [ring] = hole.rings
  if (ring === undefined) return undefined
  return outlines
    .filter(({ rings: [outline] }) => outline !== undefined && isRingIn(ring, outline))
    .toSorted((a, b) => areaOf(a.geometry) - areaOf(b.geometry))[0]
}

function annotationOf(layer: XmlElement, region: Region, holes: readonly Ring[]): FoundAnnotation {
  const { text, shape } = region
  const isShort = text.length <= annotationLimits.name && !/[\n\r\t]/.test(text)
  return {
    geometry: withHoles(region.geometry, holes),
    shape: holes.length > 0 ? 'polygon' : shape,
    classification: classOf(layer),
    name: isShort ? text : '',
    notes: isShort ? '' : text,
    tags: [],
    review: 'open',
    locked: layer.attributes.ReadOnly === '1',
    z: null,
    extras: { aperio: { layer: layer.attributes, region: region.attributes } },
  }
}

function withHoles(geometry: AnnotationGeometry, holes: readonly Ring[]): AnnotationGeometry {
  if (geometry.type !== 'Polygon' || holes.length === 0) return geometry
  const rings = holes.map((ring) => ring.map(([x, y]): Position => [x, y]))
  return { type: 'Polygon', coordinates: [...geometry.coordinates, ...rings] }
}

function classOf(layer: XmlElement): FoundAnnotation['classification'] {
  const described = findAll(layer, 'Attributes', 'Attribute').find(
    ({ attributes }) => attributes.Name === 'Description',
  )
  const name = (layer.attributes.Name || described?.attributes.Value || '').trim()
  return name === '' ? null : { name: name.slice(0, annotationClassLimits.name), color: colorOf(layer) }
}

/** One number as Windows has it: red lowest. */
function colorOf({ attributes }: XmlElement): string {
  const value = Number(attributes.LineColor ?? 0) & 0xffffff
  const rgb = [value & 255, (value >> 8) & 255, value >> 16]
  return `#${rgb.map((each) => each.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** Whether it looks like XML at all. */
export const isXml = (text: string): boolean => /^\uFEFF?\s*</.test(text.slice(0, 1000))

/** Whether most corners of a ring lie in another: what reaches a little beyond still belongs to it, and is refused by name. */
function isRingIn(ring: Ring, outline: Ring): boolean {
  const step = Math.ceil(ring.length / mostLookedAt)
  const some = ring.filter((_, index) => index % step === 0)
  const inside = some.reduce((count, corner) => count + (isIn(corner, outline) ? 1 : 0), 0)
  return inside * 2 > some.length
}

/** Corners of one ring: enough to tell. */
const mostLookedAt = 64

/** By the number of edges that a ray to the right crosses. */
function isIn([x, y]: Position, ring: Ring): boolean {
  let isInside = false
  for (let n = 1; n < ring.length; n += 1) {
    const [x0, y0] = ring[n - 1] as Position
    const [x1, y1] = ring[n] as Position
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isInside = !isInside
  }
  return isInside
}
