import type { Architecture } from './architecture.ts'
import {
  areaOf,
  CoarseField,
  emptyAmounts,
  pixelsWithin,
  type Rectangle,
  type StainAmounts,
} from './block.ts'
import { type Defects, type Fold, insideStroke } from './defects.ts'
import { GradientNoise, smoothStep, type Texture } from './noise.ts'
import type { Nuclei, PlacedNucleus, Structures } from './nuclei.ts'
import { isBareGlass, paintConnective } from './paint-connective.ts'
import { nucleusReach, paintNuclei } from './paint-nuclei.ts'
import { paintStructures } from './paint-structures.ts'
import { positivityOf } from './positivity.ts'
import { seedFor } from './seeded.ts'

export interface Subject {
  readonly seed: number
  readonly mpp: number
  readonly architecture: Architecture
  readonly structures: Structures
  readonly nuclei: Nuclei
  readonly texture: Texture
  readonly defects: Defects
  readonly stain: 'he' | 'fluorescence' | 'ihc'
  readonly positiveShare: number
}

/** Stains of a rectangle; null where it is bare glass. */
export type Painter = (rectangle: Rectangle) => StainAmounts | null

export function makePainter(subject: Subject): Painter {
  const { mpp, architecture, structures, nuclei, texture, stain, positiveShare } = subject
  const { fold } = subject.defects
  const labelled = stain === 'ihc'
  const chromogen = labelled ? (nucleus: PlacedNucleus) => positivityOf(nucleus, positiveShare).amount : null

  const paintLayer = (rectangle: Rectangle): StainAmounts | null => {
    if (isBareGlass(architecture, rectangle, mpp)) return null
    const amounts = emptyAmounts(rectangle, mpp, labelled)
    paintConnective(amounts, architecture, structures.sites, texture)
    paintStructures(amounts, structures, texture)
    paintNuclei(amounts, nuclei.near(areaOf(rectangle, mpp), nucleusReach), texture, chromogen)
    varyStains(amounts, seedFor(subject.seed, 'stain'))
    return amounts
  }

  const paint = (rectangle: Rectangle): StainAmounts | null => {
    const amounts = paintLayer(rectangle)
    const folded = fold === null ? null : pixelsWithin(rectangle, mpp, fold.bounds)
    if (fold === null || folded === null) return amounts
    return layFold(amounts, rectangle, folded, subject, fold, paintLayer)
  }
  return stain === 'fluorescence' ? rememberingLast(paint) : paint
}

/** Channels of one rectangle are asked for one after the other: its stains are painted once. */
function rememberingLast(paint: Painter): Painter {
  let place = ''
  let painted: StainAmounts | null = null
  return (rectangle) => {
    const { x, y, width, height } = rectangle
    const asked = `${x},${y},${width},${height}`
    if (asked !== place) {
      painted = paint(rectangle)
      place = asked
    }
    return painted
  }
}

/** Sections are never stained evenly: both stains vary over a millimetre, thickness over a fifth of it. */
function varyStains(amounts: StainAmounts, seed: number): void {
  const { mpp, width, height, nuclear, basophil, eosin } = amounts
  const thickness = new GradientNoise(seed)
  const field = (purpose: number, strength: number) => {
    const stain = new GradientNoise(seed + purpose)
    const valueAt = (x: number, y: number) =>
      1 + strength * stain.at(x / 1100, y / 1100) + 0.16 * thickness.at(x / 210, y / 210)
    return new CoarseField(amounts, mpp, valueAt)
  }
  const blue = field(1, 0.3)
  const pink = field(2, 0.4)
  const blues = new Float32Array(width)
  const pinks = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    blue.readRow(y, blues)
    pink.readRow(y, pinks)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      nuclear[at] = (nuclear[at] as number) * (blues[x] as number)
      basophil[at] = (basophil[at] as number) * (blues[x] as number)
      eosin[at] = (eosin[at] as number) * (pinks[x] as number)
    }
  }
}

/** Adds the tissue that lies on top in the fold. */
function layFold(
  below: StainAmounts | null,
  rectangle: Rectangle,
  folded: Rectangle,
  { mpp, stain }: Subject,
  fold: Fold,
  paintLayer: Painter,
): StainAmounts | null {
  const inside = new CoarseField(folded, mpp, (x, y) => insideStroke(fold, x, y))
  if (inside.highest <= 0) return below
  const [dx, dy] = fold.displacement
  const above = paintLayer({
    ...folded,
    x: folded.x + Math.round(dx / mpp),
    y: folded.y + Math.round(dy / mpp),
  })
  if (above === null) return below
  const amounts = below ?? emptyAmounts(rectangle, mpp, stain === 'ihc')
  const insides = new Float32Array(folded.width)
  const { cover, nuclear, basophil, eosin, chromogen } = amounts
  for (let j = 0; j < folded.height; j++) {
    inside.readRow(j, insides)
    for (let i = 0; i < folded.width; i++) {
      const weight = smoothStep(0, 3.5, insides[i] as number)
      if (weight === 0) continue
      const from = j * folded.width + i
      const at = (folded.y + j - rectangle.y) * rectangle.width + folded.x + i - rectangle.x
      cover[at] = Math.max(cover[at] as number, weight * (above.cover[from] as number))
      nuclear[at] = (nuclear[at] as number) + weight * (above.nuclear[from] as number)
      basophil[at] = (basophil[at] as number) + weight * (above.basophil[from] as number)
      eosin[at] = (eosin[at] as number) + weight * (above.eosin[from] as number)
      if (chromogen.length > 0)
        chromogen[at] = (chromogen[at] as number) + weight * (above.chromogen[from] as number)
    }
  }
  return amounts
}
