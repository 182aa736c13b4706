import { SlideError } from '../errors.ts'
import { pixelsOf } from '../pixels.ts'
import { machineIsBigEndian, toNativeOrder } from './byte-order.ts'

export interface PredictedRows {
  /** 2: differences between neighbours; 3: the same of floating-point numbers whose bytes are sorted by weight. */
  readonly predictor: 2 | 3
  /** Samples in a row: width × samples. */
  readonly rowSamples: number
  /** Samples of a pixel that stand side by side: 1 where they are stored apart. */
  readonly samples: number
  /** Bits of a sample: 8, 16, 32 or 64. */
  readonly bits: number
  /** The file's byte order. */
  readonly bigEndian: boolean
}

/**
 * Turns differences back into samples. Takes bytes as the file has them, in its byte order, and returns new ones in
 * the machine's own order: nothing has to be swapped before or after.
 */
export function undoPredictor(bytes: Uint8Array, rows: PredictedRows): Uint8Array {
  const { predictor, rowSamples, samples, bits } = rows
  const rowBytes = (rowSamples * bits) / 8
  if (!(samples >= 1 && rowSamples >= samples && rowSamples % samples === 0)) {
    throw new SlideError('malformed', 'predictor', `has rows of ${rowSamples} samples, ${samples} a pixel`)
  }
  if (bytes.length % rowBytes !== 0) {
    throw new SlideError('malformed', 'predictor', `has ${bytes.length} bytes in rows of ${rowBytes}`)
  }
  if (predictor === 3) {
    if (bits !== 16 && bits !== 32 && bits !== 64) throw unsupported(predictor, bits)
    return undoFloatingPoint(bytes, rows)
  }
  if (bits === 8) return addUp(bytes, new Uint8Array(bytes.length), rows)
  if (bits !== 16 && bits !== 32 && bits !== 64) throw unsupported(predictor, bits)
  if (bits === 64) return addUpWide(toNativeOrder(bytes, bits, rows.bigEndian), rows)
  const type = bits === 16 ? 'u16' : 'u32'
  const differences = pixelsOf(type, toNativeOrder(bytes, bits, rows.bigEndian))
  const result = bits === 16 ? new Uint16Array(differences.length) : new Uint32Array(differences.length)
  addUp(differences, result, rows)
  return new Uint8Array(result.buffer)
}

const unsupported = (predictor: number, bits: number) =>
  new SlideError('unsupported', 'predictor', `${predictor} with samples of ${bits} bits is not read`)

/** Sums wrap around at the sample's width by themselves: that is how a typed array stores. */
function addUp<Sums extends Uint8Array | Uint16Array | Uint32Array>(
  differences: ArrayLike<number>,
  sums: Sums,
  { rowSamples, samples }: PredictedRows,
): Sums {
  for (let row = 0; row < sums.length; row += rowSamples) {
    const end = row + rowSamples
    for (let i = row; i < row + samples; i++) sums[i] = differences[i] as number
    for (let i = row + samples; i < end; i++) {
      sums[i] = (differences[i] as number) + (sums[i - samples] as number)
    }
  }
  return sums
}

/** Samples of 64 bits, in halves of 32 with a carry from the lower one. */
function addUpWide(bytes: Uint8Array, { rowSamples, samples }: PredictedRows): Uint8Array {
  const sums = new Uint32Array(new Uint8Array(bytes).buffer)
  const low = machineIsBigEndian ? 1 : 0
  for (let row = 0; row < sums.length; row += 2 * rowSamples) {
    for (let at = row + 2 * samples; at < row + 2 * rowSamples; at += 2) {
      const before = at - 2 * samples
      const sum = (sums[at + low] as number) + (sums[before + low] as number)
      sums[at + low] = sum
      sums[at + 1 - low] =
        (sums[at + 1 - low] as number) + (sums[before + 1 - low] as number) + (sum > 0xffffffff ? 1 : 0)
    }
  }
  return new Uint8Array(sums.buffer)
}

/** In a row all first bytes (sign and exponent) come first, then all second ones; differences run over the bytes. */
function undoFloatingPoint(bytes: Uint8Array, { rowSamples, samples, bits }: PredictedRows): Uint8Array {
  const size = bits / 8
  const rowBytes = rowSamples * size
  const result = new Uint8Array(bytes.length)
  const row = new Uint8Array(rowBytes)
  for (let start = 0; start < bytes.length; start += rowBytes) {
    for (let i = 0; i < samples; i++) row[i] = bytes[start + i] as number
    for (let i = samples; i < rowBytes; i++) {
      row[i] = (bytes[start + i] as number) + (row[i - samples] as number)
    }
    for (let byte = 0; byte < size; byte++) {
      const from = byte * rowSamples
      let to = start + (machineIsBigEndian ? byte : size - 1 - byte)
      for (let i = 0; i < rowSamples; i++, to += size) result[to] = row[from + i] as number
    }
  }
  return result
}
