import type { TileRange } from '@cresyl/contract/qc/qc-measures'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import type { ColourMapName, maskColours, Rgb } from './colour-maps.ts'

/** Numbers from 0 to 255 that lie over an image: 0 is nothing. */
export type Overlay = HeatMap | Mask | ClassMap

interface Lying {
  readonly pyramid: Pyramid
  /** Where it lies; pixels are its own. */
  readonly space: ImageSpace
}

/** A value for each cell. */
export interface HeatMap extends Lying {
  readonly kind: 'heatmap'
  /** What 1 to 255 stand for. */
  readonly range: TileRange
  /** Its coarser levels leave out cells without a value, and can be shown in place of the finest. */
  readonly hasLevels?: true
}

/** Where something is. */
export interface Mask extends Lying {
  readonly kind: 'mask'
  readonly tone: keyof typeof maskColours
}

/** Which of several things is where: 1 is the first. */
export interface ClassMap extends Lying {
  readonly kind: 'classes'
  readonly colours: readonly Rgb[]
}

/** Averages of cells mean nothing where some of them are empty: such heat maps are small enough to be taken as they are. */
export const takesFinest = (overlay: Overlay): boolean => overlay.kind === 'heatmap' && !overlay.hasLevels

/** How an overlay is drawn. */
export interface OverlayLook {
  readonly colours: ColourMapName
  /** From 0, not seen, to 1. */
  readonly opacity: number
  /** Only what lies beyond this value, on the bad side, is drawn; all of it where null. Of heat maps only. */
  readonly limit: number | null
}
