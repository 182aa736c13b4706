import type { Architecture } from './architecture.ts'
import { GradientNoise } from './noise.ts'
import { type Candidate, makeCandidate } from './nucleus.ts'
import { idOfCell, Scatter } from './scatter.ts'
import { hashAt, Random, seedFor } from './seeded.ts'
import type { Vessel } from './vessels.ts'

/** Directions in which a gland's radius is known. */
const rays = 128
const turn = 2 * Math.PI
const spacing = 104
const largestRadius = 88
/** How far a gland may be moved out of its cell. */
const bend = 130

/** A gland cut across: a ring of epithelium around a lumen. Lengths in µm. */
export interface Gland {
  readonly id: number
  readonly x: number
  readonly y: number
  /** From the centre to the base of the epithelium, one value a ray. */
  readonly radii: Float32Array
  /** Height above the base over distance along the ray: below 1 where the base is slanted. */
  readonly slants: Float32Array
  readonly largest: number
  /** Height of the epithelium. */
  readonly height: number
  readonly atypia: number
  /** 0 an empty lumen, 1 one full of secretion. */
  readonly secretion: number
  readonly goblets: readonly Goblet[]
  readonly nuclei: readonly Candidate[]
}

/** The drop of mucin in a goblet cell: an ellipse. */
export interface Goblet {
  readonly x: number
  readonly y: number
  readonly long: number
  readonly short: number
  readonly cos: number
  readonly sin: number
}

interface Center {
  readonly x: number
  readonly y: number
  readonly seed: number
  readonly id: number
}

export function scatterGlands(
  seed: number,
  architecture: Architecture,
  vessels: Scatter<Vessel>,
): Scatter<Gland> {
  const base = seedFor(seed, 'glands')
  const [bendX, bendY] = [new GradientNoise(base), new GradientNoise(base + 1)]
  const centers = new Scatter<Center>(spacing, 0, (column, row) => {
    const cell = hashAt(base, column, row)
    const random = new Random(cell)
    // Every second row is shifted, as in a packed layer.
    const shift = row % 2 === 0 ? 0.25 : 0.75
    const evenX = (column + shift + random.between(-0.25, 0.25)) * spacing
    const evenY = (row + 0.5 + random.between(-0.3, 0.3)) * spacing
    // Bends the rows, so that nobody sees them.
    const x = evenX + bend * bendX.at(evenX / 430, evenY / 430)
    const y = evenY + bend * bendY.at(evenX / 430, evenY / 430)
    if (random.unit() < 0.05) return null
    if (architecture.glandular(x, y) < random.between(-0.04, 0.04)) return null
    if (architecture.outline.depth(x, y) < -20 || architecture.lymphoid(x, y) > 0.3) return null
    if (architecture.fatty(x, y) > -0.04) return null
    for (const vessel of vessels.near({ left: x, top: y, right: x, bottom: y }))
      if (Math.hypot(vessel.x - x, vessel.y - y) < vessel.outer + 60) return null
    return { x, y, seed: cell, id: idOfCell(column, row, 0) }
  })
  return new Scatter(
    spacing,
    largestRadius + bend + 8,
    (column, row) => {
      const center = centers.at(column, row)
      if (center === null) return null
      const neighbours: Center[] = []
      for (let r = row - 2; r <= row + 2; r++)
        for (let c = column - 2; c <= column + 2; c++) {
          const other = centers.at(c, r)
          if (other !== null && other !== center) neighbours.push(other)
        }
      return makeGland(center, neighbours, architecture)
    },
    2000,
  )
}

function makeGland(center: Center, neighbours: Center[], architecture: Architecture): Gland {
  const { x, y, seed, id } = center
  const random = new Random(hashAt(seed, 1, 1))
  const atypia = Math.min(1, Math.max(0, architecture.atypia(x, y) + 0.15 * random.normal()))
  const radii = makeRadii(random, center, neighbours, atypia)
  const slants = new Float32Array(rays)
  let largest = 0
  let smallest = largestRadius
  let sum = 0
  for (let i = 0; i < rays; i++) {
    const radius = radii[i] as number
    const change = ((radii[(i + 1) % rays] as number) - (radii[(i + rays - 1) % rays] as number)) / 2
    slants[i] = 1 / Math.hypot(1, change / ((radius * turn) / rays))
    largest = Math.max(largest, radius)
    smallest = Math.min(smallest, radius)
    sum += radius
  }
  // A lumen stays open right through.
  const room = Math.max(12, Math.min(smallest * 0.9, (sum / rays) * random.between(0.6, 0.85)))
  const height = Math.min(random.between(19, 25) + 4 * atypia, room)
  const gland = { id, x, y, radii, slants, largest, height, atypia }
  return {
    ...gland,
    secretion: random.unit() < 0.4 ? random.between(0.3, 1) : 0,
    ...lineWithCells(random, gland),
  }
}

