import { SlideError } from '../errors.ts'
import { blackRuns, modeCodes, modes, whiteRuns } from './ccitt-codes.ts'

/** How rows are coded: each for itself from a new byte on, or after end-of-line codes, or by the one above. */
export type CcittCoding = 'rle' | 'group3' | 'group3-2d' | 'group4'

export interface CcittImage {
  readonly width: number
  readonly height: number
}

/**
 * Rows of one bit a pixel, 1 for black, each from a new byte on. Like libtiff it takes rows that are missing at the end
 * for white and does without end-of-line codes; a code that doesn't exist or a row that doesn't fit is an error.
 */
export function decodeCcitt(
  encoded: Uint8Array,
  coding: CcittCoding,
  { width, height }: CcittImage,
): Uint8Array {
  const rowBytes = Math.ceil(width / 8)
  const output = new Uint8Array(rowBytes * height)
  const rows = new CcittRows(encoded, width)
  for (let row = 0; row < height && rows.readRow(coding, row); row++) {
    fillRow(output, row * rowBytes, rows.changes, rows.count)
  }
  return output
}

/** Bits that the longest code takes; a table for each kind of code is indexed by its next bits. */
const runBits = 13
const modeBits = 7

/** What the next bits begin with: its length in bits, 0 where there is no such code, and its meaning. */
interface CodeTable {
  readonly lengths: Uint8Array
  readonly values: Int16Array
}

function codeTable(codes: ReadonlyMap<number, string>, bits: number): CodeTable {
  const lengths = new Uint8Array(1 << bits)
  const values = new Int16Array(1 << bits)
  for (const [value, code] of codes) {
    const first = Number.parseInt(code, 2) << (bits - code.length)
    const end = first + (1 << (bits - code.length))
    lengths.fill(code.length, first, end)
    values.fill(value, first, end)
  }
  return { lengths, values }
}

const white = codeTable(whiteRuns, runBits)
const black = codeTable(blackRuns, runBits)
const mode = codeTable(modeCodes, modeBits)

const eolZeros = 11

/** Reads row by row; what it reads lies in `changes`. */
class CcittRows {
  /** Where the colour changes, from white on: `count` columns, each right of the one before, and then the width. */
  changes: Int32Array
  count = 0
  readonly #bytes: Uint8Array
  readonly #end: number
  readonly #width: number
  /** The changes of the row above. */
  #above: Int32Array
  /** In bits. */
  #position = 0
  /** Before the row that is read. */
  #foundEol = false

  constructor(encoded: Uint8Array, width: number) {
    // Zeros follow, so that the next bits can be looked at without a question.
    this.#bytes = new Uint8Array(encoded.length + 4)
    this.#bytes.set(encoded)
    this.#end = encoded.length * 8
    this.#width = width
    this.changes = new Int32Array(width + 4).fill(width)
    this.#above = new Int32Array(width + 4)
  }

