import { pixelsWithin, type Rectangle, type StainAmounts } from './block.ts'
import { sampleTexture, smoothStep, type Texture } from './noise.ts'
import type { PlacedNucleus } from './nuclei.ts'
import type { NucleusClass } from './nucleus.ts'
import { Random } from './seeded.ts'

/** No nucleus has a pixel further than this from its centre, in µm. */
export const nucleusReach = 16

/** Haematoxylin in the middle of a nucleus. */
const strengths: Record<NucleusClass, number> = {
  epithelial: 0.62,
  lymphocyte: 0.76,
  plasma: 0.68,
  stromal: 0.66,
  endothelial: 0.68,
  muscle: 0.55,
  adipocyte: 0.7,
}

/** What a nucleus looks like, drawn from its seed. */
export interface Look {
  readonly nucleus: PlacedNucleus
  readonly cos: number
  readonly sin: number
  /** The outline's deviation from an ellipse: shares of its radius. */
  readonly bumps: readonly [number, number, number]
  readonly strength: number
  /** Where in the texture its chromatin lies. */
  readonly offsetX: number
  readonly offsetY: number
  /** Pairs of coordinates along and across the axes as shares of them. */
  readonly nucleoli: readonly (readonly [number, number])[]
}

export function lookOf(nucleus: PlacedNucleus): Look {
  const random = new Random(nucleus.seed)
  const uneven = nucleus.class === 'epithelial' || nucleus.class === 'stromal' ? 0.06 : 0.04
  const bump = () => random.between(-uneven, uneven)
  const look = {
    nucleus,
    cos: Math.cos(nucleus.angle),
    sin: Math.sin(nucleus.angle),
    bumps: [bump(), bump(), bump()] as const,
    strength: strengths[nucleus.class] * Math.max(0.6, 1 + 0.17 * random.normal()),
    offsetX: random.between(0, 512),
    offsetY: random.between(0, 512),
  }
  const count = nucleus.density < 0.55 ? 1 + Math.floor(random.unit() * 2) : 0
  const nucleoli = Array.from(
    { length: count },
    () => [random.between(-0.5, 0.5), random.between(-0.45, 0.45)] as const,
  )
  return { ...look, nucleoli }
}

/** µm² */
export function areaOfNucleus({ nucleus, bumps }: Look): number {
  const [a, b, c] = bumps
  return Math.PI * nucleus.long * nucleus.short * (1 + (a * a + b * b + c * c) / 2)
}

/** Distance from the centre as a share of the distance to the outline: 1 on it. x, y in µm. */
function shareOfRadius(look: Look, x: number, y: number): number {
  const { nucleus, cos, sin, bumps } = look
  const dx = x - nucleus.x
  const dy = y - nucleus.y
  const u = (dx * cos + dy * sin) / nucleus.long
  const v = (dy * cos - dx * sin) / nucleus.short
  const radius = Math.sqrt(u * u + v * v)
  if (radius < 1e-6) return 0
  const c = u / radius
  const s = v / radius
  const bump = bumps[0] * c * (4 * c * c - 3) + bumps[1] * s * (3 - 4 * s * s) + bumps[2] * 2 * s * c
  return radius / (1 + bump)
}

function pixelsOfNucleus(look: Look, rectangle: Rectangle, mpp: number): Rectangle | null {
  const { nucleus, cos, sin } = look
  const { x, y, long, short } = nucleus
  const reachX = Math.sqrt((long * cos) ** 2 + (short * sin) ** 2) * 1.2 + 0.5
  const reachY = Math.sqrt((long * sin) ** 2 + (short * cos) ** 2) * 1.2 + 0.5
  return pixelsWithin(rectangle, mpp, {
    left: x - reachX,
    top: y - reachY,
    right: x + reachX,
    bottom: y + reachY,
  })
}

/** Paints nuclei; `chromogen` gives the amount of brown in one (0 none) where the stain is IHC. */
export function paintNuclei(
  amounts: StainAmounts,
  nuclei: readonly PlacedNucleus[],
  texture: Texture,
  chromogen: ((nucleus: PlacedNucleus) => number) | null,
): void {
  for (const nucleus of nuclei)
    paintNucleus(amounts, lookOf(nucleus), texture, chromogen === null ? 0 : chromogen(nucleus))
}

function paintNucleus(amounts: StainAmounts, look: Look, texture: Texture, brown: number): void {
  const { mpp, width, nuclear, basophil, eosin, chromogen } = amounts
  const pixels = pixelsOfNucleus(look, amounts, mpp)
  if (pixels === null) return
  const { nucleus, strength, offsetX, offsetY } = look
  const { density, short } = nucleus
  const open = 1 - density
  const body = 0.66 + 0.3 * density
  const clumps = 0.27 + 0.08 * open
  // The counterstain takes less where the chromogen lies.
  const counterstain = strength * (brown > 0 ? 0.45 : 1)
  for (let py = pixels.y; py < pixels.y + pixels.height; py++)
    for (let px = pixels.x; px < pixels.x + pixels.width; px++) {
      const x = (px + 0.5) * mpp
      const y = (py + 0.5) * mpp
      const share = shareOfRadius(look, x, y)
      const inside = smoothStep(-0.45, 0.45, (1 - share) * short)
      if (inside === 0) continue
      const at = (py - amounts.y) * width + px - amounts.x
      const chromatin = sampleTexture(texture, x * 8 + offsetX, y * 8 + offsetY)
      const rim = smoothStep(0.7, 0.9, share) * (0.12 + 0.3 * open)
      const amount = counterstain * inside * (body + clumps * chromatin + rim + nucleolusAt(look, x, y))
      const before = nuclear[at] as number
      nuclear[at] = Math.max(before, amount) + 0.35 * Math.min(before, amount)
      eosin[at] = (eosin[at] as number) * (1 - 0.5 * inside) + 0.11 * inside
      basophil[at] = (basophil[at] as number) * (1 - 0.7 * inside)
      if (brown > 0) {
        const deposit = brown * inside * (1 + 0.2 * chromatin)
        chromogen[at] = Math.max(chromogen[at] as number, deposit)
      }
    }
}

function nucleolusAt({ nucleus, nucleoli, cos, sin }: Look, x: number, y: number): number {
  let sum = 0
  for (const [u, v] of nucleoli) {
    const along = u * nucleus.long
    const across = v * nucleus.short
    const dx = x - nucleus.x - along * cos + across * sin
    const dy = y - nucleus.y - along * sin - across * cos
    sum += 0.5 * smoothStep(1, 0.2, Math.sqrt(dx * dx + dy * dy))
  }
  return sum
}

/** The id of the nucleus at each pixel, 0 for none; where two overlap, the one whose centre is relatively nearer. */
export function labelNuclei(
  rectangle: Rectangle,
  mpp: number,
  nuclei: readonly PlacedNucleus[],
): Uint32Array {
  const labels = new Uint32Array(rectangle.width * rectangle.height)
  const nearest = new Float32Array(labels.length).fill(1)
  for (const nucleus of nuclei) {
    const look = lookOf(nucleus)
    const pixels = pixelsOfNucleus(look, rectangle, mpp)
    if (pixels === null) continue
    for (let py = pixels.y; py < pixels.y + pixels.height; py++)
      for (let px = pixels.x; px < pixels.x + pixels.width; px++) {
        const share = shareOfRadius(look, (px + 0.5) * mpp, (py + 0.5) * mpp)
        const at = (py - rectangle.y) * rectangle.width + px - rectangle.x
        if (share >= (nearest[at] as number)) continue
        nearest[at] = share
        labels[at] = nucleus.id
      }
  }
  return labels
}
