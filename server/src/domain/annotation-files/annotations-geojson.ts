import type { Annotation } from '@cresyl/contract/annotations'
import { featureOf } from './geojson/write-feature.ts'

/** Annotations as GeoJSON, the way QuPath reads them: in pixels of full resolution. */
export async function* annotationsGeojson(pages: AsyncIterable<Annotation[]>): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const page of pages) {
    yield separator + page.map((each) => JSON.stringify(featureOf(each))).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}
