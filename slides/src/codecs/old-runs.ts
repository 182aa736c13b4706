import { SlideError } from '../errors.ts'

interface Image {
  readonly width: number
  readonly height: number
}

const tooShort = (structure: string, row: number, height: number) =>
  new SlideError('malformed', structure, `ends in row ${row} of ${height}`)

/** Compression 32766 of NeXT: rows of 2 bits a pixel, as they are, in part as they are, or as runs; the rest is white. */
export function decodeNext(encoded: Uint8Array, { width, height }: Image): Uint8Array {
  const rowBytes = Math.ceil(width / 4)
  const output = new Uint8Array(rowBytes * height).fill(0xff)
  let position = 0
  const nextByte = (row: number): number => {
    const byte = encoded[position++]
    if (byte === undefined) throw tooShort('NeXT', row, height)
    return byte
  }
  const nextShort = (row: number) => (nextByte(row) << 8) | nextByte(row)
  for (let row = 0; row < height; row++) {
    const start = row * rowBytes
    const kind = nextByte(row)
    if (kind === 0 || kind === 0x40) {
      const offset = kind === 0 ? 0 : nextShort(row)
      const length = kind === 0 ? rowBytes : nextShort(row)
      if (offset + length > rowBytes) {
        throw new SlideError(
          'malformed',
          'NeXT',
          `has ${length} bytes at ${offset} of the ${rowBytes} of a row`,
        )
      }
      if (position + length > encoded.length) throw tooShort('NeXT', row, height)
      output.set(encoded.subarray(position, position + length), start + offset)
      position += length
      continue
    }
    let run = kind
    for (let column = 0; ; run = nextByte(row)) {
      const end = Math.min(width, column + (run & 0x3f))
      for (; column < end; column++) setPixel(output, start, column, run >> 6, 2)
      if (column >= width) break
    }
  }
  return output
}

/** What is added to the last pixel; nothing is written for the value that is not a number. */
const smallSteps = [0, 1, Number.NaN, -1]
const largeSteps = [0, 1, 2, 3, Number.NaN, -3, -2, -1]

/** Compression 32809 of ThunderScan: rows of 4 bits a pixel as runs, differences from the last pixel, or as they are. */
export function decodeThunderScan(encoded: Uint8Array, { width, height }: Image): Uint8Array {
  const rowBytes = Math.ceil(width / 2)
  const output = new Uint8Array(rowBytes * height)
  let position = 0
  for (let row = 0; row < height; row++) {
    let column = 0
    let last = 0
    const put = (value: number) => {
      if (Number.isNaN(value)) return
      last = value & 15
      if (column < width) setPixel(output, row * rowBytes, column, last, 4)
      column++
    }
    while (column < width) {
      const byte = encoded[position++]
      if (byte === undefined) throw tooShort('ThunderScan', row, height)
      const kind = byte >> 6
      if (kind === 0) for (let run = byte; run > 0; run--) put(last)
      else if (kind === 1)
        for (const shift of [4, 2, 0]) put(last + (smallSteps[(byte >> shift) & 3] as number))
      else if (kind === 2) for (const shift of [3, 0]) put(last + (largeSteps[(byte >> shift) & 7] as number))
      else put(byte)
    }
    if (column > width) {
      throw new SlideError('malformed', 'ThunderScan', `has ${column} pixels in row ${row} of ${width}`)
    }
  }
  return output
}

function setPixel(output: Uint8Array, start: number, column: number, value: number, bits: 2 | 4): void {
  const bit = column * bits
  const at = start + (bit >> 3)
  const shift = 8 - bits - (bit & 7)
  output[at] = ((output[at] as number) & ~(((1 << bits) - 1) << shift)) | (value << shift)
}
