import type { PredictedRows } from '../predictor.ts'

/** Samples in the machine's order become differences in the file's. */
export function encodePredictor(bytes: Uint8Array, rows: PredictedRows): Uint8Array {
  return rows.predictor === 2 ? differences(bytes, rows) : sortedDifferences(bytes, rows)
}

function differences(bytes: Uint8Array, { rowSamples, samples, bits, bigEndian }: PredictedRows): Uint8Array {
  if (bits === 64) return wideDifferences(bytes, rowSamples, samples, bigEndian)
  const size = bits / 8
  const input = new DataView(Uint8Array.from(bytes).buffer)
  const output = new DataView(new ArrayBuffer(bytes.length))
  const machineIsLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
  const sample = (index: number) => {
    if (size === 1) return input.getUint8(index)
    return size === 2
      ? input.getUint16(index * 2, machineIsLittle)
      : input.getUint32(index * 4, machineIsLittle)
  }
  for (let index = 0; index < bytes.length / size; index++) {
    const first = index % rowSamples < samples
    const difference = first ? sample(index) : sample(index) - sample(index - samples)
    if (size === 1) output.setUint8(index, difference)
    else if (size === 2) output.setUint16(index * 2, difference, !bigEndian)
    else output.setUint32(index * 4, difference, !bigEndian)
  }
  return new Uint8Array(output.buffer)
}

function wideDifferences(bytes: Uint8Array, rowSamples: number, samples: number, bigEndian: boolean) {
  const values = new BigUint64Array(Uint8Array.from(bytes).buffer)
  const output = new DataView(new ArrayBuffer(bytes.length))
  for (const [index, value] of values.entries()) {
    const before = index % rowSamples < samples ? 0n : (values[index - samples] as bigint)
    output.setBigUint64(index * 8, value - before, !bigEndian)
  }
  return new Uint8Array(output.buffer)
}

function sortedDifferences(bytes: Uint8Array, { rowSamples, samples, bits }: PredictedRows): Uint8Array {
  const size = bits / 8
  const rowBytes = rowSamples * size
  const machineIsLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
  const output = new Uint8Array(bytes.length)
  for (let start = 0; start < bytes.length; start += rowBytes) {
    const sorted = new Uint8Array(rowBytes)
    for (let i = 0; i < rowSamples; i++) {
      for (let byte = 0; byte < size; byte++) {
        const weight = machineIsLittle ? size - 1 - byte : byte
        sorted[byte * rowSamples + i] = bytes[start + i * size + weight] ?? 0
      }
    }
    for (let i = 0; i < rowBytes; i++) {
      output[start + i] = (sorted[i] ?? 0) - (i < samples ? 0 : (sorted[i - samples] ?? 0))
    }
  }
  return output
}
