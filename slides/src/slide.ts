import type { SlideError } from './errors.ts'
import type { PixelTile, PixelType, SharedTile } from './pixels.ts'

export type Vendor =
  | 'aperio'
  | 'ome'
  | 'qptiff'
  | 'philips'
  | 'ventana'
  | 'trestle'
  | 'zeiss'
  | 'generic-tiff'

/** An open file. Nothing but headers has been read; pixels are read when asked for. */
export interface Slide {
  readonly vendor: Vendor
  /**
   * At least one: several where the file has several scenes or series, the largest first, or several phases or views,
   * each with its scenes, in their order.
   */
  readonly images: readonly SlideImage[]
  readonly associated: readonly AssociatedImage[]
  readonly metadata: SlideMetadata
  /**
   * What of a file isn't shown, although the rest is: it is missing, broken, or of a kind that isn't read. More may be
   * found when further planes are read.
   */
  readonly warnings?: readonly SlideError[]
  close(): Promise<void>
}

export interface AssociatedImage {
  readonly kind: 'label' | 'macro' | 'thumbnail'
  readonly image: SlideImage
}

export interface SlideImage {
  /** As the file names it: a scene, a series. */
  readonly name?: string | undefined
  /** Pixels at full resolution. */
  readonly width: number
  readonly height: number
  /** µm per pixel at full resolution; undefined when the file doesn't say. */
  readonly mpp?: { readonly x: number; readonly y: number } | undefined
  /** Magnification of the objective. */
  readonly objective?: number | undefined
  readonly pixelType: PixelType
  /** Bits that are used of each sample, e.g. 12 or 14 of 16. */
  readonly bitDepth: number
  /** For people: what the file stores, where it isn't what is given: `f64`, `CMYK`. */
  readonly convertedFrom?: string | undefined
  /** Samples of a pixel in one plane: 1, 3 (RGB) or 4 (RGB and alpha). With 3 or 4 there is one channel. */
  readonly samples: 1 | 3 | 4
  /** With 4 samples: whether red, green and blue, as `rawTile` gives them, are multiplied by alpha already. */
  readonly premultipliedAlpha?: boolean | undefined
  /** At least one. */
  readonly channels: readonly Channel[]
  readonly sizeZ: number
  readonly sizeT: number
  /** µm between planes of the focus stack. */
  readonly stepZ?: number | undefined
  /** Seconds between points of time. */
  readonly stepT?: number | undefined
  /** Full resolution first. */
  readonly levels: readonly Level[]
  /** The embedded ICC profile; null when there is none. */
  iccProfile(signal?: AbortSignal): Promise<Uint8Array | null>
  /** The tile as the file stores it, for browsers; null when it must be decoded. Tiles at the edges may be padded. */
  encodedTile(
    level: number,
    x: number,
    y: number,
    plane?: Plane,
    signal?: AbortSignal,
  ): Promise<EncodedTile | null>
  /** The same at once, where all of it is at hand; undefined: `encodedTile` has to fetch it. Throws what that rejects. */
  encodedTileNow?(level: number, x: number, y: number, plane?: Plane): EncodedTile | null | undefined
  /** The tile's pixels; tiles at the edges are cut to the level's size. */
  rawTile(level: number, x: number, y: number, plane?: Plane, signal?: AbortSignal): Promise<PixelTile>
  /**
   * Several tiles, each as `rawTile` gives it or fails, where decoding them together costs less than one by one. All of
   * them are in memory at once. Who wraps `rawTile` must wrap or leave out this as well.
   */
  rawTiles?(
    level: number,
    places: readonly TilePlace[],
    plane?: Plane,
    signal?: AbortSignal,
  ): readonly Promise<SharedTile>[]
}

/** Which tile of a level: columns and rows of tiles, from 0. */
export interface TilePlace {
  readonly x: number
  readonly y: number
}

/** One resolution of an image; tile (x, y) covers the pixels from (x × tileWidth, y × tileHeight). */
export interface Level {
  readonly width: number
  readonly height: number
  readonly tileWidth: number
  readonly tileHeight: number
  /** How many pixels of full resolution one of this level spans, ≥ 1; the mean of both directions. */
  readonly downsample: number
  /** How the file stores its tiles, for people: `JPEG`, `Deflate`. */
  readonly compression?: string | undefined
  /** Pixels of what the file stores instead of these tiles: strips, very large tiles. Each is decoded as a whole. */
  readonly stored?: { readonly width: number; readonly height: number } | undefined
}

/** Which plane of the image: indices from 0, each 0 where left out. */
export interface Plane {
  readonly c?: number
  readonly z?: number
  readonly t?: number
}

export interface Channel {
  readonly name?: string | undefined
  /** The colour to show it in, 0xRRGGBB. */
  readonly color?: number | undefined
  /** nm */
  readonly emissionWavelength?: number | undefined
  readonly excitationWavelength?: number | undefined
  /** ms */
  readonly exposure?: number | undefined
}

/** The colours of a picture that has more than they beside them: channels like all others, but shown together. */
export const colorBands: readonly Channel[] = [
  { name: 'Red', color: 0xff0000 },
  { name: 'Green', color: 0x00ff00 },
  { name: 'Blue', color: 0x0000ff },
]

export interface EncodedTile {
  readonly mime: 'image/jpeg'
  readonly bytes: Uint8Array
}

export interface SlideMetadata {
  readonly scanner?: {
    readonly manufacturer?: string | undefined
    readonly model?: string | undefined
    readonly serial?: string | undefined
    readonly software?: string | undefined
  }
  /** When it was scanned, ISO 8601, with a zone only where the file gives one. */
  readonly scannedAt?: string | undefined
  /** Everything else the vendor wrote, names as in the file. */
  readonly properties: Readonly<Record<string, string>>
}
