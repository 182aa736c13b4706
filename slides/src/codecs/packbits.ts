/** At most `expectedBytes`; fewer where the data ends early. */
export function decodePackbits(encoded: Uint8Array, expectedBytes: number): Uint8Array {
  const output = new Uint8Array(expectedBytes)
  let written = 0
  let position = 0
  while (written < expectedBytes && position < encoded.length) {
    const control = encoded[position++] as number
    if (control < 128) {
      const literal = encoded.subarray(position, position + Math.min(control + 1, expectedBytes - written))
      output.set(literal, written)
      written += literal.length
      position += control + 1
    } else if (control > 128) {
      if (position >= encoded.length) break
      const end = Math.min(written + 257 - control, expectedBytes)
      output.fill(encoded[position++] as number, written, end)
      written = end
    }
    // 128 stands for nothing.
  }
  return output.subarray(0, written)
}
