import { expect, test } from 'vitest'
import { pixelsOf } from '../pixels.ts'
import { undoPredictor } from './predictor.ts'
import { encodePredictor } from './test-support/encode-predictor.ts'
import { gradient, randomBytes } from './test-support/seeded-bytes.ts'

const combinations = [2, 3].flatMap((predictor) =>
  (predictor === 2 ? [8, 16, 32, 64] : [16, 32, 64]).flatMap((bits) =>
    [1, 3, 4].flatMap((samples) =>
      [false, true].map((bigEndian) => ({ predictor: predictor as 2 | 3, bits, samples, bigEndian })),
    ),
  ),
)

test.each(combinations)(
  'predictor $predictor, $bits bits, $samples samples, big endian $bigEndian',
  (given) => {
    const rows = { ...given, rowSamples: 7 * given.samples }
    for (const bytes of [
      randomBytes((rows.rowSamples * 5 * given.bits) / 8),
      gradient(7 * (given.bits / 8), 5, given.samples),
    ]) {
      const encoded = encodePredictor(bytes, rows)
      expect(undoPredictor(encoded, rows)).toEqual(bytes)
      // Bytes of a source may begin anywhere and stay as they are.
      const shifted = new Uint8Array([0, ...encoded]).subarray(1)
      expect(undoPredictor(shifted, rows)).toEqual(bytes)
      expect(shifted).toEqual(encoded)
    }
  },
)

test('differences of a known row', () => {
  const rows = { predictor: 2, rowSamples: 4, samples: 2, bits: 16, bigEndian: true } as const
  const decoded = undoPredictor(Uint8Array.of(1, 0, 0, 5, 0, 1, 255, 255), rows)
  expect(pixelsOf('u16', decoded)).toEqual(Uint16Array.of(256, 5, 257, 4))
})

test('a known row of floating-point numbers', () => {
  // 1.0 is 3f 80 00 00 and -2.0 is c0 00 00 00: sorted 3f c0 80 00 00 00 00 00, then differences.
  const rows = { predictor: 3, rowSamples: 2, samples: 1, bits: 32, bigEndian: false } as const
  const decoded = undoPredictor(Uint8Array.of(0x3f, 0x81, 0xc0, 0x80, 0, 0, 0, 0), rows)
  expect(pixelsOf('f32', decoded)).toEqual(Float32Array.of(1, -2))
})

test('refuses what it does not read', () => {
  const rows = { predictor: 2, rowSamples: 4, samples: 1, bits: 8, bigEndian: false } as const
  expect(() => undoPredictor(new Uint8Array(7), rows)).toThrow('predictor: has 7 bytes in rows of 4')
  expect(() => undoPredictor(new Uint8Array(4), { ...rows, bits: 4 })).toThrow('samples of 4 bits')
  expect(() => undoPredictor(new Uint8Array(4), { ...rows, predictor: 3 })).toThrow('samples of 8 bits')
  expect(() => undoPredictor(new Uint8Array(8), { ...rows, samples: 0 })).toThrow('0 a pixel')
  expect(undoPredictor(new Uint8Array(0), rows)).toEqual(new Uint8Array(0))
})
