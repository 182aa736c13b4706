import type { Position, Ring } from './annotation-geometry.ts'

/** The edges of closed rings, one after the other; those without a length are left out. */
export interface RingEdges {
  readonly count: number
  readonly x0: Float64Array
  readonly y0: Float64Array
  readonly x1: Float64Array
  readonly y1: Float64Array
  /** Which ring it is of. */
  readonly ring: Int32Array
  /** Where the edges of each ring begin, and where those of the last end. */
  readonly starts: Int32Array
}

export function edgesOf(rings: readonly Ring[]): RingEdges {
  const most = rings.reduce((sum, ring) => sum + ring.length, 0)
  const edges = {
    x0: new Float64Array(most),
    y0: new Float64Array(most),
    x1: new Float64Array(most),
    y1: new Float64Array(most),
    ring: new Int32Array(most),
    starts: new Int32Array(rings.length + 1),
  }
  let count = 0
  for (const [index, ring] of rings.entries()) {
    edges.starts[index] = count
    for (let n = 1; n < ring.length; n += 1) {
      const [x0, y0] = ring[n - 1] as Position
      const [x1, y1] = ring[n] as Position
      if (x0 === x1 && y0 === y1) continue
      edges.x0[count] = x0
      edges.y0[count] = y0
      edges.x1[count] = x1
      edges.y1[count] = y1
      edges.ring[count] = index
      count += 1
    }
  }
  edges.starts[rings.length] = count
  return { count, ...edges }
}

/** The edge that begins where this one ends. */
export function edgeAfter({ ring, starts }: RingEdges, edge: number): number {
  const of = ring[edge] as number
  return edge + 1 < (starts[of + 1] as number) ? edge + 1 : (starts[of] as number)
}

/** Which things lie in which buckets, as one list with the place where each bucket begins. */
export interface Buckets {
  readonly starts: Int32Array
  readonly members: Int32Array
}

/**
 * Sorts things into buckets.
 * @param visit calls `put` for each bucket that a thing lies in; it is called twice for each thing.
 * @returns undefined where they lie in more buckets, all together, than `most`.
 */
export function fillBuckets(
  things: number,
  buckets: number,
  most: number,
  visit: (thing: number, put: (bucket: number) => void) => void,
): Buckets | undefined {
  const starts = new Int32Array(buckets + 1)
  let total = 0
  const count = (bucket: number) => {
    starts[bucket + 1] = (starts[bucket + 1] as number) + 1
    total += 1
  }
  for (let thing = 0; thing < things; thing += 1) {
    visit(thing, count)
    if (total > most) return undefined
  }
  for (let bucket = 0; bucket < buckets; bucket += 1)
    starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number)
  const members = new Int32Array(total)
  const next = starts.slice(0, buckets)
  for (let thing = 0; thing < things; thing += 1) {
    visit(thing, (bucket) => {
      const at = next[bucket] as number
      members[at] = thing
      next[bucket] = at + 1
    })
  }
  return { starts, members }
}
