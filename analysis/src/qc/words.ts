/**
 * Bytes as whole numbers of 32 bits, four at a time, the first lowest: every access to memory is checked, which costs
 * more than taking a number apart. Null where they don't begin or end at a multiple of four, or the machine has the
 * highest byte first.
 */
export function wordsOf(bytes: Uint8Array): Uint32Array | null {
  if (!isLittleEndian || bytes.byteOffset % 4 !== 0 || bytes.length % 4 !== 0) return null
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
