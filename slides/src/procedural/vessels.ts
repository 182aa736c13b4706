import type { Architecture } from './architecture.ts'
import { type Candidate, makeCandidate } from './nucleus.ts'
import { idOfCell, Scatter } from './scatter.ts'
import { hashAt, Random, seedFor } from './seeded.ts'

/** A blood vessel cut across. Lengths in µm. */
export interface Vessel {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly cos: number
  readonly sin: number
  /** Height over width of the lumen, at most 1. */
  readonly flatness: number
  /** Semi-axis of the lumen along its length. */
  readonly inner: number
  readonly wall: number
  /** Nothing of it lies further from the centre. */
  readonly outer: number
  readonly redCells: readonly RedCell[]
  readonly nuclei: readonly Candidate[]
}

export interface RedCell {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const spacing = 190
const largest = 95
const turn = 2 * Math.PI

export function scatterVessels(seed: number, architecture: Architecture): Scatter<Vessel> {
  const base = seedFor(seed, 'vessels')
  return new Scatter(
    spacing,
    largest,
    (column, row) => {
      const random = new Random(hashAt(base, column, row))
      const x = (column + random.between(0.1, 0.9)) * spacing
      const y = (row + random.between(0.1, 0.9)) * spacing
      const chance = architecture.glandular(x, y) < -0.05 ? 0.6 : 0.06
      if (random.unit() > chance || architecture.fatty(x, y) > 0.05) return null
      if (architecture.outline.depth(x, y) < 40 || architecture.lymphoid(x, y) > 0.5) return null
      return makeVessel(random, idOfCell(column, row, 1), x, y)
    },
    2000,
  )
}

function makeVessel(random: Random, id: number, x: number, y: number): Vessel {
  // Many small ones, few large.
  const inner = 5 + 42 * random.unit() ** 3
  const wall = 2.5 + inner * random.between(0.12, 0.55) * Math.min(1, inner / 16)
  const angle = random.between(0, turn)
  const vessel = {
    id,
    x,
    y,
    cos: Math.cos(angle),
    sin: Math.sin(angle),
    flatness: random.between(0.45, 1),
    inner,
    wall,
    outer: inner + wall,
  }
  return {
    ...vessel,
    redCells: fillWithRedCells(random, vessel),
    nuclei: lineWithNuclei(random, vessel, angle),
  }
}

type Shape = Pick<Vessel, 'id' | 'x' | 'y' | 'cos' | 'sin' | 'flatness' | 'inner' | 'wall'>

/** How far outside the lumen a point lies in µm; negative inside it. */
export function beyondLumen(vessel: Shape, x: number, y: number): number {
  const dx = x - vessel.x
  const dy = y - vessel.y
  const along = dx * vessel.cos + dy * vessel.sin
  const across = (dy * vessel.cos - dx * vessel.sin) / vessel.flatness
  const radius = Math.sqrt(along * along + across * across)
  // On the short axis the ellipse is squeezed, and so is the distance.
  const squeeze = radius > 0 ? Math.sqrt(along * along + (across * vessel.flatness) ** 2) / radius : 1
  return (radius - vessel.inner) * squeeze
}

function fillWithRedCells(random: Random, vessel: Shape): RedCell[] {
  const cells: RedCell[] = []
  const share = random.unit() < 0.25 ? 0.08 : random.between(0.45, 0.95)
  const pitch = 5.4
  const steps = Math.ceil(vessel.inner / pitch)
  for (let row = -steps; row <= steps; row++)
    for (let column = -steps; column <= steps; column++) {
      const x = vessel.x + (column + (row % 2) * 0.5 + random.between(-0.3, 0.3)) * pitch
      const y = vessel.y + (row * 0.9 + random.between(-0.3, 0.3)) * pitch
      const present = random.unit() < share
      const radius = random.between(2.6, 3.4)
      if (present && beyondLumen(vessel, x, y) < -radius * 0.7) cells.push({ x, y, radius })
    }
  return cells
}

function lineWithNuclei(random: Random, vessel: Shape, angle: number): Candidate[] {
  const nuclei: Candidate[] = []
  const ring = (out: number, pitch: number, kind: 'endothelial' | 'muscle', scale: number) => {
    const perimeter = turn * (vessel.inner * Math.sqrt((1 + vessel.flatness ** 2) / 2) + out)
    const count = Math.max(1, Math.round(perimeter / pitch))
    for (let i = 0; i < count; i++) {
      const t = ((i + random.between(-0.3, 0.3)) / count) * turn
      const along = (vessel.inner + out) * Math.cos(t)
      const across = (vessel.inner * vessel.flatness + out) * Math.sin(t)
      const tangent = Math.atan2(
        (vessel.inner * vessel.flatness + out) * Math.cos(t),
        -(vessel.inner + out) * Math.sin(t),
      )
      nuclei.push(
        makeCandidate(random, kind, {
          x: vessel.x + along * vessel.cos - across * vessel.sin,
          y: vessel.y + along * vessel.sin + across * vessel.cos,
          angle: angle + tangent,
          structure: vessel.id,
          scale,
        }),
      )
    }
  }
  ring(0.9, 13, 'endothelial', vessel.inner < 10 ? 0.8 : 1)
  for (let out = 4.5; out < vessel.wall - 1; out += 4.2) ring(out, 21, 'muscle', 0.9)
  return nuclei
}
