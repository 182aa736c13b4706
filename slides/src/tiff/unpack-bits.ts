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
