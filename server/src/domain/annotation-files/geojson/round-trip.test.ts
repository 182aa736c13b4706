import { ellipseCorners, type Position } from '@cresyl/contract/annotations/annotation-geometry'
import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { describe, expect, test } from 'vitest'
import type { FoundAnnotation } from '../file-read.ts'
import { readFeatures } from './read-features.ts'
import { featureOf } from './write-feature.ts'

/** Deterministic: a linear congruential generator. */
function chances(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  return { next, pick, maybe: <T>(value: T) => (next() < 0.5 ? value : undefined) }
}
type Chances = ReturnType<typeof chances>

const idOf = ({ next }: Chances) =>
  '00000000-0000-4000-8000-000000000000'.replaceAll(/0(?!-?4000|$)/g, () =>
    Math.floor(next() * 16).toString(16),
  )

function ringOf({ next }: Chances, corners: number): Position[] {
  const [x, y, radius] = [next() * 1e5, next() * 1e5, 1 + next() * 1000]
  const ring = Array.from({ length: corners }, (_, n): Position => {
    const angle = (2 * Math.PI * n) / corners
    return [x + radius * Math.cos(angle) * (1 + next()), y + radius * Math.sin(angle) * (1 + next())]
  })
  return [...ring, ring[0] as Position]
}

function geometryOf(chance: Chances): Annotation['geometry'] {
  const at = (): Position => [chance.next() * 1e5, chance.next() * 1e5]
  const rings = () => Array.from({ length: 1 + Math.floor(chance.next() * 3) }, () => ringOf(chance, 7))
  return chance.pick([
    () => ({ type: 'Point' as const, coordinates: at() }),
    () => ({ type: 'MultiPoint' as const, coordinates: [at(), at()] }),
    () => ({ type: 'LineString' as const, coordinates: [at(), at(), at()] }),
    () => ({ type: 'Polygon' as const, coordinates: rings() }),
    () => ({ type: 'Polygon' as const, coordinates: [ringOf(chance, ellipseCorners)] }),
    () => ({ type: 'MultiPolygon' as const, coordinates: [rings(), rings()] }),
  ])()
}

const withoutMissing = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** Every way in which versions of QuPath have written what an annotation is. */
function featureAsQuPathWritesIt(chance: Chances) {
  const { pick, maybe } = chance
  const color = [200, 0, 17]
  return withoutMissing({
    type: 'Feature',
    id: pick([idOf(chance), idOf(chance), 'PathAnnotationObject', 'PathDetectionObject']),
    geometry: withoutMissing({ ...geometryOf(chance), plane: maybe({ c: -1, z: 3, t: 1 }) }),
    nucleusGeometry: maybe({ type: 'Point', coordinates: [1.25, 2.5] }),
    properties: withoutMissing({
      objectType: pick(['annotation', 'detection', 'cell', 'tile', undefined]),
      name: pick(['Region 1', ' with spaces ', undefined]),
      color: maybe([1, 2, 3]),
      classification: pick([
        undefined,
        { name: 'Tumor', color },
        { name: 'Stroma', colorRGB: -3_670_016 },
        { names: ['Tumor', 'Positive'], color },
        { name: 'Without colour' },
      ]),
      isLocked: pick([true, false, undefined]),
      measurements: pick([
        undefined,
        { 'Area µm^2': 12.5, 'Num Detections': 3 },
        [{ name: 'Area µm^2', value: 12.5 }],
      ]),
      metadata: pick([undefined, { ANNOTATION_DESCRIPTION: 'Look here', other: 'kept' }]),
      somethingNew: maybe({ nested: [1, 'two', null] }),
    }),
  })
}

