import { describe, expect, it } from 'vitest'
import { planeDepth8, planeDepth16, shuffleBytes, unshuffleBytes } from './planes.ts'
import { scattered, tileOf } from './test-support/memory-image.ts'

describe('planeDepth8', () => {
  it('spreads the window over 0–255, rounded', () => {
    const tile = tileOf('u16', 300, 1, 1, (x) => x * 10)
    const plane = planeDepth8(tile, [500, 2500])
    for (let x = 0; x < 300; x++) {
      const expected = Math.max(0, Math.min(255, ((x * 10 - 500) / 2000) * 255))
      expect(Math.abs((plane[x] ?? 0) - expected)).toBeLessThanOrEqual(0.501)
    }
  })

  it('takes every pixel type', () => {
    expect([
      ...planeDepth8(
        tileOf('i8', 3, 1, 1, (x) => [-128, 0, 127][x] ?? 0),
        [-128, 127],
      ),
    ]).toEqual([0, 128, 255])
    expect([
      ...planeDepth8(
        tileOf('i16', 3, 1, 1, (x) => (x - 1) * 100),
        [-100, 100],
      ),
    ]).toEqual([0, 128, 255])
    expect([
      ...planeDepth8(
        tileOf('u32', 2, 1, 1, (x) => 3e9 + x * 1e9),
        [3e9, 4e9],
      ),
    ]).toEqual([0, 255])
    expect([
      ...planeDepth8(
        tileOf('i32', 3, 1, 1, (x) => (x - 1) * 2e9),
        [-2e9, 2e9],
      ),
    ]).toEqual([0, 128, 255])
    expect([
      ...planeDepth8(
        tileOf('f32', 2, 1, 1, (x) => x / 4),
        [0, 0.5],
      ),
    ]).toEqual([0, 128])
    expect([
      ...planeDepth8(
        tileOf('u8', 2, 1, 1, (x) => x * 255),
        [0, 255],
      ),
    ]).toEqual([0, 255])
  })
})

describe('planeDepth16', () => {
  it('keeps values without sign and shifts those with one', () => {
    expect([...planeDepth16(tileOf('u8', 2, 1, 1, (x) => x * 255))]).toEqual([0, 255])
    expect([...planeDepth16(tileOf('u16', 2, 1, 1, (x) => x * 65535))]).toEqual([0, 65535])
    expect([...planeDepth16(tileOf('i8', 2, 1, 1, (x) => x * 255 - 128))]).toEqual([0, 255])
    expect([...planeDepth16(tileOf('i16', 2, 1, 1, (x) => x * 65535 - 32768))]).toEqual([0, 65535])
  })

  it('needs a window for values of 32 bits', () => {
    const tile = tileOf('f32', 3, 1, 1, (x) => [0, 0.5, Number.NaN][x] ?? 0)
    expect([...planeDepth16(tile, [0, 1])]).toEqual([0, 32768, 0])
    const labels = tileOf('i32', 3, 1, 1, (x) => [-70_000, 0, 70_000][x] ?? 0)
    expect([...planeDepth16(labels, [-70_000, 70_000])]).toEqual([0, 32768, 65535])
    expect(() => planeDepth16(tile)).toThrow("plane: f32 values don't fit into 16 bits without a window")
  })
})

describe('shuffleBytes', () => {
  it('puts low bytes before high bytes and back', () => {
    expect([...shuffleBytes(Uint16Array.of(0x0102, 0xfffe))]).toEqual([0x02, 0xfe, 0x01, 0xff])
    const values = Uint16Array.from({ length: 999 }, (_, i) => scattered(i, 0, 0, 65536))
    expect(unshuffleBytes(shuffleBytes(values))).toEqual(values)
    expect(shuffleBytes(new Uint16Array(0))).toEqual(new Uint8Array(0))
  })

  it('refuses half a value', () => {
    expect(() => unshuffleBytes(new Uint8Array(3))).toThrow('has an odd number of bytes, 3')
  })
})
