const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let result = 0
  for (let bit = 0; bit < 8; bit++) result |= ((byte >> bit) & 1) << (7 - bit)
  return result
})

/** The bits of each byte in the other order: for data with fill order 2, before it is decoded. */
export function reverseBits(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) result[i] = reversed[bytes[i] as number] as number
  return result
}