function readOne(feature: unknown): FoundAnnotation {
  const read = readFeatures(JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
  const [found] = 'found' in read ? read.found : []
  if (found === undefined || typeof found === 'string') throw new Error(JSON.stringify(read))
  return found
}

const exported = (found: FoundAnnotation) => featureOf({ ...found, id: found.id ?? 'another' })

test('what QuPath wrote comes back as it was, to the last word and digit', () => {
  const chance = chances(14)
  for (let n = 0; n < 500; n += 1) {
    const feature = featureAsQuPathWritesIt(chance)
    expect(exported(readOne(feature))).toEqual(feature)
  }
})

test('what was annotated here comes back as it was', () => {
  const chance = chances(7)
  const { pick, maybe } = chance
  for (let n = 0; n < 500; n += 1) {
    const geometry = geometryOf(chance)
    const isEllipse = geometry.type === 'Polygon' && geometry.coordinates[0]?.length === ellipseCorners + 1
    const annotation = {
      id: idOf(chance),
      geometry,
      shape: isEllipse ? ('ellipse' as const) : readOne(wrap(geometry)).shape,
      classification: pick([null, { name: 'Tumour', color: '#C5303B' }]),
      name: pick(['', 'Name']),
      notes: pick(['', 'Some\nlines']),
      tags: maybe(['a', 'b']) ?? [],
      locked: pick([true, false]),
      z: pick([null, 0, 5]),
      review: pick(['open', 'accepted'] as const),
      extras: maybe({ aperio: { layer: { Id: '1' } } }) ?? {},
    }
    expect(readOne(featureOf(annotation))).toEqual(annotation)
  }
})

const wrap = (geometry: unknown) => ({ type: 'Feature', geometry, properties: {} })

describe('what was changed since', () => {
  const feature = {
    type: 'Feature',
    id: '11111111-2222-4333-8444-555555555555',
    geometry: { type: 'Point', coordinates: [1, 2], plane: { c: 2, z: 3, t: 4 } },
    properties: {
      objectType: 'annotation',
      name: 'Old',
      isLocked: true,
      measurements: { a: 1 },
      classification: { name: 'Tumor', colorRGB: -1 },
      metadata: { ANNOTATION_DESCRIPTION: 'Old', other: 'kept' },
    },
  }

  test('is told, and the rest left as it came', () => {
    const changed = { ...readOne(feature), name: '', locked: false, notes: '', z: 5 }
    expect(exported(changed)).toEqual({
      ...feature,
      geometry: { ...feature.geometry, plane: { c: 2, z: 5, t: 4 } },
      properties: {
        objectType: 'annotation',
        measurements: { a: 1 },
        metadata: { other: 'kept' },
        classification: { name: 'Tumor', colorRGB: -1 },
      },
    })
    const classified = { ...readOne(feature), classification: { name: 'Stroma', color: '#00ff7F' } }
    expect(exported(classified).properties).toMatchObject({
      classification: { name: 'Stroma', color: [0, 255, 127] },
    })
  })

  test('makes an ellipse of QuPath a polygon', () => {
    const ring = Array.from({ length: 41 }, (_, n) => [
      50 + 40 * Math.cos((n / 20) * Math.PI),
      50 + 20 * Math.sin((n / 20) * Math.PI),
    ])
    const ellipse = { type: 'Polygon', coordinates: [[...ring.slice(0, 40), ring[0]]], isEllipse: true }
    const read = readOne(wrap(ellipse))
    expect(exported(read).geometry).toEqual(ellipse)
    const [moved] = structuredClone(ellipse.coordinates) as [Position[]]
    moved[3] = [300, 300]
    const edited = { ...read, geometry: { type: 'Polygon' as const, coordinates: [moved] } }
    expect(exported(edited).geometry).toEqual({ type: 'Polygon', coordinates: [moved] })
  })
})

test.each([
  ['not JSON', '{"features": [', /not valid JSON/],
  ['no features', '{"a": 1}', /not GeoJSON/],
])('a file with %s is refused', (_what, text, sentence) => {
  expect(readFeatures(text)).toEqual({ refusal: expect.stringMatching(sentence) })
})

test.each([
  [
    'a collection of geometries',
    wrap({ type: 'GeometryCollection', geometries: [] }),
    /a GeometryCollection/,
  ],
  ['no geometry', { type: 'Feature', geometry: null }, /no geometry/],
  ['positions in space', wrap({ type: 'Point', coordinates: [1, 2, 3] }), /in a plane/],
  ['rings that are none', wrap({ type: 'Polygon', coordinates: [[1, 2]] }), /not those of a Polygon/],
  [
    'a nameless class',
    { ...wrap({ type: 'Point', coordinates: [1, 2] }), properties: { classification: 5 } },
    /no name/,
  ],
  ['something else', 5, /not a feature/],
])('a feature with %s is told by a sentence', (_what, feature, sentence) => {
  expect(readFeatures(JSON.stringify([feature]))).toMatchObject({ found: [expect.stringMatching(sentence)] })
})

test('measurements that are no numbers, as QuPath writes them, are read as nothing', () => {
  const text = JSON.stringify(wrap({ type: 'Point', coordinates: [1, 2] })).replace(
    '"properties":{}',
    '"properties":{"name":"NaN \\"Infinity","measurements":{"a":NaN,"b":-Infinity,"c":1}}',
  )
  const read = readFeatures(text)
  expect(read).toMatchObject({ found: [{ name: 'NaN "Infinity' }] })
  expect(JSON.stringify(read)).toContain('{"a":null,"b":null,"c":1}')
})
