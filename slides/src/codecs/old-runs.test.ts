import { describe, expect, it } from 'vitest'
import { SlideError } from '../errors.ts'
import { decodeNext, decodeThunderScan } from './old-runs.ts'
import { randomBytes } from './test-support/seeded-bytes.ts'

const size = { width: 10, height: 3 }

describe('NeXT', () => {
  it('has rows as they are, in part, and as runs', () => {
    const rows = [0, 0x1b, 0xe4, 0x50, 0x40, 0, 1, 0, 1, 0x27, 0x04, 0x42, 0x83, 0x3f]
    expect([...decodeNext(Uint8Array.from(rows), size)]).toEqual([
      ...[0x1b, 0xe4, 0x50],
      ...[0xff, 0x27, 0xff],
      ...[0x00, 0x5a, 0x8f],
    ])
  })

  it.each([
    ['ends early', [0, 1, 2, 3, 0, 1], 'NeXT: ends in row 1 of 3'],
    ['leaves its row', [0x40, 0, 2, 0, 2, 1, 1], 'NeXT: has 2 bytes at 2 of the 3 of a row'],
  ])('that %s is an error', (_, rows, message) => {
    expect(() => decodeNext(Uint8Array.from(rows), size)).toThrow(message)
  })
})

describe('ThunderScan', () => {
  it('has runs, small and large steps, and pixels as they are', () => {
    const row = [0xc5, 0x03, 0b01_01_10_11, 0b10_010_100, 0b10_111_101, 0xca]
    expect([...decodeThunderScan(Uint8Array.from([...row, ...row, ...row]), size).subarray(0, 5)]).toEqual([
      ...[0x55, 0x55, 0x65, 0x76, 0x3a],
    ])
  })

  it.each([
    ['ends early', [0xc5, 0x03], 'ThunderScan: ends in row 0 of 3'],
    ['leaves its row', [0x3f], 'ThunderScan: has 63 pixels in row 0 of 10'],
  ])('that %s is an error', (_, rows, message) => {
    expect(() => decodeThunderScan(Uint8Array.from(rows), size)).toThrow(message)
  })
})

it.each([decodeNext, decodeThunderScan])('any bytes give rows or an error', (decode) => {
  for (let seed = 1; seed <= 200; seed++) {
    try {
      decode(randomBytes(40, seed), size)
    } catch (error) {
      if (!(error instanceof SlideError)) throw error
    }
  }
})
