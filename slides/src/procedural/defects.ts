import type { Architecture } from './architecture.ts'
import { nodeDistance } from './block.ts'
import { GradientNoise } from './noise.ts'
import type { Extent } from './outline.ts'
import type { Area } from './scatter.ts'
import { Random, seedFor } from './seeded.ts'

export const defectKinds = ['fold', 'pen', 'outOfFocus'] as const
export type DefectKind = (typeof defectKinds)[number]

const penColors = ['blue', 'green', 'black'] as const
export type PenColor = (typeof penColors)[number]

/** A line with rounded ends. Lengths in µm. */
interface Stroke {
  readonly points: readonly (readonly [number, number])[]
  readonly width: number
  /** Share of its length over which an end narrows to a point; 0 for a round end. */
  readonly taper: number
  /** The unevenness of its width. */
  readonly noise: GradientNoise
  readonly bounds: Area
}

/** A band in which tissue from elsewhere lies on top. */
export interface Fold extends Stroke {
  /** Where the second layer comes from, relative to where it lies, in µm. */
  readonly displacement: readonly [number, number]
}

export interface Pen extends Stroke {
  readonly color: PenColor
}

/** An ellipse in which the picture is blurred, most in the middle. Lengths in µm. */
export interface OutOfFocus {
  readonly x: number
  readonly y: number
  readonly radiusX: number
  readonly radiusY: number
  /** Standard deviation of the blur in the middle. */
  readonly sigma: number
  readonly bounds: Area
}

export interface Defects {
  readonly fold: Fold | null
  readonly pen: Pen | null
  readonly outOfFocus: OutOfFocus | null
}

export interface DefectOptions {
  readonly fold?: boolean
  /** A felt pen's stroke on the glass, of any colour or of the one named. */
  readonly pen?: boolean | PenColor
  /** True for a small part of the slide, or the radius as a share of its shorter side. */
  readonly outOfFocus?: boolean | number
}

