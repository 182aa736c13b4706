import { expect, test } from 'vitest'
import { undoPredictor } from '../codecs/predictor.ts'
import { bytesOf, pixelsOf } from '../pixels.ts'
import { halveTile } from './halve-tile.ts'
import { cut, halvePicture, makePicture } from './test-support/picture.ts'
import type { Samples } from './tile-pixels.ts'
import { fillWithColor, hasOneColor, placeQuarter, repeatEdges, takeDifferences } from './tile-pixels.ts'

for (const samples of [1, 3] as const) {
  for (const pixelType of ['u8', 'u16'] as const) {
    test(`${samples} samples of ${pixelType} are halved to the mean of 2 × 2, and quarters find their place`, () => {
      const shape = { side: 32, samples }
      const picture = makePicture(64, 64, samples, pixelType)
      const made = picture.data.slice(0, 32 * 32 * samples).fill(0)
      for (let index = 0; index < 4; index++) {
        const tile = cut(picture, (index % 2) * 32, index < 2 ? 0 : 32, 32, 32)
        const quarter = made.slice(0, made.length / 4)
        halveTile(tile.data as Samples, quarter, shape, 'mean')
        placeQuarter(quarter, index, made, shape)
      }
      expect(made).toEqual(halvePicture(picture).data)
    })

    test(`differences of ${samples} samples of ${pixelType} are what readers add up again`, () => {
      const { data } = makePicture(16, 16, samples, pixelType)
      const differences = data.slice()
      takeDifferences(differences, { side: 16, samples })
      const rows = { predictor: 2, rowSamples: 16 * samples, samples, bigEndian: false } as const
      const undone = undoPredictor(bytesOf(differences), { ...rows, bits: pixelType === 'u8' ? 8 : 16 })
      expect(pixelsOf(pixelType, undone)).toEqual(data)
    })
  }
}

test('means are rounded half up, and the largest values do not overflow', () => {
  const half = new Uint8Array(1)
  halveTile(Uint8Array.of(0, 0, 1, 1), half, { side: 2, samples: 1 }, 'mean')
  expect(half[0]).toBe(1)
  halveTile(Uint8Array.of(0, 0, 0, 1), half, { side: 2, samples: 1 }, 'mean')
  expect(half[0]).toBe(0)
  const large = new Uint16Array(1)
  halveTile(Uint16Array.of(65535, 65535, 65535, 65534), large, { side: 2, samples: 1 }, 'mean')
  expect(large[0]).toBe(65535)
})

test('edges are repeated over the padding', () => {
  const data = Uint8Array.of(1, 2, 9, 9, 3, 4, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)
  repeatEdges(data, { side: 4, samples: 1 }, 2, 2)
  expect([...data]).toEqual([1, 2, 2, 2, 3, 4, 4, 4, 3, 4, 4, 4, 3, 4, 4, 4])
})

test('only what is inside of the level decides whether a tile is background', () => {
  const shape = { side: 4, samples: 3 }
  const color = [10, 20, 30]
  const data = new Uint8Array(48)
  fillWithColor(data, color)
  expect(hasOneColor(data, shape, 4, 4, color)).toBe(true)
  data[3 * 12 + 3 * 3 + 2] = 31
  expect(hasOneColor(data, shape, 4, 4, color)).toBe(false)
  expect(hasOneColor(data, shape, 3, 4, color)).toBe(true)
  expect(hasOneColor(data, shape, 4, 3, color)).toBe(true)
})
