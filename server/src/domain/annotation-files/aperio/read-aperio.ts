import {
  type AnnotationGeometry,
  areaOf,
  type Position,
  type Ring,
} from '@cresyl/contract/annotation-geometry'
import { annotationClassLimits, annotationLimits } from '@cresyl/contract/limits'
import { findAll, parseXml, SlideError, type XmlElement } from '@cresyl/slides'
import type { FileRead, FoundAnnotation } from '../file-read.ts'
import { type Region, readRegion } from './read-region.ts'
import { isRingIn } from './ring-in-ring.ts'

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
      refused.set(index, 'It is marked as negative, but lies in no other region of its layer.')
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
    ...{ name: isShort ? text : '', notes: isShort ? '' : text, tags: [], review: 'open' },
    ...{ locked: layer.attributes.ReadOnly === '1', z: null },
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
