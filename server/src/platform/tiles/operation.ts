import type { TileColouring } from '@cresyl/contract/slides/colour-maps'
import type { ChannelDisplay, DisplayWindow, ImageFormat, Region } from '@cresyl/slides'

interface Picture {
  readonly format: ImageFormat
  /** 1–100, 90 when left out. */
  readonly quality?: number | undefined
  /** Focus plane and time, from 0. */
  readonly z?: number | undefined
  readonly t?: number | undefined
  /** Applies the file's own colour profile. */
  readonly icc?: boolean | undefined
  /** How channels are shown. When left out the child measures the image, once for as long as it keeps it open. */
  readonly channels?: readonly ChannelDisplay[] | undefined
}

interface TilePlace {
  readonly level: number
  readonly x: number
  readonly y: number
}

/** What can be asked of an image. All of it is plain data: it goes to another process, and its JSON is its key. */
export type Operation =
  /** A tile as it is shown, RGB of 8 bits. */
  | ({ readonly kind: 'tile' } & TilePlace & Picture)
  /** One channel of a tile with the window spread over 8 bits, as a grey picture. */
  | ({
      readonly kind: 'plane8'
      readonly channel: number
      readonly window: DisplayWindow
      readonly z?: number | undefined
      readonly t?: number | undefined
      readonly format: ImageFormat
      readonly quality?: number | undefined
    } & TilePlace)
  /** One channel of a tile in 16 bits: all low bytes, then all high bytes, compressed. */
  | ({
      readonly kind: 'plane16'
      readonly channel: number
      /** Needed where the values have more than 16 bits. */
      readonly window?: DisplayWindow | undefined
      readonly z?: number | undefined
      readonly t?: number | undefined
      readonly encoding: 'gzip' | 'zstd'
    } & TilePlace)
  /** A tile of one channel of 8 bits, each value in the colour that the table has for it, as PNG with transparency. */
  | ({
      readonly kind: 'coloured'
      readonly colouring: TileColouring
      readonly reverse: boolean
      readonly z?: number | undefined
      readonly t?: number | undefined
    } & TilePlace)
  | ({ readonly kind: 'thumbnail' /** Of the longer side, in pixels. */; readonly maxSide: number } & Picture)
  | ({ readonly kind: 'region'; readonly region: Region } & Picture)
  /** Nothing but opening it, to learn what that costs: an `OpeningCost` as JSON. */
  | { readonly kind: 'open' }

export interface OpeningCost {
  /** Of the processor. */
  readonly milliseconds: number
}

export interface Rendered {
  readonly mime: string
  /** How the bytes are compressed besides what their type says. */
  readonly encoding?: 'gzip' | 'zstd' | undefined
  readonly bytes: Uint8Array
}
