import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { memorySource, openSlide } from '@cresyl/slides'
import { expect, test } from 'vitest'
import { readPng } from '../../../http/test-support/read-png.ts'
import { bandRows, fillMask, type MaskShape } from './fill-mask.ts'
import { maskPng } from './mask-png.ts'
import { maskTiff } from './mask-tiff.ts'

const ring = (...corners: number[]) => Float64Array.from(corners)
const shape = (value: number, ...rings: Float64Array[]): MaskShape => {
  const ys = rings.flatMap((each) => [...each].filter((_, n) => n % 2 === 1))
  return { value, rings, minY: Math.min(...ys), maxY: Math.max(...ys) }
}
const square = (x: number, y: number, side: number) =>
  ring(x, y, x + side, y, x + side, y + side, x, y + side, x, y)

const [width, height] = [40, bandRows + 30]
const shapes = [
  shape(1, square(2, 2, 30), square(10, 10, 8)),
  shape(2, square(12.4, bandRows - 4, 9)),
  // Beyond the edges on all sides.
  shape(3, ring(-50, height - 3, 90, height - 3, 90, height + 50, -50, height + 50, -50, height - 3)),
]

const drawn = () => {
  const pixels = Buffer.concat([...fillMask(shapes, width, height)])
  return (x: number, y: number) => pixels[y * width + x]
}

test('pixels have the number of what their middle lies in, holes and the background 0', () => {
  const at = drawn()
  expect([at(1, 5), at(2, 2), at(31, 31), at(32, 31), at(9, 12), at(10, 10), at(17, 17), at(18, 17)]).toEqual(
    [...[0, 1, 1, 0, 1, 0, 0, 1]],
  )
  // Over the edge of a band.
  for (const y of [bandRows - 4, bandRows - 1, bandRows, bandRows + 4]) {
    expect([at(11, y), at(12, y), at(20, y), at(21, y)]).toEqual([0, 2, 2, 0])
  }
  expect([at(0, height - 4), at(0, height - 3), at(39, height - 1)]).toEqual([0, 3, 3])
})

test('areas of a mask are those of its shapes', () => {
  const corners = Array.from({ length: 200 }, (_, n) => {
    const angle = (2 * Math.PI * n) / 200
    return [100 + 80 * Math.cos(angle), 100 + 60 * Math.sin(angle)]
  }).flat()
  const ellipse = shape(9, ring(...corners, corners[0] as number, corners[1] as number))
  const pixels = Buffer.concat([...fillMask([ellipse], 200, 200)])
  const covered = pixels.reduce((sum, value) => sum + (value === 9 ? 1 : 0), 0)
  expect(Math.abs(covered / (Math.PI * 80 * 60) - 1)).toBeLessThan(0.005)
})

const picture = () => ({
  width,
  height,
  bands: fillMask(shapes, width, height),
  mpp: { x: 0.5, y: 0.5 },
  description: '{"classes":["µ"]}',
})

test('as PNG it has these numbers, and says what they mean', async () => {
  const bytes = await buffer(Readable.from(maskPng(picture())))
  const png = readPng(bytes)
  expect(png).toMatchObject({ width, height, samples: 1 })
  expect(Buffer.from(png.data).equals(Buffer.concat([...fillMask(shapes, width, height)]))).toBe(true)
  expect(bytes.includes('{"classes":["µ"]}')).toBe(true)
})

test('as TIFF it has the same, with its µm a pixel', async () => {
  const bytes = await buffer(Readable.from(maskTiff(picture())))
  expect(bytes.includes('{"classes":["µ"]}')).toBe(true)
  const slide = await openSlide(memorySource(bytes, 'mask.tiff'))
  const [image] = slide.images
  expect(image).toMatchObject({ width, height, samples: 1, pixelType: 'u8' })
  await slide.close()
})
