import { describe, expect, it } from 'vitest'
import { SlideError } from '../errors.ts'
import { seededRandom } from '../test-support/seeded.ts'
import { type CcittCoding, decodeCcitt } from './ccitt.ts'
import { blackRuns, endOfLine, modeCodes, whiteRuns } from './ccitt-codes.ts'
import { type CcittOptions, encodeCcitt, packed } from './test-support/encode-ccitt.ts'
import { mutated } from './test-support/seeded-bytes.ts'

const codings: CcittCoding[] = ['rle', 'group3', 'group3-2d', 'group4']

/** Runs of all lengths, many of them as in the row above or a little beside. */
function drawing(width: number, height: number, seed = 1): Uint8Array {
  const random = seededRandom(seed)
  const pixels = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    if (row > 0 && random() < 0.6) pixels.copyWithin(row * width, (row - 1) * width, row * width)
    for (let changes = Math.floor(random() * 6); changes > 0; changes--) {
      const from = Math.floor(random() * width)
      const to = Math.min(width, from + Math.ceil(random() ** 4 * width))
      pixels.fill(random() < 0.5 ? 0 : 1, row * width + from, row * width + to)
    }
  }
  return pixels
}

const unpacked = (rows: Uint8Array, width: number, height: number): Uint8Array => {
  const rowBytes = Math.ceil(width / 8)
  return Uint8Array.from({ length: width * height }, (_, index) => {
    const column = index % width
    const byte = rows[Math.floor(index / width) * rowBytes + (column >> 3)] as number
    return (byte >> (7 - (column & 7))) & 1
  })
}

const decoded = (encoded: Uint8Array, coding: CcittCoding, width: number, height: number) =>
  unpacked(decodeCcitt(encoded, coding, { width, height }), width, height)

describe('the codes', () => {
  it.each([
    ['white', whiteRuns],
    ['black', blackRuns],
  ])('of %s runs begin with none of the others, and leave only those of eight zeros unused', (_, codes) => {
    const all = [...codes.values()]
    expect(all.filter((code) => all.some((other) => other !== code && code.startsWith(other)))).toEqual([])
    const used = all.reduce((sum, code) => sum + 2 ** -code.length, 0)
    // 0000 0000 and, among the long ones, 0000 0001 00 … are free.
    expect(1 - used).toBeGreaterThanOrEqual(2 ** -8)
    expect(1 - used).toBeLessThan(2 ** -7)
    expect(codes.size).toBe(64 + 40)
  })

  it('of rows that refer to the one above are those of T.4', () => {
    const used = [...modeCodes.values()].reduce((sum, code) => sum + 2 ** -code.length, 0)
    expect(used).toBe(1 - 2 ** -7)
  })
})

describe.each(codings)('%s', (coding) => {
  it.each([
    [1, 9],
    [7, 12],
    [64, 30],
    [333, 40],
    [2700, 24],
    [9000, 8],
  ])('of %i × %i pixels comes back', (width, height) => {
    const pixels = drawing(width, height, width)
    expect(decoded(encodeCcitt(pixels, width, height, { coding }), coding, width, height)).toEqual(pixels)
  })

  it('that ends early leaves the missing rows white', () => {
    const pixels = drawing(200, 40)
    const whole = encodeCcitt(pixels, 200, 20, { coding, end: false })
    const rows = decoded(whole, coding, 200, 40)
    expect(rows.subarray(0, 200 * 20)).toEqual(pixels.subarray(0, 200 * 20))
    expect(rows.subarray(200 * 20).every((value) => value === 0)).toBe(true)
    const cut = decoded(whole.subarray(0, whole.length >> 1), coding, 200, 40)
    const rowsLeft = Math.floor(cut.lastIndexOf(1) / 200)
    expect(rowsLeft).toBeGreaterThan(4)
    expect(cut.subarray(0, rowsLeft * 200)).toEqual(pixels.subarray(0, rowsLeft * 200))
  })

  it('without any data is white', () => {
    expect(decodeCcitt(new Uint8Array(0), coding, { width: 20, height: 3 })).toEqual(new Uint8Array(9))
  })

  it('with changed bytes gives rows or an error, never anything else', () => {
    const encoded = encodeCcitt(drawing(150, 30), 150, 30, { coding })
    const codes = new Set<string>()
    for (let seed = 1; seed <= 400; seed++) {
      try {
        codes.add(`${decodeCcitt(mutated(encoded, seed), coding, { width: 150, height: 30 }).length}`)
      } catch (error) {
        if (!(error instanceof SlideError)) throw error
        codes.add(error.code)
      }
    }
    expect([...codes].toSorted()).toEqual(
      ['570', 'malformed', 'unsupported'].filter((code) => codes.has(code)),
    )
    expect(codes).toContain('malformed')
  })
})

describe('Group 3', () => {
  const pixels = drawing(120, 20)
  it.each<[CcittOptions['coding'], CcittOptions['eol'], boolean]>([
    ['group3', 'plain', false],
    ['group3', 'filled', true],
    ['group3', 'filled', false],
    ['group3', 'none', true],
    ['group3', 'none', false],
    ['group3-2d', 'plain', false],
    ['group3-2d', 'filled', true],
  ])('(%s, end-of-line codes %s, end: %s) comes back', (coding, eol, end) => {
    if (coding !== 'group3' && coding !== 'group3-2d') throw new Error('of Group 3')
    const encoded = encodeCcitt(pixels, 120, 20, { coding, eol, end })
    expect(decoded(encoded, coding, 120, 20)).toEqual(pixels)
  })
})

describe('damage', () => {
  const image = { width: 16, height: 2 }
  it.each<[string, CcittCoding, string, string]>([
    ['a code that does not exist', 'rle', '0000000011111111', 'has a code that does not exist'],
    ['a run that leaves the row', 'rle', '101011', 'has more than its 16 pixels'],
    ['runs without an end', 'rle', '11011'.repeat(9), 'has more than its 16 pixels'],
    ['a row that ends early', 'group3', `${endOfLine}1000${endOfLine}`, 'has a code that does not exist'],
    ['a change left of the row', 'group4', '001 1000 11 010 0000010', 'has a change outside of it'],
    ['a change right of the row', 'group4', '011', 'has a change outside of it'],
  ])('such as %s is an error', (_, coding, bits, reason) => {
    const encoded = packed(bits.replaceAll(' ', '').padEnd(96, '0'))
    expect(() => decodeCcitt(encoded, coding, image)).toThrow(
      expect.objectContaining({
        code: 'malformed',
        structure: 'CCITT',
        reason: `is damaged: row 0 ${reason}`,
      }),
    )
  })

  it('such as data that are not coded is refused', () => {
    expect(() => decodeCcitt(packed('0000001111'), 'group4', image)).toThrow('has an extension in row 0')
  })

  it('such as runs of no pixels takes neither more room nor changes anything', () => {
    // Horizontal, 0 white, 0 black.
    const none = '001 00110101 0000110111'.replaceAll(' ', '')
    const encoded = packed(`${none.repeat(200)}1${none.repeat(200)}011`.padEnd(9000, '0'))
    expect(() => decodeCcitt(encoded, 'group4', image)).toThrow('row 1 has a change outside of it')
  })
})
