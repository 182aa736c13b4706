import { deflateSync, zstdCompressSync } from 'node:zlib'
import sharp from 'sharp'
import { machineIsBigEndian } from '../../codecs/byte-order.ts'
import { reverseBits } from '../../codecs/fill-order.ts'
import { encodeLzw } from '../../codecs/test-support/encode-lzw.ts'
import { encodePackbits } from '../../codecs/test-support/encode-packbits.ts'
import { encodePredictor } from '../../codecs/test-support/encode-predictor.ts'
import { encodeXz } from '../../codecs/test-support/encode-xz.ts'
import { compressions, photometrics } from '../tags.ts'
import { isPacked } from '../unpack-bits.ts'
import type { CodedBlock, TestPage } from './test-page.ts'

export async function encodeBlock(
  page: TestPage,
  block: CodedBlock,
  bigEndian: boolean,
): Promise<{ bytes: Uint8Array; tables?: Uint8Array }> {
  if (page.encode) return { bytes: await page.encode(block) }
  const compression = page.compression ?? compressions.none
  if (compression === compressions.jpeg) return encodeJpeg(page, block)
  if (compression === compressions.webp || compression === compressions.oldWebp) {
    return { bytes: new Uint8Array(await sharpOf(block).webp({ lossless: true }).toBuffer()) }
  }
  const stored = compress(compression, storedBytes(page, block, bigEndian), page.oldLzw ?? false)
  return { bytes: page.fillOrder === 2 ? reverseBits(stored) : stored }
}

function compress(compression: number, bytes: Uint8Array, oldLzw: boolean): Uint8Array {
  switch (compression) {
    case compressions.lzw:
      return encodeLzw(bytes, { old: oldLzw })
    case compressions.deflate:
    case compressions.oldDeflate:
    case compressions.pixtiffDeflate:
      return new Uint8Array(deflateSync(bytes))
    case compressions.lzma:
      return encodeXz(bytes, { delta: 1 })
    case compressions.packbits:
      return encodePackbits(bytes)
    case compressions.zstd:
    case compressions.oldZstd:
      return new Uint8Array(zstdCompressSync(bytes))
    default:
      return bytes
  }
}

/** Bytes before compression: packed bits, packed YCbCr or whole samples with their predictor. */
function storedBytes(page: TestPage, block: CodedBlock, bigEndian: boolean): Uint8Array {
  const { bits = 8, format = 'uint', predictor = 1 } = page
  const { width, height, samples } = block
  const values = block.values()
  if (isPacked(bits)) {
    const packed = predictor === 2 ? differences(values, width * samples, samples) : values
    return bits === 24 ? packTriples(packed, bigEndian) : packBits(packed, width * samples, height, bits)
  }
  if (page.ycbcrSubSampling) return packYcbcr(block, values, page.ycbcrSubSampling)
  const view = new DataView(new ArrayBuffer((values.length * bits) / 8))
  // The predictor takes samples in the machine's order.
  const little = predictor === 1 ? !bigEndian : !machineIsBigEndian
  for (const [index, value] of values.entries()) {
    if (format === 'float' && bits === 16) view.setUint16(index * 2, halfBits(value), little)
    else if (format === 'float' && bits === 64) view.setFloat64(index * 8, value, little)
    else if (format === 'float') view.setFloat32(index * 4, value, little)
    else if (bits === 64) view.setBigInt64(index * 8, BigInt(value), little)
    else if (bits === 32) view.setUint32(index * 4, value, little)
    else if (bits === 16) view.setUint16(index * 2, value, little)
    else view.setUint8(index, value)
  }
  const bytes = new Uint8Array(view.buffer)
  if (predictor === 1) return bytes
  return encodePredictor(bytes, { predictor, rowSamples: width * samples, samples, bits, bigEndian })
}

