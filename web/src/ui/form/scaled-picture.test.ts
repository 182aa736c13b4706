import { expect, test } from 'vitest'
import { bytesOfDataUrl, fitWithin } from './scaled-picture.ts'

const box = { width: 640, height: 160 }

test('a wide picture is bounded by the width, a tall one by the height', () => {
  expect(fitWithin({ width: 1280, height: 100 }, box)).toEqual({ width: 640, height: 50 })
  expect(fitWithin({ width: 400, height: 1600 }, box)).toEqual({ width: 40, height: 160 })
})

test('a small picture stays as it is', () => {
  expect(fitWithin({ width: 64, height: 64 }, box)).toEqual({ width: 64, height: 64 })
})

test('the thinnest picture still has a pixel', () => {
  expect(fitWithin({ width: 64_000, height: 2 }, box)).toEqual({ width: 640, height: 1 })
})

test.each([0, 1, 2, 3, 100])('%i bytes are counted from their data: URL', (count) => {
  const content = Buffer.alloc(count, 7).toString('base64')
  expect(bytesOfDataUrl(`data:image/png;base64,${content}`)).toBe(count)
})
