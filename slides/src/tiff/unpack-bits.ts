import { SlideError } from '../errors.ts'
import { newPixels } from '../pixels.ts'

export interface PackedRows {
  /** Samples in a row: width × samples. Each row begins with a new byte. */
  readonly rowSamples: number
  readonly rows: number
  /** Bits of a sample: 1 to 16, or 24. */
  readonly bits: number
  /** The order of the bytes of 24 bits, which are no bit stream: each sample has three of its own. */
  readonly bigEndian: boolean
}

type Unpacked = Uint8Array | Uint16Array | Uint32Array

/** Whether samples of so many bits have to be unpacked before they are numbers of this machine. */
export const isPacked = (bits: number): boolean => bits < 8 || bits % 8 !== 0 || bits === 24

/** Packed samples, the first one in the highest bits, as the smallest unsigned numbers that hold them. */
export function unpackBits(packed: Uint8Array, layout: PackedRows): Unpacked {
  const { rowSamples, rows, bits } = layout
  const rowBytes = Math.ceil((rowSamples * bits) / 8)
  if (packed.length < rowBytes * rows) {
    const reason = `have ${packed.length} bytes where ${rows} rows of ${rowBytes} are expected`
    throw new SlideError('malformed', 'samples', reason)
  }
  if (bits === 1) return unpackSingles(packed, rowSamples, rows)
  const samples = newUnsigned(bits, rowSamples * rows)
  if (bits === 24) return unpackTriples(packed, samples, layout.bigEndian)
  const mask = 2 ** bits - 1
  for (let row = 0, to = 0; row < rows; row++) {
    let from = row * rowBytes
    // The bits that have been read and belong to no sample yet.
    let left = 0
    let held = 0
    for (let i = 0; i < rowSamples; i++) {
      while (left < bits) {
        held = ((held << 8) | (packed[from++] as number)) & 0xffffff
        left += 8
      }
      left -= bits
      samples[to++] = (held >> left) & mask
    }
  }
  return samples
}

const newUnsigned = (bits: number, length: number): Unpacked =>
  newPixels(bits <= 8 ? 'u8' : bits <= 16 ? 'u16' : 'u32', length) as Unpacked

/** Samples of 1 bit, eight at a time: pages of 100 megapixels are usual. */
function unpackSingles(packed: Uint8Array, rowSamples: number, rows: number): Uint8Array {
  const samples = new Uint8Array(rowSamples * rows)
  const whole = rowSamples & ~7
  for (let row = 0, from = 0, to = 0; row < rows; row++) {
    for (const end = to + whole; to < end; to += 8) {
      const byte = packed[from++] as number
      if (byte === 0) continue
      samples[to] = byte >> 7
      samples[to + 1] = (byte >> 6) & 1
      samples[to + 2] = (byte >> 5) & 1
      samples[to + 3] = (byte >> 4) & 1
      samples[to + 4] = (byte >> 3) & 1
      samples[to + 5] = (byte >> 2) & 1
      samples[to + 6] = (byte >> 1) & 1
      samples[to + 7] = byte & 1
    }
    if (whole === rowSamples) continue
    const byte = packed[from++] as number
    for (let left = rowSamples - whole, bit = 7; left > 0; left--, bit--) samples[to++] = (byte >> bit) & 1
  }
  return samples
}

function unpackTriples(packed: Uint8Array, samples: Unpacked, bigEndian: boolean): Unpacked {
  const [high, low] = bigEndian ? [0, 2] : [2, 0]
  for (let i = 0, from = 0; i < samples.length; i++, from += 3) {
    samples[i] =
      ((packed[from + high] as number) << 16) |
      ((packed[from + 1] as number) << 8) |
      (packed[from + low] as number)
  }
  return samples
}

/** Turns differences between neighbours back into samples, modulo what their bits hold. In place. */
export function addUpPacked(samples: Unpacked, rowSamples: number, perPixel: number, bits: number): void {
  const mask = 2 ** bits - 1
  for (let row = 0; row < samples.length; row += rowSamples) {
    for (let i = row + perPixel; i < row + rowSamples; i++) {
      samples[i] = ((samples[i] as number) + (samples[i - perPixel] as number)) & mask
    }
  }
}

/** Unsigned numbers of so many bits as the signed ones that the same bits mean. */
export function withSign(samples: Unpacked, bits: number): Int32Array {
  const shift = 32 - bits
  return Int32Array.from(samples, (value) => (value << shift) >> shift)
}
