import type { Point } from '@cresyl/contract/slides/affine'
import { measurementName, type PlacedThing, placedThings, type ThingsSource } from './placed-things.ts'

/** Detections as GeoJSON, the way QuPath reads them: in pixels of full resolution. */
export async function* thingsGeojson(source: ThingsSource): AsyncGenerator<string> {
  const names = source.output.measurements.map(measurementName)
  const made = source.madeScale ? `"made_scale":${JSON.stringify(source.madeScale)},` : ''
  yield `{"type":"FeatureCollection",${made}"features":[`
  let separator = '\n'
  for await (const things of placedThings(source)) {
    if (things.length === 0) continue
    yield separator + things.map((thing) => JSON.stringify(featureOf(thing, names))).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

function featureOf({ id, kind, at, outline, measurements }: PlacedThing, names: readonly string[]) {
  return {
    type: 'Feature',
    id,
    geometry:
      outline.length < 3
        ? { type: 'Point', coordinates: pairOf(at) }
        : { type: 'Polygon', coordinates: [[...outline, outline[0] as Point].map(pairOf)] },
    properties: {
      objectType: 'detection',
      ...(kind && { classification: { name: kind.label, color: rgbOf(kind.color) } }),
      measurements: Object.fromEntries(
        names.map((name, index) => [name, measurements[index]] as const).filter(isFigure),
      ),
    },
  }
}

/** What could not be measured is left out: QuPath refuses the whole file for a null among its figures. */
const isFigure = ([, value]: readonly [string, number | undefined]) => Number.isFinite(value)

const pairOf = ({ x, y }: Point) => [x, y]

/** Of "#8844cc". */
function rgbOf(color: string): number[] {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
