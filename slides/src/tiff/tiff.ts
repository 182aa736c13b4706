import type { PixelTile, PixelType } from '../pixels.ts'
import type { EncodedTile } from '../slide.ts'
import type { Source } from '../source/source.ts'

/** A TIFF file: its directories, none of their values read before they are asked for. */
export interface TiffFile {
  readonly source: Source
  readonly bigEndian: boolean
  /** Offsets of 64 bits. */
  readonly big: boolean
  /** The main chain, in its order. */
  readonly directories: readonly TiffDirectory[]
}

/** One directory (IFD). A value is read when asked for and kept while it is small. */
export interface TiffDirectory {
  /** For messages: `IFD 3`, `IFD 0 SubIFD 1`. */
  readonly label: string
  has(tag: number): boolean
  /** The first number of a value; undefined when the tag is absent. */
  number(tag: number, signal?: AbortSignal): Promise<number | undefined>
  numbers(tag: number, signal?: AbortSignal): Promise<readonly number[] | undefined>
  /** ASCII up to the first NUL, read as UTF-8. */
  text(tag: number, signal?: AbortSignal): Promise<string | undefined>
  bytes(tag: number, signal?: AbortSignal): Promise<Uint8Array | undefined>
  /** The directories that tag 330 names, in its order. */
  subDirectories(signal?: AbortSignal): Promise<readonly TiffDirectory[]>
}

/**
 * The image of one directory as equal tiles, whatever the file stores: strips are offered as tiles and the
 * orientation is already applied. Palette, YCbCr and inverted grey come as RGB and as grey.
 */
export interface TiffPage {
  readonly directory: TiffDirectory
  readonly width: number
  readonly height: number
  readonly tileWidth: number
  readonly tileHeight: number
  /** Whether the file itself stores tiles (tag 322). */
  readonly tiled: boolean
  readonly pixelType: PixelType
  readonly bitDepth: number
  /** Samples of a pixel as `rawTile` gives them. */
  readonly samples: number
  /** Samples 0–2 are red, green and blue. */
  readonly color: boolean
  /** Index of the sample that is alpha, if one is. */
  readonly alpha?: number | undefined
  readonly compression: string
  encodedTile(x: number, y: number, signal?: AbortSignal): Promise<EncodedTile | null>
  /** All samples side by side, or only one of them, which spares reading the others where they are stored apart. */
  rawTile(
    x: number,
    y: number,
    options?: { sample?: number; signal?: AbortSignal | undefined },
  ): Promise<PixelTile>
}
