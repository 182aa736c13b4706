export const machineIsBigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0

/** Samples of a file's byte order in the machine's own; the bytes themselves where the two agree. */
export function toNativeOrder(bytes: Uint8Array, bits: 16 | 32 | 64, bigEndian = true): Uint8Array {
  if (bigEndian === machineIsBigEndian) return bytes
  const size = bits / 8
  const whole = bytes.length - (bytes.length % size)
  const swapped = Buffer.from(new Uint8Array(bytes.subarray(0, whole)).buffer)
  if (bits === 16) swapped.swap16()
  else if (bits === 32) swapped.swap32()
  else swapped.swap64()
  return new Uint8Array(swapped.buffer)
}