  /** False where the image ends before it. */
  readRow(coding: CcittCoding, row: number): boolean {
    const above = this.#above
    this.#above = this.changes
    this.changes = above
    this.count = 0
    const whole = this.#startRow(coding) && this.#readCodes(coding, row)
    // Where the data ends in a row, what comes after the last whole run is white.
    if (!whole) this.count &= ~1
    this.changes.fill(this.#width, this.count, this.count + 3)
    return whole || this.count > 0
  }

  #readCodes(coding: CcittCoding, row: number): boolean {
    if (coding === 'group4') return this.#readFromAbove(row)
    if (coding === 'group3-2d' && this.#foundEol && !this.#takeBit()) return this.#readFromAbove(row)
    return this.#readRuns(row)
  }

  /** Goes to the first code of a row; false where there is none. */
  #startRow(coding: CcittCoding): boolean {
    if (coding === 'rle') this.#position = (this.#position + 7) & ~7
    if (this.#position >= this.#end) return false
    if (coding === 'rle') return true
    const codeStart = this.#position
    this.#foundEol = this.#passEol()
    if (coding === 'group4') return !this.#foundEol
    if (!this.#foundEol) return this.#position === codeStart
    // Two in succession end the image; the bit that tells how the row is coded comes first.
    const rowStart = this.#position
    if (coding === 'group3-2d') this.#position++
    const ended = this.#passEol()
    this.#position = rowStart
    return !ended && rowStart < this.#end
  }

  /** Passes over fill bits and an end-of-line code; where only zeros are left, over these. */
  #passEol(): boolean {
    if (this.#peek(eolZeros) !== 0) return false
    let position = this.#position + eolZeros
    const bytes = this.#bytes
    while (position < this.#end && ((bytes[position >> 3] as number) & (128 >> (position & 7))) === 0) {
      if ((position & 7) === 0 && bytes[position >> 3] === 0) position += 8
      else position++
    }
    this.#position = position + 1
    return position < this.#end
  }

  /** Runs of white and black by turns. */
  #readRuns(row: number): boolean {
    const width = this.#width
    let column = 0
    let isBlack = false
    while (column < width) {
      const length = this.#readRun(isBlack, row)
      if (length < 0) return false
      column += length
      if (column > width) throw this.#tooLong(row)
      if (column < width) this.#addChange(column)
      isBlack = !isBlack
    }
    return true
  }

  #readFromAbove(row: number): boolean {
    const width = this.#width
    const above = this.#above
    const bytes = this.#bytes
    const { lengths, values } = mode
    let column = -1
    let isBlack = false
    // The change above that is looked at: an even one goes to black. It is of the other colour than the column's.
    let at = 0
    while (column < width) {
      while ((above[at] as number) <= column && (above[at] as number) < width) at += 2
      const byte = this.#position >> 3
      const pair = ((bytes[byte] as number) << 8) | (bytes[byte + 1] as number)
      const next = (pair >> (16 - modeBits - (this.#position & 7))) & ((1 << modeBits) - 1)
      const length = lengths[next] as number
      if (length === 0 || this.#position + length > this.#end) return this.#endsHere(row)
      this.#position += length
      const value = values[next] as number
      if (value <= 3) {
        const changed = (above[at] as number) + value
        if (changed < Math.max(column, 0) || changed > width)
          throw this.#damaged(row, 'a change outside of it')
        column = changed
        if (column < width) this.#addChange(column)
        isBlack = !isBlack
        at += at > 0 ? -1 : 1
      } else if (value === modes.pass) {
        column = above[at + 1] as number
      } else if (value === modes.horizontal) {
        const first = this.#readRun(isBlack, row)
        if (first < 0) return false
        column = Math.max(column, 0) + first
        if (column > width) throw this.#tooLong(row)
        if (column < width) this.#addChange(column)
        const second = this.#readRun(!isBlack, row)
        if (second < 0) return false
        column += second
        if (column > width) throw this.#tooLong(row)
        if (column < width) this.#addChange(column)
      } else {
        throw new SlideError('unsupported', 'CCITT', `has an extension in row ${row}, which is not read`)
      }
    }
    return true
  }

  /** Pixels of a run; −1 where the data ends in it. */
  #readRun(isBlack: boolean, row: number): number {
    const { lengths, values } = isBlack ? black : white
    let run = 0
    for (;;) {
      const next = this.#peek(runBits)
      const length = lengths[next] as number
      if (length === 0 || this.#position + length > this.#end) {
        this.#endsHere(row)
        return -1
      }
      this.#position += length
      const value = values[next] as number
      run += value
      if (value < 64) return run
      if (run > this.#width) throw this.#tooLong(row)
    }
  }

  /** Two changes in one column are none. */
  #addChange(column: number): void {
    if (this.count > 0 && this.changes[this.count - 1] === column) this.count--
    else this.changes[this.count++] = column
  }

  /** The next bits, at most 13. */
  #peek(bits: number): number {
    const at = this.#position >> 3
    const bytes = this.#bytes
    const three = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number)
    return (three >> (24 - bits - (this.#position & 7))) & ((1 << bits) - 1)
  }

  #takeBit(): boolean {
    const bit = this.#peek(1)
    this.#position++
    return bit === 1
  }

  /** A code that is cut by the end of the data, which is then at its end; any other code that can't be is damage. */
  #endsHere(row: number): false {
    if (this.#position + runBits <= this.#end) throw this.#damaged(row, 'a code that does not exist')
    this.#position = this.#end
    return false
  }

  #tooLong(row: number): SlideError {
    return this.#damaged(row, `more than its ${this.#width} pixels`)
  }

  #damaged(row: number, what: string): SlideError {
    return new SlideError('malformed', 'CCITT', `is damaged: row ${row} has ${what}`)
  }
}

/** Sets the bits of the black runs. */
function fillRow(output: Uint8Array, start: number, changes: Int32Array, count: number): void {
  for (let index = 0; index < count; index += 2) {
    const from = changes[index] as number
    // The width follows the last change.
    const to = changes[index + 1] as number
    const first = start + (from >> 3)
    const last = start + (to >> 3)
    const firstBits = 0xff >> (from & 7)
    const lastBits = ~(0xff >> (to & 7)) & 0xff
    if (first === last) {
      output[first] = (output[first] as number) | (firstBits & lastBits)
    } else {
      output[first] = (output[first] as number) | firstBits
      output.fill(0xff, first + 1, last)
      if (lastBits !== 0) output[last] = (output[last] as number) | lastBits
    }
  }
}
