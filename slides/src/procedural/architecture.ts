import { FractalNoise, GradientNoise, smoothStep } from './noise.ts'
import type { Extent, Outline } from './outline.ts'
import { Scatter } from './scatter.ts'
import { hashAt, Random, seedFor } from './seeded.ts'

/** Which tissue lies where: smooth fields over the slide in µm, from which everything else is placed. */
export interface Architecture {
  readonly outline: Outline
  /** Positive where glands stand, about −1..1. */
  glandular(x: number, y: number): number
  /** Positive where fat lies. */
  fatty(x: number, y: number): number
  /** 0 outside lymphocyte aggregates, 1 in their middle. */
  lymphoid(x: number, y: number): number
  /** 0 loose connective tissue, 1 dense collagen. */
  dense(x: number, y: number): number
  /** 0 mature glands with mucin, 1 crowded ones with stratified nuclei. */
  atypia(x: number, y: number): number
  /** Distance along and across the fibres in µm. */
  along(x: number, y: number): number
  across(x: number, y: number): number
}

interface Aggregate {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Shares of the tissue, by which the fields are cut. */
const glandShare = 0.56
const fatShare = 0.1

export function makeArchitecture(seed: number, extent: Extent, outline: Outline): Architecture {
  const smaller = Math.min(extent.width, extent.height)
  const scale = Math.min(1500, Math.max(230, smaller * 0.3))
  const gland = new FractalNoise(seedFor(seed, 'gland'), 3)
  const fat = new FractalNoise(seedFor(seed, 'fat'), 2)
  const dense = new FractalNoise(seedFor(seed, 'dense'), 2)
  const atypia = new GradientNoise(seedFor(seed, 'atypia'))
  const [alongFibres, ...acrossFibres] = [1, 2, 3, 4].map(
    (purpose) => new GradientNoise(seedFor(seed, 'fibre') + purpose),
  ) as [GradientNoise, GradientNoise, GradientNoise, GradientNoise]
  const lymphoidSeed = seedFor(seed, 'lymphoid')
  const frayed = new GradientNoise(lymphoidSeed)
  const rawGland = (x: number, y: number) => gland.at(x / scale, y / scale)
  const rawFat = (x: number, y: number) => fat.at((x / scale) * 1.3, (y / scale) * 1.3) - 0.9 * rawGland(x, y)
  const points = pointsInTissue(extent, outline)
  const glandLevel = quantile(points, rawGland, 1 - glandShare)
  const fatLevel = quantile(points, rawFat, 1 - fatShare)

  const spacing = Math.min(750, Math.max(170, smaller * 0.3))
  const aggregates = new Scatter<Aggregate>(spacing, spacing * 0.3, (column, row) => {
    const random = new Random(hashAt(lymphoidSeed, column, row))
    if (random.unit() > 0.55) return null
    const x = (column + random.between(0.2, 0.8)) * spacing
    const y = (row + random.between(0.2, 0.8)) * spacing
    return { x, y, radius: spacing * random.between(0.09, 0.26) }
  })

  const lymphoid = (x: number, y: number): number => {
    let most = 0
    for (const { x: centerX, y: centerY, radius } of aggregates.near({
      left: x,
      top: y,
      right: x,
      bottom: y,
    })) {
      const distance = Math.hypot(x - centerX, y - centerY)
      if (distance < radius * 1.6)
        most = Math.max(most, 1 - distance / radius + 0.5 * frayed.at(x / 45, y / 45))
    }
    return smoothStep(0, 0.45, most)
  }

  return {
    outline,
    lymphoid,
    glandular: (x, y) => rawGland(x, y) - glandLevel,
    fatty: (x, y) => rawFat(x, y) - fatLevel,
    dense: (x, y) => smoothStep(-0.35, 0.4, dense.at(x / 420, y / 420)),
    atypia: (x, y) => smoothStep(0.02, 0.35, atypia.at((x / scale) * 0.8, (y / scale) * 0.8)),
    along: (x, y) => x + 90 * alongFibres.at(x / 260, y / 260),
    across: (x, y) =>
      y +
      250 * acrossFibres[0].at(x / 330, y / 330) +
      30 * acrossFibres[1].at(x / 75, y / 75) +
      5.5 * acrossFibres[2].at(x / 19, y / 24),
  }
}

function pointsInTissue({ width, height }: Extent, outline: Outline): [number, number][] {
  const steps = 40
  const points: [number, number][] = []
  for (let row = 0; row < steps; row++)
    for (let column = 0; column < steps; column++) {
      const x = ((column + 0.5) * width) / steps
      const y = ((row + 0.5) * height) / steps
      if (outline.contains(x, y)) points.push([x, y])
    }
  return points
}

function quantile(
  points: [number, number][],
  field: (x: number, y: number) => number,
  share: number,
): number {
  const values = Float64Array.from(points, ([x, y]) => field(x, y)).sort()
  return values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0
}
