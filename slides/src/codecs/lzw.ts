import { SlideError } from '../errors.ts'

const clearCode = 256
const endCode = 257
const firstCode = 258
const tableSize = 4096

/**
 * TIFF LZW, the specification's and the one libtiff wrote before (lowest bit first, codes growing one later), which
 * its first code tells. At most `expectedBytes`; fewer where the data ends early.
 *
 * Each string of the table is the one before it and one byte more, and these stand side by side in the output
 * already. So the table is only a list of places: string n goes from place n to place n + 1, both included.
 */
export function decodeLzw(encoded: Uint8Array, expectedBytes: number): Uint8Array {
  const output = new Uint8Array(expectedBytes)
  const places = new Int32Array(tableSize + 1)
  const old = isOldStyle(encoded)
  const early = old ? 0 : 1
  let last = firstCode - 1
  let width = 9
  let growAt = (1 << width) - early
  let bits = 0
  let bitCount = 0
  let position = 0
  let written = 0
  while (written < expectedBytes) {
    while (bitCount < width) {
      if (position >= encoded.length) return output.subarray(0, written)
      const byte = encoded[position++] as number
      bits = old ? bits | (byte << bitCount) : (bits << 8) | byte
      bitCount += 8
    }
    bitCount -= width
    const code = (old ? bits : bits >>> bitCount) & ((1 << width) - 1)
    if (old) bits >>>= width

    if (code === endCode) break
    if (code === clearCode) {
      last = firstCode - 1
      width = 9
      growAt = (1 << width) - early
      continue
    }
    if (code >= firstCode && code > last) {
      throw new SlideError('malformed', 'LZW', `uses code ${code} where ${last} is the last`)
    }
    if (last < tableSize) places[++last] = written
    if (code < clearCode) output[written++] = code
    else {
      let from = places[code] as number
      const end = Math.min(written + (places[code + 1] as number) - from + 1, expectedBytes)
      // Forwards and byte by byte: a string may end with the first byte that this very loop writes.
      while (written < end) output[written++] = output[from++] as number
    }
    if (last >= growAt && width < 12) growAt = (1 << ++width) - early
  }
  return output.subarray(0, written)
}

/** A clear code with the lowest bit first, as libtiff recognises it. */
const isOldStyle = (encoded: Uint8Array): boolean => encoded[0] === 0 && ((encoded[1] ?? 0) & 1) === 1
