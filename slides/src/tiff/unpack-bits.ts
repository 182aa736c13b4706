/**
 * Samples of 1, 2 or 4 bits, the first in the highest bits, as one byte each. Each row begins with a new byte.
 * `scaled` spreads them over 0..255.
 */
export function unpackBits(
  packed: Uint8Array,
  rowSamples: number,
  rows: number,
  bits: number,
  scaled: boolean,
): Uint8Array {
  const samples = new Uint8Array(rowSamples * rows)
  const rowBytes = Math.ceil((rowSamples * bits) / 8)
  if (bits === 1) {
    for (let row = 0; row < rows; row++) {
      unpackRow(
        packed.subarray(row * rowBytes),
        samples.subarray(row * rowSamples, (row + 1) * rowSamples),
        scaled,
      )
    }
    return samples
  }
  const mask = (1 << bits) - 1
  const factor = scaled ? 255 / mask : 1
  for (let row = 0, to = 0; row < rows; row++) {
    let from = row * rowBytes
    let shift = 8
    for (let i = 0; i < rowSamples; i++) {
      shift -= bits
      samples[to++] = (((packed[from] as number) >> shift) & mask) * factor
      if (shift > 0) continue
      shift = 8
      from++
    }
  }
  return samples
}

/** Of 1 bit each; pages of 100 megapixels are usual. */
function unpackRow(packed: Uint8Array, row: Uint8Array, scaled: boolean): void {
  const one = scaled ? 255 : 1
  const whole = row.length & ~7
  let from = 0
  let to = 0
  for (; to < whole; to += 8) {
    const byte = packed[from++] as number
    if (byte === 0) continue
    row[to] = -(byte >> 7) & one
    row[to + 1] = -((byte >> 6) & 1) & one
    row[to + 2] = -((byte >> 5) & 1) & one
    row[to + 3] = -((byte >> 4) & 1) & one
    row[to + 4] = -((byte >> 3) & 1) & one
    row[to + 5] = -((byte >> 2) & 1) & one
    row[to + 6] = -((byte >> 1) & 1) & one
    row[to + 7] = -(byte & 1) & one
  }
  for (let shift = 7; to < row.length; to++, shift--)
    row[to] = -(((packed[from] as number) >> shift) & 1) & one
}
