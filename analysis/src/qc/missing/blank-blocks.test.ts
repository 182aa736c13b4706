import { describe, expect, test } from 'vitest'
import { hash } from '../../test-support/made-picture.ts'
import { findBlankBlocks } from './blank-blocks.ts'
import { fastEdgeMarker } from './edge-marks.ts'

const [width, height] = [96, 80]
type Shape = (x: number, y: number) => boolean

/** Rough tissue from 60 to 160, and 240 in the shape. */
function pictureWith(isBlank: Shape) {
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data[y * width + x] = isBlank(x, y) ? 240 : 60 + (hash(x, y) % 100)
  return { width, height, data }
}

const find = (isBlank: Shape, isTissue: Shape = () => true) =>
  findBlankBlocks(pictureWith(isBlank), {
    sameness: [{ tolerance: 10, contrast: 20 }],
    shortest: 12,
    core: 8,
    evenness: 2,
    isTissue,
    markEdges: fastEdgeMarker(),
  })

const within = (left: number, top: number, right: number, bottom: number) => (x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom

describe('blank blocks', () => {
  test('are found where they are, to a pixel or two', () => {
    const [block, ...others] = find(within(30, 20, 62, 52))
    expect(others).toEqual([])
    for (const [found, truth] of [
      [block?.left, 30],
      [block?.top, 20],
      [block?.right, 62],
      [block?.bottom, 52],
    ] as const)
      expect(Math.abs((found ?? -9) - truth)).toBeLessThanOrEqual(1)
    expect(block?.value).toBe(240)
    expect(block?.cut).toBe(block?.edge)
  })

  test('are found by one corner where the rest lies outside the picture', () => {
    expect(find(within(50, 40, width, height))).toHaveLength(1)
  })

  test('are found by a long edge without a corner', () => {
    const [block] = find(within(0, 0, 48, height))
    expect(block).toMatchObject({ left: 0, right: 48 })
  })

  test('are not what is round, slanted or short', () => {
    expect(find((x, y) => Math.hypot(x - 45, y - 40) < 20)).toEqual([])
    expect(find((x, y) => Math.abs(x + 0.7 * y - 70) < 12)).toEqual([])
    expect(find(within(30, 20, 40, 30))).toEqual([])
  })

  test('know along how much of their edge there is tissue', () => {
    const [block] = find(within(30, 20, 62, 52), (x) => x < 46)
    expect((block?.cut ?? 0) / (block?.edge ?? 1)).toBeCloseTo(0.5, 1)
  })

  test('are found among very many, in no more than a moment', () => {
    const [across, down] = [1600, 1600]
    const data = new Uint8Array(across * down)
    for (let at = 0; at < data.length; at += 1) {
      const [x, y] = [at % across, Math.floor(at / across)]
      data[at] = x % 20 < 14 && y % 20 < 14 ? 255 : 60 + (hash(x, y) % 100)
    }
    const options = { sameness: [{ tolerance: 2, contrast: 12 }], shortest: 12, core: 4, evenness: 2 }
    const blocks = findBlankBlocks(
      { width: across, height: down, data },
      { ...options, isTissue: () => true, markEdges: fastEdgeMarker() },
    )
    // Nothing is looked for right at the border.
    expect(blocks).toHaveLength((across / 20 - 1) * (down / 20 - 1))
  })
})
