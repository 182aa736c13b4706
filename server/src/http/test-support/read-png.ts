import { inflateSync } from 'node:zlib'

export interface Pixels {
  width: number
  height: number
  samples: number
  data: Uint8Array
}

/** The pixels of a PNG of 8 bits, grey or RGB, by the book. */
export function readPng(bytes: Buffer): Pixels {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const samples = { 0: 1, 2: 3, 4: 2, 6: 4 }[bytes.readUInt8(25)]
  if (bytes.readUInt8(24) !== 8 || samples === undefined) throw new Error('Only 8 bits, without a palette')
  const parts: Buffer[] = []
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length))
  }
  const filtered = inflateSync(Buffer.concat(parts))
  const row = width * samples
  const data = new Uint8Array(row * height)
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (row + 1)]
    for (let i = 0; i < row; i += 1) {
      const at = y * row + i
      const left = i >= samples ? (data[at - samples] ?? 0) : 0
      const above = y > 0 ? (data[at - row] ?? 0) : 0
      const corner = y > 0 && i >= samples ? (data[at - row - samples] ?? 0) : 0
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0
      data[at] = (filtered[y * (row + 1) + 1 + i] ?? 0) + guess
    }
  }
  return { width, height, samples, data }
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

export function largestDifference(one: Pixels, other: Pixels): number {
  if (one.data.length !== other.data.length) return Number.POSITIVE_INFINITY
  return one.data.reduce((most, value, i) => Math.max(most, Math.abs(value - (other.data[i] ?? 0))), 0)
}
