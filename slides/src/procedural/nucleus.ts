import type { Random } from './seeded.ts'

export const nucleusClasses = [
  'epithelial',
  'lymphocyte',
  'plasma',
  'stromal',
  'endothelial',
  'muscle',
  'adipocyte',
] as const
export type NucleusClass = (typeof nucleusClasses)[number]

/** Where a nucleus may lie; those that would lie on another are left out later. Lengths in µm. */
export interface Candidate {
  readonly x: number
  readonly y: number
  /** Semi-axes, the longer first. */
  readonly long: number
  readonly short: number
  /** Of the long axis, in radians from the x axis towards the y axis (downwards). */
  readonly angle: number
  readonly class: NucleusClass
  /** The gland, vessel or aggregate it belongs to; 0 for none. */
  readonly structure: number
  /** Everything else about it is drawn from this. */
  readonly seed: number
  /** 0 open chromatin with nucleoli, 1 dense. */
  readonly density: number
}

/** Typical semi-axes in µm, and how much single nuclei differ (standard deviation of the logarithm of the size). */
const sizes: Record<NucleusClass, { long: number; short: number; spread: number; density: number }> = {
  epithelial: { long: 4.3, short: 2.75, spread: 0.13, density: 0.3 },
  lymphocyte: { long: 3.05, short: 2.75, spread: 0.1, density: 0.95 },
  plasma: { long: 3.5, short: 3.1, spread: 0.1, density: 0.8 },
  stromal: { long: 6.2, short: 1.65, spread: 0.2, density: 0.65 },
  endothelial: { long: 5, short: 1.45, spread: 0.16, density: 0.75 },
  muscle: { long: 7.2, short: 1.7, spread: 0.15, density: 0.5 },
  adipocyte: { long: 5.2, short: 1.35, spread: 0.12, density: 0.85 },
}

export function makeCandidate(
  random: Random,
  kind: NucleusClass,
  place: { x: number; y: number; angle: number; structure?: number; scale?: number; stretch?: number },
): Candidate {
  const { long, short, spread, density } = sizes[kind]
  const scale = (place.scale ?? 1) * Math.exp(spread * random.normal())
  const stretch = (place.stretch ?? 1) * Math.exp(0.08 * random.normal())
  const first = long * scale * stretch
  const second = (short * scale) / stretch
  return {
    x: place.x,
    y: place.y,
    long: Math.max(first, second),
    short: Math.min(first, second),
    angle: place.angle + (first < second ? Math.PI / 2 : 0),
    class: kind,
    structure: place.structure ?? 0,
    seed: random.seed(),
    density: Math.min(1, Math.max(0, density + 0.12 * random.normal())),
  }
}

/** From the centre to the outline of the ellipse in a direction, in µm. */
function reachTowards(nucleus: Candidate, dx: number, dy: number): number {
  const length = Math.sqrt(dx * dx + dy * dy) || 1
  const cos = (dx * Math.cos(nucleus.angle) + dy * Math.sin(nucleus.angle)) / length
  const sin2 = Math.max(0, 1 - cos * cos)
  const { long, short } = nucleus
  return (long * short) / Math.sqrt(short * short * cos * cos + long * long * sin2)
}

/** Between two outlines along the line of their centres, in µm: at most 0 where they touch or overlap. */
export function gapBetween(one: Candidate, other: Candidate): number {
  const dx = other.x - one.x
  const dy = other.y - one.y
  return Math.sqrt(dx * dx + dy * dy) - reachTowards(one, dx, dy) - reachTowards(other, dx, dy)
}
