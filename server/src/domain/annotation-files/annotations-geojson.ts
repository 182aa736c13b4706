import { setImmediate } from 'node:timers/promises'
import { countPositions } from '@cresyl/contract/annotations/annotation-geometry'
import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { featureOf } from './geojson/write-feature.ts'

/** Written in some hundredths of a second; then others have their turn. */
const positionsAtOnce = 20_000

/** Annotations as GeoJSON, the way QuPath reads them: in pixels of full resolution. */
export async function* annotationsGeojson(pages: AsyncIterable<Annotation[]>): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const page of pages) {
    yield separator
    const [first, ...others] = page
    if (first !== undefined && others.length === 0) yield* featureText(first)
    else yield page.map((each) => JSON.stringify(featureOf(each))).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** One by itself may have a million positions. */
async function* featureText(annotation: Annotation): AsyncGenerator<string> {
  const { geometry } = annotation
  if (countPositions(geometry) <= positionsAtOnce) return yield JSON.stringify(featureOf(annotation))
  const feature = featureOf(annotation)
  const place = '"coordinates":'
  const frame = JSON.stringify({
    ...feature,
    geometry: { ...(feature.geometry as object), coordinates: null },
  })
  const [before = ''] = frame.split(`${place}null`, 1)
  yield before + place
  yield* listText(geometry.coordinates)
  yield frame.slice(before.length + `${place}null`.length)
}

async function* listText(list: readonly unknown[]): AsyncGenerator<string> {
  const isOfPositions = !Array.isArray(list[0]) || typeof list[0][0] === 'number'
  let separator = '['
  for (let at = 0; at < list.length; at += isOfPositions ? positionsAtOnce : 1) {
    yield separator
    separator = ','
    if (isOfPositions) yield JSON.stringify(list.slice(at, at + positionsAtOnce)).slice(1, -1)
    else yield* listText(list[at] as unknown[])
    await setImmediate()
  }
  yield ']'
}
