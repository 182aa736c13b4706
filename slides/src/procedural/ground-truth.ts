import { type DefectKind, type Defects, defectKinds, isDefect, type PenColor } from './defects.ts'
import type { PlacedNucleus } from './nuclei.ts'
import { type NucleusClass, nucleusClasses } from './nucleus.ts'
import { areaOfNucleus, lookOf } from './paint-nuclei.ts'
import { type Positivity, positivities, positivityOf } from './positivity.ts'

/** A nucleus as it truly is. Positions and lengths in pixels of full resolution unless named otherwise. */
export interface Nucleus {
  /** Unique on the slide; the value of its pixels in `labels`. */
  readonly id: number
  /** Of its centre; the middle of the first pixel is 0.5. */
  readonly x: number
  readonly y: number
  /** Semi-axes of the ellipse, from which the outline deviates by a few per cent. */
  readonly long: number
  readonly short: number
  /** Of the long axis, radians, clockwise on the screen from the x axis, 0..π. */
  readonly angle: number
  readonly area: number
  /** µm² */
  readonly areaMicrons: number
  readonly class: NucleusClass
  /** On IHC slides. */
  readonly positivity?: Positivity
  /** How many others it touches or overlaps. */
  readonly touching: number
  /** The gland or vessel it belongs to; 0 for none. */
  readonly structure: number
  /** Defects in which its centre lies: a detector can't be held to it there. */
  readonly defects: readonly DefectKind[]
}

/** `positiveShare` is null where the stain isn't IHC. */
export function describeNucleus(
  placed: PlacedNucleus,
  mpp: number,
  defects: Defects,
  positiveShare: number | null,
): Nucleus {
  const area = areaOfNucleus(lookOf(placed))
  return {
    id: placed.id,
    x: placed.x / mpp,
    y: placed.y / mpp,
    long: placed.long / mpp,
    short: placed.short / mpp,
    angle: ((placed.angle % Math.PI) + Math.PI) % Math.PI,
    area: area / (mpp * mpp),
    areaMicrons: area,
    class: placed.class,
    ...(positiveShare === null ? {} : { positivity: positivityOf(placed, positiveShare).positivity }),
    touching: placed.touching,
    structure: placed.structure,
    defects: defectKinds.filter((kind) => isDefect(defects, kind, placed.x, placed.y)),
  }
}

/** Lengths in pixels of full resolution. */
export interface DefectShapes {
  readonly fold?: {
    readonly points: readonly (readonly [number, number])[]
    readonly width: number
    /** Where the upper layer comes from, relative to where it lies. */
    readonly displacement: readonly [number, number]
  }
  readonly pen?: {
    readonly points: readonly (readonly [number, number])[]
    readonly width: number
    readonly color: PenColor
  }
  readonly outOfFocus?: {
    readonly x: number
    readonly y: number
    readonly radiusX: number
    readonly radiusY: number
    /** Standard deviation of the blur in the middle. */
    readonly sigma: number
  }
}

export function describeDefects({ fold, pen, outOfFocus }: Defects, mpp: number): DefectShapes {
  const pixels = (points: readonly (readonly [number, number])[]) =>
    points.map(([x, y]) => [x / mpp, y / mpp] as const)
  return {
    ...(fold && {
      fold: {
        points: pixels(fold.points),
        width: fold.width / mpp,
        displacement: [Math.round(fold.displacement[0] / mpp), Math.round(fold.displacement[1] / mpp)],
      },
    }),
    ...(pen && { pen: { points: pixels(pen.points), width: pen.width / mpp, color: pen.color } }),
    ...(outOfFocus && {
      outOfFocus: {
        x: outOfFocus.x / mpp,
        y: outOfFocus.y / mpp,
        radiusX: outOfFocus.radiusX / mpp,
        radiusY: outOfFocus.radiusY / mpp,
        sigma: outOfFocus.sigma / mpp,
      },
    }),
  }
}

export interface TruthSummary {
  readonly nuclei: number
  readonly classes: Readonly<Record<NucleusClass, number>>
  /** On IHC slides. */
  readonly positivities?: Readonly<Record<Positivity, number>>
  /** Share of nuclei that are brown, on IHC slides. */
  readonly positiveShare?: number
  /** Nuclei that touch or overlap another. */
  readonly touching: number
  /** Mean and coefficient of variation of their areas in µm². */
  readonly meanArea: number
  readonly areaVariation: number
  /** mm², glands' lumens and fat included. */
  readonly tissueArea: number
  /** Nuclei per mm² of it. */
  readonly density: number
  readonly defects: DefectShapes
}

/** Counts nuclei one after the other. */
export class Tally {
  private nuclei = 0
  private touching = 0
  private sum = 0
  private squares = 0
  private readonly classes = Object.fromEntries(nucleusClasses.map((name) => [name, 0])) as Record<
    NucleusClass,
    number
  >
  private readonly positivities = Object.fromEntries(positivities.map((name) => [name, 0])) as Record<
    Positivity,
    number
  >

  add(nucleus: Nucleus): void {
    this.nuclei++
    if (nucleus.touching > 0) this.touching++
    this.sum += nucleus.areaMicrons
    this.squares += nucleus.areaMicrons ** 2
    this.classes[nucleus.class]++
    if (nucleus.positivity) this.positivities[nucleus.positivity]++
  }

  summary(tissueArea: number, defects: DefectShapes, labelled: boolean): TruthSummary {
    const mean = this.nuclei === 0 ? 0 : this.sum / this.nuclei
    const variance = this.nuclei === 0 ? 0 : Math.max(0, this.squares / this.nuclei - mean * mean)
    return {
      nuclei: this.nuclei,
      classes: this.classes,
      ...(labelled && {
        positivities: this.positivities,
        positiveShare: this.nuclei === 0 ? 0 : 1 - this.positivities.negative / this.nuclei,
      }),
      touching: this.touching,
      meanArea: mean,
      areaVariation: mean === 0 ? 0 : Math.sqrt(variance) / mean,
      tissueArea,
      density: tissueArea === 0 ? 0 : this.nuclei / tissueArea,
      defects,
    }
  }
}
