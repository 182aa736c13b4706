import type { Box } from '@cresyl/contract/slides/image-space'
import type { PixelData } from '@cresyl/slides'
import type { BrightfieldLook, FluorescenceLook, Mask } from '../overview/look.ts'
import type { CheckPlan } from './plan.ts'

/** What is known after the first pass, by which the whole image was seen at about 8 µm a pixel. */
export interface BrightfieldCheck extends BrightfieldLook {
  readonly plan: CheckPlan
}

export interface FluorescenceCheck extends FluorescenceLook {
  readonly plan: CheckPlan
}

export type Check = BrightfieldCheck | FluorescenceCheck

/** A stored tile of the level that is read in the second pass. They come row by row, each from left to right. */
export interface FineTile {
  /** Of the level: its tile, and the pixel at the tile's upper left corner. */
  readonly column: number
  readonly row: number
  readonly x: number
  readonly y: number
  /** Pixels of `stored`. */
  readonly width: number
  readonly height: number
  /** As stored at this level: one RGB picture of brightfield (3 bytes a pixel), one for each channel of fluorescence. */
  readonly stored: readonly PixelData[]
  /** At about 1 µm a pixel. */
  readonly grey: Grey
  readonly blocks: Blocks
}

/** Brightness averaged down to about 1 µm a pixel: 0 to 255 of brightfield; of fluorescence the nuclear channel, 0 to 4095. */
export interface Grey {
  readonly width: number
  readonly height: number
  readonly data: Uint16Array
}

/** The tile in squares of `blockSide` pixels of `grey`, row by row; those at its right and lower edge may be smaller. */
export interface Blocks {
  readonly columns: number
  readonly rows: number
  /** 1 where there is tissue. */
  readonly tissue: Uint8Array
  /** In which cell of `plan.cells` its middle lies, row by row. */
  readonly cell: Int32Array
}

/** Pixels of `Grey` along each side of a block: about 8 µm. */
export const blockSide = 8

/** A stored tile of full resolution in the middle of tissue. */
export interface FullTile {
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
  /** As in `FineTile`. */
  readonly stored: readonly PixelData[]
}

/** Everything that a measure remembers from tile to tile. Sums of whole numbers are the same in whatever order. */
export type MeasureState = Readonly<Record<string, Float64Array | Uint32Array | Uint8Array>>

/** A measure at work on one image. */
export interface Accumulator {
  /** Kept in checkpoints and filled from them: nothing else may be remembered. Lengths depend on the check alone. */
  readonly state: MeasureState
  /** Each tile with tissue at about 1 µm a pixel. */
  add?(tile: FineTile): void
  /** Some tiles of full resolution, at most `plan.fullTiles`, after all the others. */
  addFull?(tile: FullTile): void
  /** A tile of any pass that could not be decoded: where it lies in pixels of full resolution. */
  addMissing?(box: Box): void
  /** One for each channel, or one for the image. */
  finish(): readonly Found[]
}

export interface Found {
  /** Null for the whole image. */
  readonly channel: number | null
  /** In the unit of `qcMeasures`; null where it could not be measured. Left out where there are `cells`. */
  readonly value?: number | null
  /** Why there is no value, in a sentence. */
  readonly unmeasured?: string
  /** A value for each cell of `plan.cells`, NaN where there is none: becomes the heat map and the slide's value. */
  readonly cells?: Float32Array
  readonly mask?: Mask
}

/** Pure: what it finds depends on the check and the tiles it is given. */
export type Measure<Of extends Check = Check> = (check: Of) => Accumulator

export const noTissue = 'There is no tissue to measure it on.'
