import type { PixelTile, PixelType, SharedTile } from '../pixels.ts'
import type { EncodedTile, TilePlace } from '../slide.ts'
import type { SharedCache } from '../source/shared-cache.ts'
import type { Source } from '../source/source.ts'
import type { Turns } from './turns.ts'
import type { Warnings } from './warnings.ts'

/** A TIFF file: its directories, none of their values read before they are asked for. */
export interface TiffFile {
  readonly source: Source
  readonly bigEndian: boolean
  /** Offsets of 64 bits. */
  readonly big: boolean
  /** The main chain, in its order. */
  readonly directories: readonly TiffDirectory[]
  readonly warnings: Warnings
  /** Strips and large tiles decoded last, for the tiles that are cut out of them; shared by all pages. */
  readonly decodedBlocks: SharedCache<string, PixelTile>
  /** Bounds the bytes of blocks that are being decoded: a small file may have large ones, and many be asked for. */
  readonly decoding: Turns
}

/** One directory (IFD). A value is read when asked for and kept while it is small. */
export interface TiffDirectory {
  /** For messages: `IFD 3`, `IFD 0 SubIFD 1`. */
  readonly label: string
  /** Where it lies in the file. */
  readonly offset: number
  has(tag: number): boolean
  /** How many values the tag has, 0 when it is absent; nothing is read. */
  count(tag: number): number
  /** The first number of a value; undefined when the tag is absent. A rational with denominator 0 isn't finite. */
  number(tag: number, signal?: AbortSignal): Promise<number | undefined>
  numbers(tag: number, signal?: AbortSignal): Promise<readonly number[] | undefined>
  /** One of a list that may be long: only the page around it is read. */
  numberAt(tag: number, index: number, signal?: AbortSignal): Promise<number>
  /** The same if it has been read already; undefined where it has not. */
  knownNumberAt(tag: number, index: number): number | undefined
  /** ASCII up to the first NUL, read as UTF-8 or, where it isn't that, as Latin-1. */
  text(tag: number, signal?: AbortSignal): Promise<string | undefined>
  bytes(tag: number, signal?: AbortSignal): Promise<Uint8Array | undefined>
  /** The directories that tag 330 names, in its order. */
  subDirectories(signal?: AbortSignal): Promise<readonly TiffDirectory[]>
}

export interface PageOptions {
  /** What a page with a palette gives: its colours (as RGB of u8) or the indices themselves, as stored. */
  readonly palette?: 'colors' | 'indices'
  /** The kind of samples (the tag's number) of a page that doesn't say it; unsigned where left out. */
  readonly sampleFormat?: number | undefined
}

/**
 * The image of one directory as equal tiles, whatever the file stores: strips are offered as tiles and the
 * orientation is already applied. Palette, YCbCr, CMYK, L*a*b* and inverted grey come as RGB and as grey.
 */
export interface TiffPage {
  readonly directory: TiffDirectory
  readonly width: number
  readonly height: number
  readonly tileWidth: number
  readonly tileHeight: number
  /** Whether the file itself stores tiles (tag 322). */
  readonly tiled: boolean
  /** Pixels of a block of the file, where that is no tile as it is given here. */
  readonly stored?: { readonly width: number; readonly height: number }
  readonly pixelType: PixelType
  readonly bitDepth: number
  /** Samples of a pixel as `rawTile` gives them. */
  readonly samples: number
  /** Samples 0–2 are red, green and blue. */
  readonly color: boolean
  /** Index of the sample that is alpha, if one is. */
  readonly alpha?: number | undefined
  /** For people: what the file stores, where it isn't what `rawTile` gives: `f64`, `CMYK`. */
  readonly convertedFrom?: string | undefined
  /** Whether the other samples are stored, and given, multiplied by alpha already. */
  readonly premultiplied: boolean
  readonly compression: string
  /** The embedded ICC profile, where it is of the colours given; undefined for colours that are converted. */
  iccProfile(signal?: AbortSignal): Promise<Uint8Array | undefined>
  encodedTile(x: number, y: number, signal?: AbortSignal): Promise<EncodedTile | null>
  /** The same at once; undefined where something would have to be waited for. */
  encodedTileNow(x: number, y: number): EncodedTile | null | undefined
  /** All samples side by side, or only one of them, which spares reading the others where they are stored apart. */
  rawTile(
    x: number,
    y: number,
    options?: { sample?: number; signal?: AbortSignal | undefined },
  ): Promise<PixelTile>
  /** All samples of several tiles at once, which may cost less than one after the other. */
  rawTiles(places: readonly TilePlace[], signal?: AbortSignal): readonly Promise<SharedTile>[]
}
