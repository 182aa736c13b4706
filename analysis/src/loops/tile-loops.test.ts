import { describe, expect, test } from 'vitest'
import { createBlockSums, sumBlocks } from '../qc/block-sums.ts'
import { edgeBits, fastEdgeMarker, markEdges } from '../qc/missing/edge-marks.ts'
import { averageRgb, createRgbGrey } from '../qc/rgb-grey.ts'
import { hash } from '../test-support/made-picture.ts'
import { assemble } from './test-support/assemble.ts'
import { createTileLoops } from './tile-loops.ts'
import { tileLoopsBytes } from './tile-loops-bytes.ts'

test('the bytes that are kept are those of the text', async () => {
  expect(tileLoopsBytes).toBe(await assemble('tile-loops'))
})

const pictureOf = (width: number, height: number, value: (x: number, y: number) => number) => ({
  width,
  height,
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
    ['many rows', 20, 700, (x: number, y: number) => 235 + (hash(x, y) % 12)],
    ['hardly anything', 2, 2, () => 240],
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

test('brightness is that of the plain way, for every colour', () => {
  const [width, height] = [256, 64]
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, at) => hash(at, 5) % 256)
  rgb.fill(255, 0, 60)
  const plain = { width, height, data: new Uint16Array(width * height) }
  averageRgb(rgb, width, plain, 1, 1)
  expect(createRgbGrey(1, 1)(rgb, width, { width, height })).toEqual(plain)
})

test('three tables are looked up and added', () => {
  const rgb = Uint8Array.from({ length: 30 }, (_, at) => hash(at, 2) % 256)
  const tables = Int32Array.from({ length: 768 }, (_, at) => (hash(at, 9) % 100_000) - 50_000)
  const loops = createTileLoops()
  const memory = loops.reserve(32 + 4 * (768 + 10))
  new Uint8Array(memory).set(rgb)
  new Int32Array(memory, 32).set(tables)
  loops.lookUp(0, 10, 32, 32 + 4 * 768)
  const sums = Int32Array.from({ length: 10 }, (_, pixel) =>
    [0, 1, 2].reduce((sum, part) => sum + (tables[256 * part + (rgb[3 * pixel + part] ?? 0)] ?? 0), 0),
  )
  expect(new Int32Array(memory, 32 + 4 * 768, 10)).toEqual(sums)
})
