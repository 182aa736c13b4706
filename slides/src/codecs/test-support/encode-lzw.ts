const clearCode = 256
const endCode = 257
const firstCode = 258

/**
 * TIFF LZW. `old` writes what libtiff wrote before 1993: the lowest bit first, and codes that grow one later than
 * the specification's.
 */
export function encodeLzw(bytes: Uint8Array, { old = false }: { old?: boolean } = {}): Uint8Array {
  const output: number[] = []
  let pending = 0
  let pendingBits = 0
  let width = 9
  const write = (code: number) => {
    pending = old ? pending | (code << pendingBits) : (pending << width) | code
    pendingBits += width
    while (pendingBits >= 8) {
      output.push(old ? pending & 255 : (pending >>> (pendingBits - 8)) & 255)
      pendingBits -= 8
      pending = old ? pending >>> 8 : pending & ((1 << pendingBits) - 1)
    }
  }

  let table = new Map<number, number>()
  let next = firstCode
  const lastOfWidth = () => (1 << width) - (old ? 0 : 1)
  const grow = () => {
    if (next > lastOfWidth() && width < 12) width++
  }
  write(clearCode)
  let string = -1
  for (const byte of bytes) {
    if (string < 0) {
      string = byte
      continue
    }
    const longer = table.get(string * 256 + byte)
    if (longer !== undefined) {
      string = longer
      continue
    }
    write(string)
    table.set(string * 256 + byte, next++)
    grow()
    if (next === 4094) {
      write(clearCode)
      table = new Map()
      next = firstCode
      width = 9
    }
    string = byte
  }
  if (string >= 0) {
    write(string)
    next++
    grow()
  }
  write(endCode)
  if (pendingBits > 0) output.push(old ? pending & 255 : (pending << (8 - pendingBits)) & 255)
  return Uint8Array.from(output)
}
