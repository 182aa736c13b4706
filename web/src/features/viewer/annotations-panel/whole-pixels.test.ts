import { expect, test } from 'vitest'
import { wholePixels } from './whole-pixels.ts'

const image = { width: 100, height: 80 }

test('the box around an annotation in whole pixels, as far as it lies in the image', () => {
  expect(wholePixels({ minX: 10.4, minY: 20, maxX: 30.1, maxY: 40 }, image)).toEqual({
    x: 10,
    y: 20,
    width: 21,
    height: 20,
  })
  expect(wholePixels({ minX: -5, minY: 70, maxX: 20, maxY: 95 }, image)).toEqual({
    x: 0,
    y: 70,
    width: 20,
    height: 10,
  })
  expect(wholePixels({ minX: -20, minY: 0, maxX: -5, maxY: 10 }, image)).toBeNull()
})
