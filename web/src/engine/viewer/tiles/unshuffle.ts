/** Numbers of 16 bits from bytes that came as all low ones first, then all high ones. */
export function unshuffle(bytes: Uint8Array): Uint16Array<ArrayBuffer> {
  if (bytes.length % 2 !== 0) throw new RangeError(`${bytes.length} bytes are not pairs of bytes.`)
  const count = bytes.length / 2
  const numbers = new Uint16Array(count)
  // biome-ignore lint/style/noNonNullAssertion: both indices stay below the length
  for (let index = 0; index < count; index++) numbers[index] = bytes[index]! | (bytes[count + index]! << 8)
  return numbers
}
