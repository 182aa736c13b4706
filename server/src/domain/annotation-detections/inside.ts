import {
  type AnnotationGeometry,
  boxOf,
  type Position,
  polygonsOf,
} from '@cresyl/contract/annotations/annotation-geometry'
import { ApiError } from '@cresyl/contract/api/errors'

/** Rows of edges that are looked through for one place: a few of thousands. */
const mostBands = 4096
/** Edges in all rows together, about, however many rows each of them meets. */
const mostEntries = 1_000_000

/**
 * Tells whether places lie in the polygons of a geometry; holes are outside. Refuses once places and edges have been
 * compared too often: a comb of a million teeth would keep everybody else waiting.
 */
export function insideOf(
  geometry: AnnotationGeometry,
  mostComparisons = Number.POSITIVE_INFINITY,
): (x: number, y: number) => boolean {
  const { minY, maxY } = boxOf(geometry)
  const edges = edgesOf(geometry)
  const rows = sortIntoBands(edges, minY, maxY)
  let comparisons = 0
  return (x, y) => {
    if (y < minY || y > maxY) return false
    const band = rows.bandOf(y)
    const [from, to] = [rows.starts[band] as number, rows.starts[band + 1] as number]
    comparisons += to - from
    if (comparisons > mostComparisons) refuseCounting()
    let isInside = false
    // By the number of edges that a ray to the right crosses.
    for (let n = from; n < to; n += 1) {
      const at = 4 * (rows.entries[n] as number)
      const [y0, y1] = [edges[at + 1] as number, edges[at + 3] as number]
      if (y0 > y === y1 > y) continue
      const x0 = edges[at] as number
      if (x < x0 + ((y - y0) / (y1 - y0)) * ((edges[at + 2] as number) - x0)) isInside = !isInside
    }
    return isInside
  }
}

export function refuseCounting(): never {
  throw new ApiError('too_many', {
    detail:
      'There are too many detections around this region, or its outline is too complex, to count those inside. Choose a smaller or simpler region.',
  })
}

/** Both ends of every edge that isn't level, four numbers each. */
function edgesOf(geometry: AnnotationGeometry): Float64Array {
  const rings = polygonsOf(geometry).flat()
  const edges = new Float64Array(4 * rings.reduce((sum, ring) => sum + Math.max(0, ring.length - 1), 0))
  let at = 0
  for (const ring of rings) {
    for (let n = 1; n < ring.length; n += 1) {
      const [[x0, y0], [x1, y1]] = [ring[n - 1] as Position, ring[n] as Position]
      if (y0 === y1) continue
      edges.set([x0, y0, x1, y1], at)
      at += 4
    }
  }
  return edges.subarray(0, at)
}

/** Which edges meet each of some rows of equal height: those of a row lie beside each other in `entries`. */
function sortIntoBands(edges: Float64Array, minY: number, maxY: number) {
  const whole = Math.max(Number.MIN_VALUE, maxY - minY)
  const count = edges.length / 4
  let heights = 0
  for (let at = 0; at < edges.length; at += 4)
    heights += Math.abs((edges[at + 3] as number) - (edges[at + 1] as number))
  // Few rows where most edges are as high as everything.
  const bands = Math.max(1, Math.min(mostBands, count, Math.floor((mostEntries * whole) / (heights + 1))))
  const bandOf = (y: number) => Math.min(bands - 1, Math.max(0, Math.floor(((y - minY) / whole) * bands)))
  const eachBand = (act: (band: number, edge: number) => void) => {
    for (let edge = 0; edge < count; edge += 1) {
      const [y0, y1] = [edges[4 * edge + 1] as number, edges[4 * edge + 3] as number]
      const last = bandOf(Math.max(y0, y1))
      for (let band = bandOf(Math.min(y0, y1)); band <= last; band += 1) act(band, edge)
    }
  }
  const starts = new Uint32Array(bands + 1)
  eachBand((band) => {
    starts[band + 1] = (starts[band + 1] as number) + 1
  })
  for (let band = 0; band < bands; band += 1)
    starts[band + 1] = (starts[band + 1] as number) + (starts[band] as number)
  const entries = new Uint32Array(starts[bands] as number)
  const filled = starts.slice()
  eachBand((band, edge) => {
    const at = filled[band] as number
    entries[at] = edge
    filled[band] = at + 1
  })
  return { bandOf, starts, entries }
}