/** The bits of a number that 16 bits hold exactly. */
function halfBits(value: number): number {
  const sign = Object.is(Math.sign(value), -0) || value < 0 ? 0x8000 : 0
  const size = Math.abs(value)
  if (Number.isNaN(value)) return 0x7e00
  if (size === Number.POSITIVE_INFINITY) return sign | 0x7c00
  if (size < 2 ** -14) return sign | (size * 2 ** 24)
  const exponent = Math.floor(Math.log2(size))
  return sign | ((exponent + 15) << 10) | (size * 2 ** (10 - exponent) - 1024)
}

function packBits(values: readonly number[], rowSamples: number, rows: number, bits: number): Uint8Array {
  const rowBytes = Math.ceil((rowSamples * bits) / 8)
  const bytes = new Uint8Array(rowBytes * rows)
  for (const [index, value] of values.entries()) {
    const first = Math.floor(index / rowSamples) * rowBytes * 8 + (index % rowSamples) * bits
    for (let bit = 0; bit < bits; bit++) {
      const at = (first + bit) >> 3
      const isSet = (value >> (bits - 1 - bit)) & 1
      bytes[at] = (bytes[at] as number) | (isSet << (7 - ((first + bit) & 7)))
    }
  }
  return bytes
}

const packTriples = (values: readonly number[], bigEndian: boolean): Uint8Array =>
  Uint8Array.from(
    values.flatMap((value) =>
      bigEndian ? [value >> 16, value >> 8, value] : [value, value >> 8, value >> 16],
    ),
  )

/** Their lower bits are those of the differences in any number of bits. */
const differences = (values: readonly number[], rowSamples: number, samples: number): number[] =>
  values.map((value, index) =>
    index % rowSamples < samples ? value : value - (values[index - samples] as number),
  )

function packYcbcr(
  { width, height }: CodedBlock,
  values: readonly number[],
  [across, down]: readonly [number, number],
): Uint8Array {
  const packed: number[] = []
  const at = (x: number, y: number, sample: number) =>
    values[(Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 3 + sample] as number
  for (let top = 0; top < height; top += down) {
    for (let left = 0; left < width; left += across) {
      for (let y = 0; y < down; y++) for (let x = 0; x < across; x++) packed.push(at(left + x, top + y, 0))
      packed.push(at(left, top, 1), at(left, top, 2))
    }
  }
  return Uint8Array.from(packed)
}

const sharpOf = ({ width, height, samples, values }: CodedBlock) => {
  const image = sharp(Uint8Array.from(values()), { raw: { width, height, channels: samples as 1 | 3 | 4 } })
  return samples === 1 ? image.toColourspace('b-w') : image
}

/** JPEG without JFIF. With photometric RGB the planes that sharp makes of its YCbCr are taken for RGB as they are. */
async function encodeJpeg(
  page: TestPage,
  block: CodedBlock,
): Promise<{ bytes: Uint8Array; tables?: Uint8Array }> {
  const chromaSubsampling = page.photometric === photometrics.ycbcr ? '4:2:0' : '4:4:4'
  const whole = await sharpOf(block)
    .jpeg({ quality: 90, chromaSubsampling, optimiseCoding: !page.sharedTables })
    .toBuffer()
  const { tables, rest } = splitJpeg(whole)
  if (!page.sharedTables) return { bytes: join([0xff, 0xd8], ...tables, ...rest) }
  return { bytes: join([0xff, 0xd8], ...rest), tables: join([0xff, 0xd8], ...tables, [0xff, 0xd9]) }
}

/** The tables of a JPEG, and what remains of it without them and without JFIF. */
function splitJpeg(whole: Uint8Array): { tables: Uint8Array[]; rest: Uint8Array[] } {
  const tables: Uint8Array[] = []
  const rest: Uint8Array[] = []
  let at = 2
  for (;;) {
    const marker = whole[at + 1] as number
    if (marker === 0xda) return { tables, rest: [...rest, whole.subarray(at)] }
    const end = at + 2 + (((whole[at + 2] as number) << 8) | (whole[at + 3] as number))
    if (marker === 0xdb || marker === 0xc4) tables.push(whole.subarray(at, end))
    else if (marker !== 0xe0) rest.push(whole.subarray(at, end))
    at = end
  }
}

const join = (...parts: (Uint8Array | readonly number[])[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))))
