import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import type { ParamValues } from '@cresyl/contract/predictors/predictor-params'
import type { PixelData } from '@cresyl/slides'

/**
 * A part of an image at the predictor's µm a pixel, with its halo. Beyond the edge of the image it is white for
 * colours and 0 for channels, and there is no tissue. Its arrays hold the next tile once what was made of this one has
 * been taken.
 */
export interface InputTile {
  /** With the halo on all four sides. */
  readonly width: number
  readonly height: number
  readonly halo: number
  /** One for each channel of the manifest, in its order; of a manifest without channels one with all samples of a pixel. */
  readonly planes: readonly PixelData[]
  /** Samples of a pixel in each plane: 3 for colours, which are always 8 bits, else 1. */
  readonly samples: 1 | 3
  /** 1 where there is tissue, a pixel each. */
  readonly tissue: Uint8Array
}

/** What holds for a whole run. */
export interface RunSettings {
  /** Every parameter of the manifest. */
  readonly params: ParamValues
  /** µm of a pixel of the tiles. */
  readonly mpp: number
  /** The largest value that pixels can have; 1 for floating-point ones. */
  readonly largest: number
}

/** Things found in a tile. Positions are in pixels of the tile without its halo, the middle of the first is 0.5. */
export interface FoundThings {
  readonly count: number
  /** Of the centre of mass: a thing belongs to the tile in which this lies, and to no other. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Which of the output's classes. */
  readonly classes: Uint8Array
  /** As many for each thing as the output has measurements, one thing after the other. */
  readonly measurements: Float32Array
  /** Where the outline of each begins among the points, and where that of the last ends: one more than things. */
  readonly outlineStarts: Uint32Array
  /** x and y of each point, in turn. */
  readonly outlines: Float32Array
}

/** Sums over all tiles of a run, by name: counts, areas, squares. */
export type Tallies = Readonly<Record<string, number>>

export interface Produced {
  /** Of images, masks and heat maps by the output's key: the tile without its halo, one array a channel, RGB in one. */
  readonly pixels: Readonly<Record<string, readonly Uint8Array[]>>
  readonly things: Readonly<Record<string, FoundThings>>
  readonly tallies: Tallies
}

/** What a predictor learned of a slide before its tiles: plain data, kept with the run. */
export type Learned = Readonly<Record<string, number | readonly number[]>>

/**
 * A predictor: arrays in, arrays out, the same every time. Tiles are computed one by one, in any order and on any
 * machine, so whatever holds for the slide as a whole is learned first.
 */
export interface Predictor {
  readonly manifest: PredictorManifest
  /** From tiles (without halo) that are spread over the tissue; none where there is no tissue. */
  learn(samples: readonly InputTile[], settings: RunSettings): Learned
  /** What is the same for every tile is made once. The inner part of what it gives may depend on the tile and its halo only. */
  prepare(learned: Learned, settings: RunSettings): (tile: InputTile) => Produced
  /** The scores of the manifest by their keys; null where there was nothing to tell it from. */
  score(tallies: Tallies, settings: RunSettings): Readonly<Record<string, number | null>>
}
