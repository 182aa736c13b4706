/** Values of one block, of one plane where planes are apart. */
export interface CodedBlock {
  readonly width: number
  readonly height: number
  readonly samples: number
  values(): readonly number[]
}

export interface TestField {
  readonly tag: number
  readonly type: number
  readonly values: readonly number[] | string | Uint8Array
}

export interface TestPage {
  readonly width: number
  readonly height: number
  /** Samples as stored, side by side; `width × height × samples` values, below 2^bits. */
  readonly pixels: ArrayLike<number>
  readonly samples?: number
  readonly bits?: number
  readonly format?: 'uint' | 'int' | 'float'
  readonly photometric?: number
  readonly planar?: 1 | 2
  readonly compression?: number
  /** LZW with its bits the old way round. */
  readonly oldLzw?: boolean
  readonly predictor?: 1 | 2 | 3
  readonly fillOrder?: 1 | 2
  readonly orientation?: number
  /** Pixels are packed in units of so many columns and rows that share the Cb and Cr of the first. */
  readonly ycbcrSubSampling?: readonly [number, number]
  readonly tileWidth?: number
  readonly tileHeight?: number
  readonly rowsPerStrip?: number
  /** Blocks that the file leaves out: offset and length 0. */
  readonly emptyBlocks?: readonly number[]
  /** JPEG: quantisation and Huffman tables go to JPEGTables. */
  readonly sharedTables?: boolean
  /** Instead of the compression that the page names. */
  readonly encode?: (block: CodedBlock) => Promise<Uint8Array>
  /** Added, or put in place of what the page would write. */
  readonly extraTags?: readonly TestField[]
  readonly omitTags?: readonly number[]
  readonly subPages?: readonly TestPage[]
}

export interface TestTiff {
  readonly bigEndian?: boolean
  readonly big?: boolean
  readonly pages: readonly TestPage[]
}
