import type { FoundThings } from '@cresyl/analysis'
import { z } from '@cresyl/contract/api/zod'
import { identity } from '@cresyl/contract/slides/affine'
import { expect, test } from 'vitest'
import type { ThingsSource } from './placed-things.ts'
import { thingsGeojson } from './things-geojson.ts'

const pair = z.tuple([z.number(), z.number()])
const ring = z
  .array(pair)
  .min(4)
  .refine((points) => String(points[0]) === String(points.at(-1)), 'ends where it begins')
const part = z.int().min(0).max(255)

/**
 * What QuPath 0.5 and later takes of a file (its `PathObjectTypeAdapters`): ids are UUIDs, colours three numbers, and
 * measurements a plain object in which everything is a number.
 */
const quPathObjects = z.strictObject({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.strictObject({
      type: z.literal('Feature'),
      id: z.uuid(),
      geometry: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('Polygon'), coordinates: z.tuple([ring]) }),
        z.strictObject({ type: z.literal('Point'), coordinates: pair }),
      ]),
      properties: z.strictObject({
        objectType: z.literal('detection'),
        classification: z.strictObject({ name: z.string().min(1), color: z.tuple([part, part, part]) }),
        measurements: z.record(z.string(), z.number()),
      }),
    }),
  ),
})

const output: ThingsSource['output'] = {
  kind: 'detections',
  key: 'cells',
  label: 'Cells',
  classes: [
    { key: 'negative', label: 'Negative', color: '#2b6cb0' },
    { key: 'positive', label: 'Positive "3+"', color: '#9a6700' },
  ],
  measurements: [
    { key: 'area', label: 'Area', unit: 'µm²', digits: 1 },
    { key: 'density', label: 'DAB', unit: '', digits: 2 },
  ],
}

/** One with an outline and one without, of which something could not be measured; then a tile without any. */
const things: FoundThings = {
  count: 2,
  x: Float64Array.of(10.5, 40),
  y: Float64Array.of(20.5, 60.25),
  classes: Uint8Array.of(0, 1),
  measurements: Float32Array.of(25.5, 0.25, 12, Number.NaN),
  outlineStarts: Uint32Array.of(0, 3, 3),
  outlines: Float32Array.of(10, 20, 12, 20, 10, 22),
}
const nothing: FoundThings = {
  count: 0,
  x: new Float64Array(),
  y: new Float64Array(),
  classes: new Uint8Array(),
  measurements: new Float32Array(),
  outlineStarts: Uint32Array.of(0),
  outlines: new Float32Array(),
}

async function written(tiles: readonly FoundThings[], more: Partial<ThingsSource> = {}): Promise<unknown> {
  const found = async function* () {
    for (const each of tiles) yield { x: 0, y: 0, things: each }
  }
  const source = {
    detections: { things: found },
    name: 'run/cells',
    output,
    toPixels: identity,
    mpp: null,
    ...more,
  }
  let text = ''
  for await (const piece of thingsGeojson(source)) text += piece
  return JSON.parse(text)
}

test('every detection is an object as QuPath reads it', async () => {
  const { features } = quPathObjects.parse(await written([things, nothing, things]))
  expect(features).toHaveLength(4)
  expect(new Set(features.map(({ id }) => id)).size).toBe(4)
  expect(features[1]?.properties.classification).toEqual({ name: 'Positive "3+"', color: [0x9a, 0x67, 0] })
})

test('what could not be measured is left out', async () => {
  const { features } = quPathObjects.parse(await written([things]))
  expect(features.map(({ properties }) => properties.measurements)).toEqual([
    { 'Area (µm²)': 25.5, DAB: 0.25 },
    { 'Area (µm²)': 12 },
  ])
})

test('a run that found nothing is an empty collection', async () => {
  expect(quPathObjects.parse(await written([nothing])).features).toEqual([])
})

test('figures by another pixel size than the slide has now come with it', async () => {
  const madeScale = { mpp_x: 0.25, mpp_y: 0.25 }
  expect(await written([things], { madeScale })).toMatchObject({ made_scale: madeScale })
  expect(await written([things], { madeScale: null })).not.toHaveProperty('made_scale')
})
