import type { Tissue } from '@cresyl/slides'
import type { FoundThings } from '../../inference/predictor.ts'

/** Something that was found: its pixels in a picture of a made slide. */
export type Region = readonly number[]

/** How many nuclei of a made slide were found, by intersection over union of at least 0.5. */
export interface NucleiCounts {
  readonly found: number
  readonly missed: number
  readonly falselyFound: number
}

const leastOverlap = 0.5

/**
 * Compares regions with the labels of a whole made slide. Nuclei with their centre in a defect aren't counted, whether
 * found or not, and neither is what was found there and is none.
 */
export function countNuclei(tissue: Tissue, regions: readonly Region[]): NucleiCounts {
  const { width, height } = tissue
  const labels = tissue.labels(0, 0, width, height).data
  const areas = new Map<number, number>()
  for (const label of labels) if (label) areas.set(label, (areas.get(label) ?? 0) + 1)
  const nuclei = [...tissue.allNuclei()].filter(({ id }) => areas.has(id))
  const judged = new Set(nuclei.filter(({ defects }) => defects.length === 0).map(({ id }) => id))
  const isDefect = defectsOf(tissue)
  const found = new Set<number>()
  let falselyFound = 0
  for (const region of regions) {
    const { label, overlap } = bestLabel(region, labels, areas)
    if (overlap >= leastOverlap && !found.has(label)) found.add(label)
    else if (!isDefect(centreOf(region, width))) falselyFound += 1
  }
  const rightly = [...found].filter((id) => judged.has(id)).length
  return { found: rightly, missed: judged.size - rightly, falselyFound }
}

function bestLabel(region: Region, labels: ArrayLike<number>, areas: ReadonlyMap<number, number>) {
  const shared = new Map<number, number>()
  for (const pixel of region) {
    const label = labels[pixel] as number
    if (label) shared.set(label, (shared.get(label) ?? 0) + 1)
  }
  let best = { label: 0, overlap: 0 }
  for (const [label, pixels] of shared) {
    const overlap = pixels / (region.length + (areas.get(label) as number) - pixels)
    if (overlap > best.overlap) best = { label, overlap }
  }
  return best
}

function defectsOf({ width, defects, defectMask }: Tissue): (pixel: readonly [number, number]) => boolean {
  const masks = (['fold', 'pen', 'outOfFocus'] as const)
    .filter((kind) => defects[kind])
    .map((kind) => defectMask(kind, 1).data)
  return ([x, y]) => masks.some((mask) => mask[y * width + x] !== 0)
}

function centreOf(region: Region, width: number): [number, number] {
  let [sumX, sumY] = [0, 0]
  for (const pixel of region) {
    sumX += pixel % width
    sumY += Math.floor(pixel / width)
  }
  return [Math.round(sumX / region.length), Math.round(sumY / region.length)]
}

export const addCounts = (all: readonly NucleiCounts[]): NucleiCounts =>
  all.reduce(
    (sum, each) => ({
      found: sum.found + each.found,
      missed: sum.missed + each.missed,
      falselyFound: sum.falselyFound + each.falselyFound,
    }),
    { found: 0, missed: 0, falselyFound: 0 },
  )

/** The harmonic mean of how many of those there were found and how many of those found are there. */
export const f1Of = ({ found, missed, falselyFound }: NucleiCounts): number =>
  (2 * found) / (2 * found + missed + falselyFound)

/** The pixels whose middle lies within each outline. */
export function regionsOf(things: FoundThings, width: number, height: number): Region[] {
  return Array.from({ length: things.count }, (_, n) => {
    const [from, to] = [things.outlineStarts[n] as number, things.outlineStarts[n + 1] as number]
    return pixelsWithin(things.outlines.subarray(2 * from, 2 * to), width, height)
  })
}

function pixelsWithin(outline: Float32Array, width: number, height: number): Region {
  const points = outline.length / 2
  const at = (n: number) =>
    [outline[2 * (n % points)] as number, outline[2 * (n % points) + 1] as number] as const
  const rows = Array.from({ length: points }, (_, n) => at(n)[1])
  const pixels: number[] = []
  for (let y = Math.max(0, Math.floor(Math.min(...rows))); y < Math.min(height, Math.max(...rows)); y += 1) {
    const middle = y + 0.5
    const crossings: number[] = []
    for (let n = 0; n < points; n += 1) {
      const [[ax, ay], [bx, by]] = [at(n), at(n + 1)]
      // A corner belongs to the line below it, so that none is crossed twice.
      if (ay <= middle !== by <= middle) crossings.push(ax + ((middle - ay) / (by - ay)) * (bx - ax))
    }
    crossings.sort((one, other) => one - other)
    for (let n = 0; n + 1 < crossings.length; n += 2)
      for (let x = Math.ceil((crossings[n] as number) - 0.5); x + 0.5 < (crossings[n + 1] as number); x += 1)
        if (x >= 0 && x < width) pixels.push(y * width + x)
  }
  return pixels
}