/** An oval that gives way to its neighbours: glands that stand close flatten each other. */
function makeRadii(random: Random, center: Center, neighbours: Center[], atypia: number): Float32Array {
  const radii = new Float32Array(rays)
  const size = random.between(42, 60) + 12 * atypia * random.unit()
  const oval = random.between(0, 0.34)
  const ovalAngle = random.between(0, turn)
  const dents = [3, 4, 5, 7].map((count) => ({
    count,
    depth: (random.between(0.01, 0.055) * (1 + atypia)) / Math.sqrt(count / 3),
    phase: random.between(0, turn),
  }))
  const gap = random.between(3.5, 8)
  for (let i = 0; i < rays; i++) {
    const angle = (i / rays) * turn
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    const own = size * (1 + oval * Math.cos(2 * (angle - ovalAngle)))
    let free = largestRadius
    for (const neighbour of neighbours) {
      const dx = neighbour.x - center.x
      const dy = neighbour.y - center.y
      const towards = dx * cos + dy * sin
      if (towards > 0) free = Math.min(free, (dx * dx + dy * dy) / (2 * towards))
    }
    free = Math.max(8, free - gap)
    let radius = (own ** -5 + free ** -5) ** -0.2
    for (const { count, depth, phase } of dents) radius *= 1 + depth * Math.cos(count * angle + phase)
    radii[i] = Math.min(radius, largestRadius)
  }
  return smoothRing(smoothRing(radii))
}

function smoothRing(ring: Float32Array): Float32Array {
  const n = ring.length
  return ring.map((value, i) => (2 * value + (ring[(i + 1) % n] ?? 0) + (ring[(i + n - 1) % n] ?? 0)) / 4)
}

/** Walks along the base: a nucleus for each cell, mucin in some, fibroblasts on the outside. */
function lineWithCells(
  random: Random,
  gland: Pick<Gland, 'id' | 'x' | 'y' | 'radii' | 'slants' | 'height' | 'atypia'>,
): { goblets: Goblet[]; nuclei: Candidate[] } {
  const { x, y, radii, height, atypia, id: structure } = gland
  const goblets: Goblet[] = []
  const nuclei: Candidate[] = []
  const gobletShare = Math.max(0, 0.62 - 0.9 * atypia) * random.between(0.5, 1.15)
  const pitch = 4.7 - 1.5 * atypia
  let next = random.between(0, pitch)
  let travelled = 0
  for (let i = 0; i < rays; i++) {
    const radius = radii[i] as number
    const after = radii[(i + 1) % rays] as number
    const step = Math.hypot((radius * turn) / rays, after - radius)
    for (; next < travelled + step; next += pitch * random.between(0.75, 1.25)) {
      const angle = ((i + (next - travelled) / step) / rays) * turn
      const cos = Math.cos(angle)
      const sin = Math.sin(angle)
      // The base is slanted against the ray, and cells stand upright on it.
      const upright = angle - Math.atan2((after - radius) * rays, radius * turn)
      const place = (depth: number) => ({ x: x + (radius - depth) * cos, y: y + (radius - depth) * sin })
      const strata = atypia * Math.max(0, height - 13)
      const depth = 4.6 + Math.abs(0.9 * random.normal()) + strata * random.unit()
      nuclei.push(
        makeCandidate(random, 'epithelial', {
          ...place(depth),
          angle: upright + 0.16 * random.normal(),
          structure,
          scale: 1 + 0.22 * atypia,
          stretch: 1 + 0.12 * atypia,
        }),
      )
      if (height > 15 && random.unit() < gobletShare) {
        const long = (height - 10) * random.between(0.34, 0.46)
        const short = Math.min(long, random.between(2.9, 4.6))
        const at = place(height - 1.8 - long * random.between(0.95, 1.1))
        goblets.push({ ...at, long, short, cos: Math.cos(upright), sin: Math.sin(upright) })
      } else if (random.unit() < 0.16) {
        const outside = place(-random.between(2.2, 3.4))
        nuclei.push(
          makeCandidate(random, 'stromal', {
            ...outside,
            angle: upright + Math.PI / 2,
            structure,
            scale: 0.9,
          }),
        )
      }
    }
    travelled += step
  }
  return { goblets, nuclei }
}

/** An angle from dx, dy within 0.0003 rad, as a share of a full turn 0..1; much quicker than Math.atan2. */
function turnTowards(dx: number, dy: number): number {
  const ax = Math.abs(dx)
  const ay = Math.abs(dy)
  const ratio = Math.min(ax, ay) / (Math.max(ax, ay) || 1)
  const square = ratio * ratio
  let angle = ((-0.0464964749 * square + 0.15931422) * square - 0.327622764) * square * ratio + ratio
  if (ay > ax) angle = Math.PI / 2 - angle
  if (dx < 0) angle = Math.PI - angle
  if (dy < 0) angle = turn - angle
  return angle / turn
}

/** Height above the base of the epithelium in µm: negative outside the gland, beyond `height` in its lumen. */
export function heightInGland(gland: Gland, x: number, y: number): number {
  const dx = x - gland.x
  const dy = y - gland.y
  const ray = turnTowards(dx, dy) * rays
  const i = Math.floor(ray)
  const share = ray - i
  const here = i % rays
  const next = (i + 1) % rays
  const radius = (gland.radii[here] as number) * (1 - share) + (gland.radii[next] as number) * share
  const slant = (gland.slants[here] as number) * (1 - share) + (gland.slants[next] as number) * share
  return (radius - Math.sqrt(dx * dx + dy * dy)) * slant
}
