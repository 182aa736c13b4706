import { join } from 'node:path'
import { deflateSync, zstdCompressSync } from 'node:zlib'
import { encodeJpeg } from '../../slides/src/codecs/jpeg.ts'
import { encodeJpeg2000 } from '../../slides/src/codecs/test-support/encode-jpeg2000.ts'
import { encodeLzw } from '../../slides/src/codecs/test-support/encode-lzw.ts'
import { encodePredictor } from '../../slides/src/codecs/test-support/encode-predictor.ts'
import { encodeWebp } from '../../slides/src/codecs/webp.ts'
import { bytesOf, type PixelTile } from '../../slides/src/pixels.ts'
import { compressions, photometrics } from '../../slides/src/tiff/tags.ts'
import { aperioDescription, type TileExtent, type TileKind, writeSlideFile } from '../support/slide-file.ts'
import { makeTissueTiles, tileSide } from '../support/slide-tiles.ts'
import type { Stage } from '../support/stage.ts'
import type { CodecName } from './codecs.ts'
import { codecNames } from './codecs.ts'

/** Tiles in a row and in a column: more than a cache of decoded ones holds. */
export const tilesAcross = 32

export interface DecodeFile {
  codec: CodecName
  path: string
  /** Where the different tiles lie; they follow each other again and again. */
  tiles: TileExtent[]
}

interface Encoding extends TileKind {
  /** Of red, green and blue, or of one channel of 16 bits. */
  pixels: 'rgb' | 'u16'
  encode(tile: PixelTile): Promise<Uint8Array> | Uint8Array
}

const rgb = { pixels: 'rgb', photometric: photometrics.rgb, samples: 3, bits: 8 } as const
const u16 = { pixels: 'u16', photometric: photometrics.blackIsZero, samples: 1, bits: 16 } as const

const encodings: Record<CodecName, Encoding> = {
  'JPEG 2000': { ...rgb, compression: compressions.jpeg2000Ycc, encode: encodeAsAperio },
  'Zstd 16-bit': {
    ...u16,
    compression: compressions.zstd,
    encode: ({ data }) => zstdCompressSync(bytesOf(data)),
  },
  'Deflate 16-bit': {
    ...u16,
    compression: compressions.deflate,
    encode: ({ data }) => deflateSync(bytesOf(data)),
  },
  'Deflate 16-bit, predictor': {
    ...u16,
    compression: compressions.deflate,
    predictor: 2,
    encode: ({ data }) => deflateSync(encodePredictor(bytesOf(data), differences)),
  },
  LZW: { ...rgb, compression: compressions.lzw, encode: ({ data }) => encodeLzw(bytesOf(data)) },
  JPEG: {
    ...rgb,
    compression: compressions.jpeg,
    photometric: photometrics.ycbcr,
    encode: (tile) => encodeJpeg(tile, { quality: 75, subsampling: '4:2:0' }),
  },
  WebP: { ...rgb, compression: compressions.webp, encode: (tile) => encodeWebp(tile, { quality: 75 }) },
}

const differences = { predictor: 2, rowSamples: tileSide, samples: 1, bits: 16, bigEndian: false } as const

export async function makeDecodeFiles(stage: Stage): Promise<DecodeFile[]> {
  const tiles = { rgb: makeTissueTiles(16, 'he'), u16: makeTissueTiles(16, 'fluorescence') }
  const side = tilesAcross * tileSide
  const files: DecodeFile[] = []
  for (const codec of codecNames) {
    const { pixels, encode, ...kind } = encodings[codec]
    const encoded: Uint8Array[] = []
    for (const tile of tiles[pixels]) encoded.push(await encode(tile))
    const path = join(stage.folder, `${codec}.tif`)
    // OpenSlide knows the JPEG 2000 of this vendor only.
    const description = codec === 'JPEG' || codec === 'JPEG 2000' ? aperioDescription(side) : undefined
    const extents = await writeSlideFile(path, [{ width: side, height: side, description }], kind, encoded)
    files.push({ codec, path, tiles: extents })
  }
  return files
}

/** YCbCr with half of the colours' columns, at a tenth of the bytes. */
export function encodeAsAperio({ data }: PixelTile): Promise<Uint8Array> {
  const luma = new Uint8Array(tileSide * tileSide)
  const blue = new Uint8Array(luma.length / 2)
  const red = new Uint8Array(luma.length / 2)
  for (let i = 0; i < luma.length; i += 1) {
    const [r = 0, g = 0, b = 0] = data.subarray(i * 3, i * 3 + 3)
    luma[i] = Math.round(0.299 * r + 0.587 * g + 0.114 * b)
    blue[i >> 1] = Math.round(128 - 0.1687 * r - 0.3313 * g + 0.5 * b)
    red[i >> 1] = Math.round(128 + 0.5 * r - 0.4187 * g - 0.0813 * b)
  }
  const half = { width: tileSide / 2, height: tileSide }
  const planes = [
    { width: tileSide, height: tileSide, data: luma },
    { ...half, data: blue },
    { ...half, data: red },
  ]
  return encodeJpeg2000(planes, { lossy: true, ratio: 10, subsampling: [2, 1] })
}
