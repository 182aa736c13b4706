import { FractalNoise, GradientNoise, makeTexture, sampleTexture, type Texture } from './noise.ts'
import type { Area } from './scatter.ts'
import { Random, seedFor } from './seeded.ts'

/** Size of the slide in µm. */
export interface Extent {
  readonly width: number
  readonly height: number
}

/** Where tissue lies on the glass. */
export interface Outline {
  /** About the distance to the nearest edge in µm, positive in tissue; without the roughness of the edge. */
  depth(x: number, y: number): number
  /** What the edge's roughness adds to `depth`, in µm: below 5 either way. */
  roughness(x: number, y: number): number
  contains(x: number, y: number): boolean
  /** Whether no tissue reaches into an area; false also where that isn't certain. */
  isSurelyBare(area: Area): boolean
}

interface Section {
  readonly x: number
  readonly y: number
  readonly radiusX: number
  readonly radiusY: number
}

const everywhere = 1e4
/** The roughness of the edge moves it by less, in µm. */
export const roughest = 6

/** Sections with an irregular outline that cover a share of the slide; all of it with 1. */
export function makeOutline(seed: number, extent: Extent, coverage: number, pieces?: number): Outline {
  const rough = makeTexture(seedFor(seed, 'edge'), 16, 3)
  if (coverage >= 1) return outlineOf(rough, () => everywhere)
  const sections = makeSections(seed, extent, coverage, pieces)
  const size = Math.min(...sections.map(({ radiusX, radiusY }) => Math.min(radiusX, radiusY)))
  const bend = seedFor(seed, 'bend')
  const [bendX, bendY] = [new FractalNoise(bend, 2), new FractalNoise(bend + 1, 2)]
  const fraySeed = seedFor(seed, 'fray')
  const fray = new FractalNoise(fraySeed, 3)
  const nicks = new GradientNoise(fraySeed + 5)
  const bendWidth = size * 0.85
  const frayWidth = Math.min(150, size * 0.35)

  const shape = (x: number, y: number): number => {
    const bentX = x + 0.38 * size * bendX.at(x / bendWidth, y / bendWidth)
    const bentY = y + 0.38 * size * bendY.at(x / bendWidth, y / bendWidth)
    let depth = -Infinity
    for (const section of sections) {
      const u = Math.abs(bentX - section.x) / section.radiusX
      const v = Math.abs(bentY - section.y) / section.radiusY
      const radius = Math.sqrt(Math.sqrt(u * u * u * u + v * v * v * v + u * u * v * v))
      depth = Math.max(depth, (1 - radius) * Math.min(section.radiusX, section.radiusY))
    }
    return depth + 0.35 * frayWidth * fray.at(x / frayWidth, y / frayWidth) + 6 * nicks.at(x / 28, y / 28)
  }
  const level = levelOfCoverage(shape, extent, coverage)
  return outlineOf(rough, (x, y) => shape(x, y) - level)
}

function outlineOf(rough: Texture, depth: Outline['depth']): Outline {
  // A texel is 0.5 µm: features of 8 µm and finer.
  const roughness = (x: number, y: number) => 4 * sampleTexture(rough, x * 2, y * 2)
  return {
    depth,
    roughness,
    contains: (x, y) => depth(x, y) + roughness(x, y) > 0,
    isSurelyBare: (area) => isSurelyBare(depth, area),
  }
}

/** No more than this does the depth change over a distance: the sum of the steepest slopes of all its noises. */
const steepest = 9

/** Splits the area until a look at its middle decides. */
function isSurelyBare(depth: Outline['depth'], { left, top, right, bottom }: Area): boolean {
  const x = (left + right) / 2
  const y = (top + bottom) / 2
  const inMiddle = depth(x, y)
  const halfDiagonal = Math.hypot(right - left, bottom - top) / 2
  if (inMiddle + steepest * halfDiagonal < -roughest) return true
  if (inMiddle > -roughest || halfDiagonal < 12) return false
  return (
    isSurelyBare(depth, { left, top, right: x, bottom: y }) &&
    isSurelyBare(depth, { left: x, top, right, bottom: y }) &&
    isSurelyBare(depth, { left, top: y, right: x, bottom }) &&
    isSurelyBare(depth, { left: x, top: y, right, bottom })
  )
}

/** Sections in rows and columns; without a number one, or two beside each other on a long slide. */
function makeSections(seed: number, extent: Extent, coverage: number, pieces?: number): Section[] {
  const { width, height } = extent
  const random = new Random(seedFor(seed, 'sections'))
  const isLong = Math.max(width / height, height / width) > 1.7
  const count = pieces ?? (isLong ? 2 : 1)
  const columns = Math.min(count, Math.max(1, Math.round(Math.sqrt((count * width) / height))))
  const rows = Math.ceil(count / columns)
  const partWidth = width / columns
  const partHeight = height / rows
  const share = Math.sqrt(Math.min(1, coverage * 1.15))
  return Array.from({ length: count }, (_, i) => ({
    x: partWidth * ((i % columns) + 0.5 + random.between(-0.03, 0.03)),
    y: partHeight * (Math.floor(i / columns) + 0.5 + random.between(-0.03, 0.03)),
    radiusX: (partWidth / 2) * share * random.between(0.96, 1.04),
    radiusY: (partHeight / 2) * share * random.between(0.96, 1.04),
  }))
}

/** The depth that as large a share of the slide exceeds. */
function levelOfCoverage(shape: Outline['depth'], { width, height }: Extent, coverage: number): number {
  const steps = 72
  const depths = new Float64Array(steps * steps)
  for (let i = 0; i < depths.length; i++)
    depths[i] = shape((((i % steps) + 0.5) * width) / steps, ((Math.floor(i / steps) + 0.5) * height) / steps)
  depths.sort()
  return depths[Math.min(depths.length - 1, Math.floor((1 - coverage) * depths.length))] as number
}
