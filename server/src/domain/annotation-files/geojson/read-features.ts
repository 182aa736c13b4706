import { isDeepStrictEqual } from 'node:util'
import type { AnnotationGeometry } from '@cresyl/contract/annotations/annotation-geometry'
import { annotationContent } from '@cresyl/contract/annotations/annotations'
import { id as uuid } from '@cresyl/contract/api/fields'
import { z } from 'zod'
import type { FileRead, FoundAnnotation } from '../file-read.ts'
import { isEmpty, isRecord, type JsonRecord, recordIn } from './json-record.ts'
import { naturalShape } from './natural-shape.ts'
import { saidBy } from './said-by-feature.ts'
import { featureOf, keptAs, ownWords } from './write-feature.ts'

const ownSchema = z.strictObject({
  shape: annotationContent.shape.optional(),
  tags: annotationContent.tags.optional(),
  review: annotationContent.review.optional(),
  extras: annotationContent.extras.optional(),
})

/**
 * What is in a GeoJSON file: a collection of features as QuPath writes it, a plain list of them, or a single one.
 * Coordinates are pixels of full resolution.
 */
export function readFeatures(text: string): FileRead {
  const content = parse(text)
  if (typeof content === 'string') return { refusal: content }
  const features = featuresIn(content.value)
  if (features === undefined)
    return { refusal: 'This is JSON, but not GeoJSON: it has neither a collection nor a list of features.' }
  return { what: 'feature', found: features.map(readFeature) }
}

/** The content, or in a sentence why there is none. */
function parse(text: string): { value: unknown } | string {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    // QuPath writes measurements that are no numbers as such, which JSON doesn't have.
    const mended = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/gs, (token) =>
      token.startsWith('"') ? token : 'null',
    )
    try {
      return { value: JSON.parse(mended) }
    } catch {
      return `This is not valid JSON: ${error instanceof Error ? error.message.slice(0, 200) : 'it ends too early'}.`
    }
  }
}

function featuresIn(content: unknown): unknown[] | undefined {
  if (Array.isArray(content)) return content
  if (!isRecord(content)) return undefined
  if (Array.isArray(content.features)) return content.features
  return content.type === 'Feature' ? [content] : undefined
}

function readFeature(feature: unknown): FoundAnnotation | string {
  if (!isRecord(feature) || feature.type !== 'Feature') return 'It is not a feature.'
  const { geometry } = feature
  if (!isRecord(geometry)) return 'It has no geometry.'
  const refusal = refusalOfCoordinates(geometry)
  if (refusal !== undefined) return refusal
  const { classification, ...said } = saidBy(feature)
  if (classification === undefined) return 'Its classification has no name.'
  const { [ownWords]: words, ...properties } = recordIn(feature.properties)
  const own = ownSchema.safeParse(words ?? {})
  if (!own.success) return `Its properties under “${ownWords}” are not ours.`
  const { type, coordinates, ...geometryRest } = geometry
  const place = { type, coordinates } as AnnotationGeometry
  const { type: _, id, geometry: __, properties: ___, ...rest } = feature
  const kept: JsonRecord = {
    ...rest,
    ...(id !== undefined && !uuid.safeParse(id).success && { id }),
    ...(!isEmpty(geometryRest) && { geometry: geometryRest }),
    ...(isRecord(feature.properties) && { properties }),
  }
  const read = {
    ...said,
    ...(typeof id === 'string' && uuid.safeParse(id).success && { id }),
    classification,
    geometry: place,
    shape: own.data.shape ?? naturalShape(place),
    tags: own.data.tags ?? [],
    review: own.data.review ?? 'open',
    extras: own.data.extras ?? {},
  }
  // What we would write ourselves needs no keeping.
  const written = featureOf({ ...read, id: '' })
  if (isDeepStrictEqual({ ...written, id: '' }, { ...feature, id: '' }) && kept.id === undefined) return read
  return { ...read, extras: { ...read.extras, [keptAs]: kept } }
}

const depths: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  Polygon: 2,
  MultiPolygon: 3,
}

/** Whether coordinates are nested as the type says, with two numbers each: before anything looks at them as such. */
function refusalOfCoordinates({ type, coordinates }: JsonRecord): string | undefined {
  const depth = typeof type === 'string' ? depths[type] : undefined
  if (depth === undefined) return `Its geometry is ${named(type)}: points, lines and polygons are read.`
  return isNested(coordinates, depth) ? undefined : `Its coordinates are not those of a ${type} in a plane.`
}

const named = (type: unknown) => (typeof type === 'string' ? `a ${type.slice(0, 40)}` : 'of no type')

function isNested(value: unknown, depth: number): boolean {
  if (!Array.isArray(value)) return false
  if (depth > 0) return value.length > 0 && value.every((each) => isNested(each, depth - 1))
  return value.length === 2 && value.every((each) => typeof each === 'number')
}
