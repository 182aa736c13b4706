export interface XzOptions {
  /** Each byte as the difference from the one so many before it. */
  readonly delta?: number
}

/** An xz stream of chunks that aren't compressed, its checksums left out. */
export function encodeXz(bytes: Uint8Array, { delta = 0 }: XzOptions = {}): Uint8Array {
  const filters = delta > 0 ? [1, 3, 1, delta - 1, 0x21, 1, 8] : [0, 0x21, 1, 8]
  const header = Buffer.alloc(12)
  header.set([2, ...filters])
  const coded = bytes.map((byte, index) =>
    delta > 0 && index >= delta ? byte - (bytes[index - delta] ?? 0) : byte,
  )
  const chunks: Uint8Array[] = []
  for (let at = 0; at < coded.length; at += 0x10000) {
    const chunk = coded.subarray(at, at + 0x10000)
    chunks.push(Uint8Array.of(at === 0 ? 1 : 2, (chunk.length - 1) >> 8, (chunk.length - 1) & 255), chunk)
  }
  const stream = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 0, 0, 0, 0, 0])
  return new Uint8Array(Buffer.concat([stream, header, ...chunks, Buffer.alloc(8)]))
}
