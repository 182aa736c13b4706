import type { Channel } from '../slide.ts'
import type { Halving } from './halve-tile.ts'

export interface PyramidOptions {
  /** Pixels at full resolution. */
  readonly width: number
  readonly height: number
  readonly pixelType: 'u8' | 'u16'
  /** Samples of a pixel: 1 grey or one channel, 3 RGB. */
  readonly samples: 1 | 3
  /** BigTIFF holds one plane; OME-TIFF as many as channels × sizeZ × sizeT. */
  readonly container: 'bigtiff' | 'ome-tiff'
  /** Each is a plane of its own; one where left out. With 3 samples there is one. */
  readonly channels?: readonly Channel[] | undefined
  readonly sizeZ?: number | undefined
  readonly sizeT?: number | undefined
  /** µm between planes of the focus stack; kept in OME-TIFF only. */
  readonly stepZ?: number | undefined
  /** Seconds between points of time; kept in OME-TIFF only. */
  readonly stepT?: number | undefined
  /** Bits that are used of each sample; all where left out. */
  readonly bitDepth?: number | undefined
  /** Side of a tile: a multiple of 16, 256 where left out. */
  readonly tileSize?: number | undefined
  readonly compression: PyramidCompression
  /** µm per pixel at full resolution. */
  readonly mpp?: { readonly x: number; readonly y: number } | undefined
  /** Magnification of the objective. */
  readonly objective?: number | undefined
  readonly icc?: Uint8Array | undefined
  /** What made the image: program, version, source, parameters. Kept in the file as names and values. */
  readonly provenance?: Readonly<Record<string, string>> | undefined
  /** The colour of tiles that are never written; white for RGB and 0 for grey where left out. */
  readonly background?: number | readonly [number, number, number] | undefined
  /**
   * Levels are added until both sides are at most this, 512 where left out. Lossless RGB in a BigTIFF ends a little
   * earlier rather than with levels smaller than a tile, which OpenSlide 3 can't read.
   */
  readonly smallestLevel?: number | undefined
  /** What four pixels become in the next level; their mean where left out. */
  readonly halving?: Halving | undefined
  /**
   * How many levels, from full resolution on, are given tile by tile; those after them are computed from the last of
   * these. 1 where left out.
   */
  readonly givenLevels?: number | 'all' | undefined
  /** Replace a file that is already there; otherwise that is an error. */
  readonly overwrite?: boolean | undefined
}

export type PyramidCompression =
  /** 8-bit samples only. Quality is 1–100, 90 where left out; colour is stored at half resolution where left out. */
  | {
      readonly kind: 'jpeg'
      readonly quality?: number | undefined
      readonly subsampling?: '4:4:4' | '4:2:0' | undefined
    }
  /** Lossless, with differences between neighbours (predictor 2). Level is 1–9, 6 where left out. */
  | { readonly kind: 'deflate'; readonly level?: number | undefined }
  | { readonly kind: 'none' }

/** Options with nothing left open. */
export interface PyramidPlan {
  readonly width: number
  readonly height: number
  readonly pixelType: 'u8' | 'u16'
  readonly samples: 1 | 3
  readonly container: 'bigtiff' | 'ome-tiff'
  readonly channels: readonly Channel[]
  readonly sizeZ: number
  readonly sizeT: number
  readonly stepZ?: number | undefined
  readonly stepT?: number | undefined
  readonly bitDepth: number
  readonly tileSize: number
  readonly compression: ResolvedCompression
  readonly mpp?: { readonly x: number; readonly y: number } | undefined
  readonly objective?: number | undefined
  readonly icc?: Uint8Array | undefined
  readonly provenance: Readonly<Record<string, string>>
  /** One value a sample. */
  readonly background: readonly number[]
  readonly smallestLevel: number
  readonly halving: Halving
  /** May be more than there are. */
  readonly givenLevels: number
  readonly overwrite: boolean
}

export type ResolvedCompression =
  | { readonly kind: 'jpeg'; readonly quality: number; readonly subsampling: '4:4:4' | '4:2:0' }
  | { readonly kind: 'deflate'; readonly level: number }
  | { readonly kind: 'none' }
