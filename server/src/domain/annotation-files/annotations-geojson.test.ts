import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { expect, test } from 'vitest'
import { annotationsGeojson } from './annotations-geojson.ts'
import { featureOf } from './geojson/write-feature.ts'

const ring = (corners: number) =>
  Array.from({ length: corners }, (_, n) => [Math.cos((2 * Math.PI * n) / (corners - 1)), n / 7])

const annotationOf = (type: string, coordinates: unknown) =>
  ({
    id: '01938b5e-0000-7000-8000-000000000000',
    geometry: { type, coordinates },
    shape: 'polygon',
    classification: null,
    name: '"coordinates":null',
    notes: '',
    tags: [],
    locked: false,
    z: null,
    review: 'open',
    extras: {},
  }) as unknown as Annotation

test.each([
  ['Polygon', [ring(45_001), ring(5)]],
  ['MultiPolygon', [[ring(20_001)], [ring(5), ring(5)]]],
  ['LineString', ring(20_002)],
  ['Point', [1, 2]],
])('a %s is the same whether it is written in pieces or at once', async (type, coordinates) => {
  const annotation = annotationOf(type, coordinates)
  async function* pages() {
    yield [annotation]
    yield [annotation, annotation]
  }
  let text = ''
  for await (const piece of annotationsGeojson(pages())) text += piece
  const feature = JSON.stringify(featureOf(annotation))
  expect(
    text === `{"type":"FeatureCollection","features":[\n${feature},\n${feature},\n${feature}\n]}\n`,
  ).toBe(true)
})
