import { describe, expect, test } from 'vitest'
import { hash } from '../../test-support/made-picture.ts'
import { createBlockSums, sumBlocks } from '../block-sums.ts'
import { edgeBits, fastEdgeMarker, markEdges } from '../missing/straight-edges.ts'
import { assembleTileLoops } from './test-support/assemble.ts'
import { createTileLoops } from './tile-loops.ts'
import { tileLoopsBytes } from './tile-loops-bytes.ts'

test('the bytes that are kept are those of the text', async () => {
  expect(tileLoopsBytes).toBe(await assembleTileLoops())
})

const pictureOf = (width: number, height: number, value: (x: number, y: number) => number) => ({
  ...{ width, height },
  data: Uint16Array.from({ length: width * height }, (_, at) => value(at % width, Math.floor(at / width))),
})

describe('sums of blocks', () => {
  const sumFast = createBlockSums()
  test.each([
    ['noise of all sizes', 64, 40, (x: number, y: number) => hash(x, y) % 4096],
    ['steps as high as can be', 48, 24, (x: number, y: number) => ((x + y) % 2) * 4095],
    ['one block', 8, 8, (x: number, y: number) => hash(y, x) % 256],
    ['a size that is no multiple of 8', 37, 21, (x: number, y: number) => hash(x, y) % 256],
  ])('are those of the plain way: %s', (_, width, height, value) => {
    const picture = pictureOf(width, height, value)
    expect(sumFast(picture)).toEqual(sumBlocks(picture))
  })
})

describe('pixels at edges', () => {
  const markFast = fastEdgeMarker()
  const isInner = (width: number, height: number) => (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return x > 0 && y > 0 && x < width - 1 && y < height - 1
  }
  test.each([
    ['blocks', 48, 40, (x: number, y: number) => (x % 17 < 9 && y % 13 < 8 ? 240 : hash(x, y) % 230)],
    ['noise', 32, 32, (x: number, y: number) => 235 + (hash(x, y) % 12)],
    ['a width that is no multiple of 16', 37, 20, (x: number, y: number) => 235 + (hash(x, y) % 12)],
  ])('are those of the plain way: %s', (_, width, height, value) => {
    const picture = pictureOf(width, height, value)
    const inner = isInner(width, height)
    const marks = (found: Uint8Array) => [...found].filter((_, at) => inner(at))
    for (const [least, most] of [
      [238, 242],
      [-8, 12],
      [230, 250],
    ] as const)
      expect(marks(markFast(picture, least, most))).toEqual(marks(markEdges(picture, least, most)))
  })

  test('say on which sides there is something else', () => {
    const picture = pictureOf(16, 16, (x, y) => (x === 5 && y === 5 ? 9 : x === 6 && y === 5 ? 9 : 0))
    const marks = markFast(picture, 9, 9)
    expect(marks[5 * 16 + 5]).toBe(edgeBits.left + edgeBits.above + edgeBits.below)
    expect(marks[5 * 16 + 6]).toBe(edgeBits.right + edgeBits.above + edgeBits.below)
  })
})

test('blocks with bytes at either end of the range are marked, and only these', () => {
  const [width, height] = [48, 24]
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, at) => 1 + (hash(at, 1) % 254))
  const ends = [
    [0, 0, 0],
    [23, 8, 255],
    [24, 15, 0],
    [47, 23, 255],
  ] as const
  for (const [x, y, value] of ends) rgb[(y * width + x) * 3 + (x % 3)] = value
  const loops = createTileLoops()
  const marks = (width / 8) * (height / 8)
  const memory = loops.reserve(rgb.length + marks)
  new Uint8Array(memory).set(rgb)
  loops.markEnds(0, width, height, rgb.length)
  const truth = new Uint8Array(marks)
  for (const [x, y] of ends) truth[(y >> 3) * (width / 8) + (x >> 3)] = 1
  expect(new Uint8Array(memory, rgb.length, marks)).toEqual(truth)
})
