import { SlideError } from '../errors.ts'

const malformed = (reason: string) => new SlideError('malformed', 'JPEG XL', reason)
const unsupported = (reason: string) => new SlideError('unsupported', 'JPEG XL', reason)

const container = '0000000c4a584c200d0a870a'

export interface JpegXlSize {
  readonly width: number
  readonly height: number
  /** Bits of a sample; floating-point ones are refused. */
  readonly bits: number
  /** 1 grey, 3 RGB, 4 RGB and alpha. */
  readonly samples: number
}

/** What the image header says; nothing is decoded. Refuses what the decoder would change or lose. */
export function jpegXlSize(bytes: Uint8Array): JpegXlSize {
  const bits = new BitReader(codestreamStart(bytes))
  if (bits.read(16) !== 0x0aff) throw malformed('has no codestream')
  const { width, height } = readSize(bits)
  if (bits.read(1)) return { width, height, bits: 8, samples: 3 }
  if (bits.read(1)) readExtraFields(bits)
  const depth = readBitDepth(bits)
  bits.read(1) // whether 16-bit buffers are enough
  const extraChannels = bits.readChoice([0, 0], [0, 1], [4, 2], [12, 1])
  if (extraChannels > 1) throw unsupported(`has ${extraChannels} extra channels; only alpha is read`)
  if (extraChannels === 1) readAlpha(bits)
  bits.read(1) // whether it is coded as XYB
  const samples = readColours(bits) + extraChannels
  if (samples === 2) throw unsupported('is grey with alpha, which is not read')
  return { width, height, bits: depth, samples }
}

/** The beginning of the codestream, whether it stands alone or in the boxes of a JXL file. */
function codestreamStart(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (view.toString('hex', 0, 2) === 'ff0a') return bytes
  if (view.toString('hex', 0, 12) !== container) {
    throw malformed(
      `begins with ${view.toString('hex', 0, 4) || 'nothing'} instead of a codestream or JXL boxes`,
    )
  }
  for (let at = 0; at + 8 <= view.length; ) {
    const type = view.toString('latin1', at + 4, at + 8)
    const size = view.readUInt32BE(at)
    if (type === 'jxlc') return bytes.subarray(at + 8)
    // A part of the codestream, after its number.
    if (type === 'jxlp') return bytes.subarray(at + 12)
    if (size < 8) throw malformed(`has a box of ${size} bytes at byte ${at}`)
    at += size
  }
  throw malformed('has no codestream in its boxes')
}

/** Bits from the lowest of each byte on, as JPEG XL counts them. */
class BitReader {
  private position = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  read(count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit++, this.position++) {
      const byte = this.bytes[this.position >> 3]
      if (byte === undefined) throw malformed(`ends at byte ${this.bytes.length} in its header`)
      value += ((byte >> (this.position & 7)) & 1) * 2 ** bit
    }
    return value
  }

  /** Two bits choose how many bits follow and what is added to them. */
  readChoice(...choices: [bits: number, added: number][]): number {
    const [bits, added] = choices[this.read(2)] ?? [0, 0]
    return this.read(bits) + added
  }
}

const ratios = [
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
] as const

function readSize(bits: BitReader): { width: number; height: number } {
  const small = bits.read(1) === 1
  const side = () => (small ? 8 * (bits.read(5) + 1) : bits.readChoice([9, 1], [13, 1], [18, 1], [30, 1]))
  const height = side()
  const ratio = ratios[bits.read(3) - 1]
  return { width: ratio ? Math.floor((height * ratio[0]) / ratio[1]) : side(), height }
}

function readExtraFields(bits: BitReader): void {
  const orientation = bits.read(3) + 1
  if (orientation !== 1) throw unsupported(`is turned (orientation ${orientation}), which is not read`)
  if (bits.read(1)) readSize(bits)
  if (bits.read(1)) throw unsupported('has a preview, which is not read')
  if (bits.read(1)) throw unsupported('is an animation, which is not read')
}

function readBitDepth(bits: BitReader): number {
  if (bits.read(1)) throw unsupported('has floating-point samples, which are not read')
  return bits.readChoice([0, 8], [0, 10], [0, 12], [6, 1])
}

const readEnum = (bits: BitReader) => bits.readChoice([0, 0], [0, 1], [4, 2], [6, 18])

function readAlpha(bits: BitReader): void {
  if (bits.read(1)) return
  const type = readEnum(bits)
  if (type !== 0) throw unsupported(`has an extra channel of type ${type}; only alpha is read`)
  const depth = readBitDepth(bits)
  if (depth > 8) throw unsupported(`has alpha of ${depth} bits; only 8 are read`)
  const shift = bits.readChoice([0, 0], [0, 3], [0, 4], [3, 1])
  if (shift > 0) throw unsupported('has alpha of lower resolution, which is not read')
  const nameLength = bits.readChoice([0, 0], [4, 0], [5, 16], [10, 48])
  for (let i = 0; i < nameLength; i++) bits.read(8)
  if (bits.read(1)) throw unsupported('has colours multiplied by alpha, which are not read')
}

/** How many samples the colours take. */
function readColours(bits: BitReader): 1 | 3 {
  if (bits.read(1)) return 3
  bits.read(1) // whether there is an ICC profile
  return readEnum(bits) === 1 ? 1 : 3
}
