import { expect, test } from 'vitest'
import { pagesOfPlanes } from './ome-planes.ts'
import type { OmeImage, TiffDataBlock } from './ome-xml.ts'

const image = (size: [number, number, number], order: string, tiffData: TiffDataBlock[] = []): OmeImage => ({
  size: { c: size[0], z: size[1], t: size[2] },
  dimensionOrder: order,
  channels: [],
  tiffData,
})

const block = (ifd: number, [c, z, t]: [number, number, number], planeCount?: number): TiffDataBlock => ({
  ifd,
  first: { c, z, t },
  planeCount,
})

test.each([
  ['XYCZT', [1, 2, 6]],
  ['XYCTZ', [1, 8, 2]],
  ['XYZCT', [3, 1, 6]],
  ['XYZTC', [12, 1, 3]],
  ['XYTCZ', [4, 8, 1]],
  ['XYTZC', [12, 4, 1]],
] as const)('follows the dimension order %s where nothing else is said', (order, [c, z, t]) => {
  const page = pagesOfPlanes(image([2, 3, 4], order), 1, 0)
  expect([page(1, 0, 0), page(0, 1, 0), page(0, 0, 1), page(1, 2, 3)]).toEqual([c, z, t, 23])
})

test('begins where the pages of the images before it end', () => {
  expect(pagesOfPlanes(image([1, 2, 1], 'XYCZT'), 1, 5)(0, 1, 0)).toBe(6)
})

test('follows blocks in any order, each counting on from its first plane', () => {
  const page = pagesOfPlanes(
    image([2, 2, 1], 'XYZCT', [block(7, [1, 0, 0], 2), block(3, [0, 1, 0], 1)]),
    1,
    0,
  )
  expect([page(0, 0, 0), page(0, 1, 0), page(1, 0, 0), page(1, 1, 0)]).toEqual([undefined, 3, 7, 8])
})

test('stops at the last plane, and passes over blocks that begin beyond it', () => {
  const page = pagesOfPlanes(
    image([2, 1, 1], 'XYCZT', [block(0, [0, 0, 0], 1e9), block(9, [2, 0, 0], 1)]),
    1,
    0,
  )
  expect([page(0, 0, 0), page(1, 0, 0)]).toEqual([0, 1])
})

test('counts pages of several samples, whether FirstC counts samples or pages', () => {
  const bySample = pagesOfPlanes(
    image([6, 1, 1], 'XYCZT', [block(0, [0, 0, 0], 1), block(1, [3, 0, 0], 1)]),
    3,
    0,
  )
  const byPage = pagesOfPlanes(
    image([6, 1, 1], 'XYCZT', [block(0, [0, 0, 0], 1), block(1, [1, 0, 0], 1)]),
    3,
    0,
  )
  expect([bySample(0, 0, 0), bySample(1, 0, 0)]).toEqual([0, 1])
  expect([byPage(0, 0, 0), byPage(1, 0, 0)]).toEqual([0, 1])
})

test('counts samples in FirstC where it is no more than the number of pages', () => {
  const blocks = [block(0, [0, 0, 0], 1), block(1, [2, 0, 0], 1)]
  const page = pagesOfPlanes(image([4, 1, 1], 'XYCZT', blocks), 2, 0)
  expect([page(0, 0, 0), page(1, 0, 0)]).toEqual([0, 1])
})

test('refuses more planes than a file can have pages, and blocks that name them endlessly', () => {
  expect(() => pagesOfPlanes(image([1000, 1000, 1000], 'XYCZT'), 1, 0)).toThrow(
    'OME-XML: has 1000000000 planes, more than 20000',
  )
  const all = Array.from({ length: 200 }, () => block(0, [0, 0, 0], 20_000))
  expect(() => pagesOfPlanes(image([1, 20_000, 1], 'XYCZT', all), 1, 0)).toThrow('names its planes too often')
})
