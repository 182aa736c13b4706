/** Kinds of sample. Values are those of the file: nothing is scaled. */
export const pixelTypes = ['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'f32'] as const
export type PixelType = (typeof pixelTypes)[number]

export type PixelData =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array

/** Pixels row by row, the samples of a pixel side by side. */
export interface PixelTile {
  readonly width: number
  readonly height: number
  /** Samples a pixel: 1 grey, 3 RGB, 4 RGB and alpha. */
  readonly samples: number
  readonly pixelType: PixelType
  /** `width × height × samples` values. */
  readonly data: PixelData
  /** True where all pixels are known to be alike, as in a tile that the file leaves out. */
  readonly uniform?: boolean
}

/** A tile that was decoded together with others: they may share their memory. */
export interface SharedTile extends PixelTile {
  /**
   * Says that nobody looks at these pixels any more. Once that is said of all tiles that share it the memory is free, so
   * that it needn't wait to be found unused. It may as well be left unsaid.
   */
  readonly release?: () => void
}

const arrays = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
} as const satisfies Record<PixelType, unknown>

export const bytesPerSample = (type: PixelType): number => arrays[type].BYTES_PER_ELEMENT

export const newPixels = (type: PixelType, length: number): PixelData => new arrays[type](length)

/** Where pixels are put: what it gives may hold anything, and all of it is written over. */
export type PixelMemory = (type: PixelType, length: number) => PixelData

/** Looks at bytes in the machine's own order as samples; copies only where the bytes aren't aligned. */
export function pixelsOf(type: PixelType, bytes: Uint8Array): PixelData {
  const array = arrays[type]
  const size = array.BYTES_PER_ELEMENT
  // Not slice(): that of a Buffer is no copy.
  const aligned = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes)
  return new array(aligned.buffer as ArrayBuffer, aligned.byteOffset, Math.floor(aligned.byteLength / size))
}

export const bytesOf = (data: PixelData): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
