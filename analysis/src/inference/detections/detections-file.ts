/** What the index at the end of a file of detections says. Lengths and places are in pixels of the run's grid. */
export interface DetectionsIndex {
  readonly version: 1
  readonly width: number
  readonly height: number
  readonly classes: readonly string[]
  readonly measurements: readonly string[]
  /** How many there are of each class. */
  readonly counts: readonly number[]
  /** Tiles of each level, from single things on: column, row, offset, length, things. Those without any are left out. */
  readonly levels: readonly (readonly TileEntry[])[]
}

export type TileEntry = readonly [x: number, y: number, offset: number, length: number, count: number]

/** Begins and ends the file; before the last one stand the offset (u64) and the length (u32) of the index. */
export const magic = new TextEncoder().encode('CRESYLD1')
export const footerBytes = 8 + 4 + magic.length

export class DetectionsError extends Error {}