/** Places each defect that is wanted: the fold and the blur in tissue and apart, the pen across its edge. */
export function placeDefects(
  seed: number,
  extent: Extent,
  architecture: Architecture,
  options: DefectOptions,
): Defects {
  const { outline } = architecture
  const size = Math.min(extent.width, extent.height)
  const at = (random: Random, wish: (x: number, y: number) => number): [number, number] => {
    let best: [number, number] = [extent.width / 2, extent.height / 2]
    let most = -Infinity
    for (let i = 0; i < 160; i++) {
      const x = random.between(0.12, 0.88) * extent.width
      const y = random.between(0.12, 0.88) * extent.height
      const value = wish(x, y)
      if (value > most) {
        most = value
        best = [x, y]
      }
    }
    return best
  }
  const randomFor = (kind: DefectKind) => new Random(seedFor(seed, kind))
  const deep = (x: number, y: number) => Math.min(outline.depth(x, y), size * 0.17)

  // All are placed whether wanted or not: leaving one out doesn't move the others.
  const foldRandom = randomFor('fold')
  const fold = bestFold(foldRandom, extent, architecture)
  const foldAt = fold.points[Math.floor(fold.points.length / 2)] ?? [0, 0]
  const apart = (x: number, y: number) => Math.min(Math.hypot(x - foldAt[0], y - foldAt[1]), size * 0.4)
  const blurRandom = randomFor('outOfFocus')
  const blurAt = at(blurRandom, (x, y) => deep(x, y) + 0.8 * apart(x, y))
  const radius =
    typeof options.outOfFocus === 'number' ? size * options.outOfFocus : clamp(size * 0.15, 50, 600)
  const outOfFocus = makeOutOfFocus(blurRandom, blurAt, radius)
  const penRandom = randomFor('pen')
  const away = (x: number, y: number) =>
    Math.min(apart(x, y), Math.hypot(x - blurAt[0], y - blurAt[1]), size * 0.35)
  const penAt = at(penRandom, (x, y) => away(x, y) - 1.5 * Math.abs(outline.depth(x, y)))
  const anyColor = penColors[Math.floor(penRandom.unit() * penColors.length)] ?? 'blue'
  const pen: Pen = {
    ...makeStroke(penRandom, penAt, size * 0.5, clamp(size * 0.055, 30, 450), 0.55, 0),
    color: typeof options.pen === 'string' ? options.pen : anyColor,
  }
  return {
    fold: options.fold ? fold : null,
    pen: options.pen ? pen : null,
    outOfFocus: options.outOfFocus ? outOfFocus : null,
  }
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** The one of some random folds that lies best in tissue, with both layers, and not in fat. */
function bestFold(random: Random, { width, height }: Extent, architecture: Architecture): Fold {
  const { outline, fatty } = architecture
  const size = Math.min(width, height)
  const quality = ({ points, displacement: [dx, dy] }: Fold): number => {
    let sum = 0
    for (const [x, y] of points)
      for (const [px, py] of [
        [x, y],
        [x + dx, y + dy],
      ] as const)
        if (outline.depth(px, py) > 20) sum += fatty(px, py) > -0.05 ? 0.3 : 1
    return sum
  }
  const folds = Array.from({ length: 60 }, (): Fold => {
    const middle: [number, number] = [random.between(0.15, 0.85) * width, random.between(0.15, 0.85) * height]
    return {
      ...makeStroke(random, middle, size * 0.5, clamp(size * 0.07, 30, 90), 0.35, 0.2),
      displacement: displace(random, clamp(size * 0.09, 45, 190)),
    }
  })
  return folds.reduce((best, fold) => (quality(fold) > quality(best) ? fold : best))
}

function displace(random: Random, length: number): [number, number] {
  const angle = random.between(0, 2 * Math.PI)
  return [length * Math.cos(angle), length * Math.sin(angle)]
}

/** A curved line through a point: an arc whose direction wavers. */
function makeStroke(
  random: Random,
  [x, y]: [number, number],
  length: number,
  width: number,
  bend: number,
  taper: number,
): Stroke {
  const steps = 24
  const start = random.between(0, 2 * Math.PI)
  const curve = (random.between(bend / 2, bend) * (random.unit() < 0.5 ? -1 : 1) * 2) / steps
  const half = (direction: number): [number, number][] => {
    const points: [number, number][] = []
    let [px, py] = [x, y]
    let angle = start + (direction < 0 ? Math.PI : 0)
    for (let i = 0; i < steps / 2; i++) {
      angle += direction * curve + 0.03 * random.normal()
      px += (Math.cos(angle) * length) / steps
      py += (Math.sin(angle) * length) / steps
      points.push([px, py])
    }
    return points
  }
  const points = [...half(-1).reverse(), [x, y] as [number, number], ...half(1)]
  const xs = points.map(([px]) => px)
  const ys = points.map(([, py]) => py)
  const bounds = {
    left: Math.min(...xs) - width,
    top: Math.min(...ys) - width,
    right: Math.max(...xs) + width,
    bottom: Math.max(...ys) + width,
  }
  return { points, width, taper, noise: new GradientNoise(random.seed()), bounds }
}

function makeOutOfFocus(random: Random, [x, y]: [number, number], radius: number): OutOfFocus {
  const radiusX = radius * random.between(0.9, 1.2)
  const radiusY = radius * random.between(0.75, 1)
  // The blur is known at nodes and linear in between: it reaches up to one node further.
  const reachX = radiusX + nodeDistance
  const reachY = radiusY + nodeDistance
  const bounds = { left: x - reachX, top: y - reachY, right: x + reachX, bottom: y + reachY }
  return { x, y, radiusX, radiusY, sigma: 4.5, bounds }
}

/** How far inside a stroke's outline a point lies in µm, negative outside. */
export function insideStroke({ points, width, taper, noise }: Stroke, x: number, y: number): number {
  let inside = -Infinity
  const segments = points.length - 1
  for (let i = 0; i < segments; i++) {
    const [ax, ay] = points[i] as readonly [number, number]
    const [bx, by] = points[i + 1] as readonly [number, number]
    const dx = bx - ax
    const dy = by - ay
    const t = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
    const along = (i + t) / segments
    const narrow = taper === 0 ? 1 : Math.min(1, 0.12 + along / taper, 0.12 + (1 - along) / taper)
    const half = (width / 2) * narrow * (1 + 0.3 * noise.at(along * 9, 0.5))
    const distance = Math.sqrt((x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2)
    inside = Math.max(inside, half - distance)
  }
  return inside
}

/** Standard deviation of the blur at a point in µm: 0 outside the ellipse, growing towards its centre. */
export function blurAt(region: OutOfFocus, x: number, y: number): number {
  const u = (x - region.x) / region.radiusX
  const v = (y - region.y) / region.radiusY
  const share = 1 - Math.sqrt(u * u + v * v)
  return share <= 0 ? 0 : region.sigma * Math.min(1, share * 1.25)
}

/** Whether a point in µm lies in a defect: its exact outline. */
export function isDefect(defects: Defects, kind: DefectKind, x: number, y: number): boolean {
  if (kind === 'outOfFocus') return defects.outOfFocus !== null && blurAt(defects.outOfFocus, x, y) > 0
  const stroke = defects[kind]
  if (stroke === null) return false
  const { left, top, right, bottom } = stroke.bounds
  return x >= left && x <= right && y >= top && y <= bottom && insideStroke(stroke, x, y) > 0
}
