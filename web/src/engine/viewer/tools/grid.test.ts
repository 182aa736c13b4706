import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { expect, test } from 'vitest'
import { niceAbove, niceBelow } from '../nice-length.ts'
import { defaultSpacing, gridLines, isTooClose } from './grid.ts'

const size = { frame: 'one', width: 1000, height: 600 }
const oblong = sourceSpace({ ...size, mpp: { x: 0.5, y: 1 } })
const all = { x: -50, y: -50, width: 2000, height: 2000 }

test('round lengths are 1, 2 or 5 of a power of ten', () => {
  expect([0.7, 1, 1.9, 2, 4.99, 5, 9, 10, 370].map(niceBelow)).toEqual([0.5, 1, 1, 2, 2, 5, 5, 10, 200])
  expect([0.7, 1, 1.1, 2.1, 5, 5.1, 370].map(niceAbove)).toEqual([1, 1, 2, 5, 5, 10, 500])
})

test('lines are about a hundred pixels of the screen apart unless someone says otherwise', () => {
  expect(defaultSpacing(0.25)).toBe(50)
  expect(defaultSpacing(1)).toBe(100)
  expect(defaultSpacing(8)).toBe(1000)
  for (let scale = 0.01; scale < 100; scale *= 1.1) {
    expect(defaultSpacing(scale) / scale).toBeGreaterThanOrEqual(95.9)
    expect(defaultSpacing(scale) / scale).toBeLessThan(250)
  }
})

test('lines that would lie on each other are not for drawing', () => {
  expect([isTooClose(10, 4), isTooClose(100, 4)]).toEqual([true, false])
})

test('lines lie at multiples of the spacing in µm and end with the image', () => {
  const lines = gridLines(oblong, all, 100)
  const vertical = lines.filter(({ from, to }) => Math.abs(from.x - to.x) < 1e-6)
  const horizontal = lines.filter(({ from, to }) => Math.abs(from.y - to.y) < 1e-6)
  expect(vertical.map(({ from }) => Math.round(from.x))).toEqual([0, 200, 400, 600, 800, 1000])
  expect(horizontal.map(({ from }) => Math.round(from.y))).toEqual([0, 100, 200, 300, 400, 500, 600])
  for (const { from, to } of vertical) expect([from.y, to.y].map(Math.round).sort()).toEqual([0, 600])
})

test('the same lines are there whatever part is seen', () => {
  const part = gridLines(oblong, { x: 150, y: 0, width: 300, height: 50 }, 100)
  const vertical = part.filter(({ from, to }) => Math.abs(from.x - to.x) < 1e-6)
  expect(vertical.map(({ from }) => Math.round(from.x))).toEqual([200, 400])
})

test('every tenth is told, and where nothing of the image is seen there are none', () => {
  const tenths = gridLines(oblong, all, 10).filter(({ isTenth }) => isTenth)
  expect(tenths).toHaveLength(6 + 7)
  expect(gridLines(oblong, { x: 5000, y: 0, width: 10, height: 10 }, 10)).toEqual([])
})

test('in an image that is turned in its frame, lines follow the frame and stay in the image', () => {
  const turned = { ...oblong, placement: [0.6, -0.8, 40, 0.8, 0.6, -7] as const }
  const lines = gridLines(turned, all, 50)
  expect(lines.length).toBeGreaterThan(20)
  for (const { from, to } of lines) {
    for (const { x, y } of [from, to]) {
      expect(Math.max(-x, x - 1000, -y, y - 600)).toBeLessThan(1e-6)
    }
    const along = {
      x: 0.6 * (to.x - from.x) - 0.8 * (to.y - from.y),
      y: 0.8 * (to.x - from.x) + 0.6 * (to.y - from.y),
    }
    expect(Math.min(Math.abs(along.x), Math.abs(along.y))).toBeLessThan(1e-6)
  }
})
