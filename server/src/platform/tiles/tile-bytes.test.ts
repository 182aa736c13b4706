import { describe, expect, test } from 'vitest'
import { createTileBytes } from './tile-bytes.ts'

describe('memory for tiles', () => {
  test('is the same for the next one when it was given back', () => {
    const bytes = createTileBytes()
    const first = bytes.take(100)
    bytes.giveBack(first.subarray(10))
    expect(bytes.take(50).buffer).toBe(first.buffer)
  })

  test('that was not given back is never read into again', () => {
    const bytes = createTileBytes()
    const kept = bytes.take(100).fill(1)
    const next = bytes.take(100).fill(2)
    bytes.giveBack(kept)
    const third = bytes.take(100).fill(3)
    expect([kept[0], next[0], third[0]]).toEqual([1, 2, 3])
  })

  test('of others is left alone', () => {
    const bytes = createTileBytes()
    const mine = bytes.take(10)
    bytes.giveBack(new Uint8Array(10))
    expect(bytes.take(10).buffer).not.toBe(mine.buffer)
  })

  test('is as long as it is asked for', () => {
    const bytes = createTileBytes()
    expect([bytes.take(7).length, bytes.take(1_000_000).length]).toEqual([7, 1_000_000])
  })
})
