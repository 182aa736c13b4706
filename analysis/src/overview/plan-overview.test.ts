import type { SlideImage } from '@cresyl/slides'
import { expect, test } from 'vitest'
import { planOverview } from './plan-overview.ts'

const colour = [{ name: 'colour' }]

/** As much of an image as a plan needs. */
const imageOf = (side: number, factors: readonly number[]) =>
  ({
    width: side,
    height: side,
    mpp: { x: 0.25, y: 0.25 },
    channels: colour,
    levels: factors.map((factor) => ({
      width: Math.ceil(side / factor),
      height: Math.ceil(side / factor),
      downsample: factor,
      tileWidth: 256,
      tileHeight: 256,
    })),
  }) as unknown as SlideImage // whatever else an image has, plans don't ask for

test('a slide is seen at about 8 µm a pixel, from the coarsest level that is fine enough', () => {
  const { overview } = planOverview(imageOf(60_000, [1, 4, 16]), 0, 0)
  expect(overview).toMatchObject({ level: 2, factorX: 2, grid: { width: 1875, micrometresX: 8 } })
})

test.each([100_000, 200_000])('of %i pixels a side no more is held than of others', (side) => {
  const most = 12_000_000
  for (const factors of [[1, 4, 16], [1, 4, 16, 64], [1]]) {
    const { grid } = planOverview(imageOf(side, factors), 0, 0, most).overview
    // Factors are whole numbers, so that it may be a little more.
    expect(3 * grid.width * grid.height).toBeLessThan(1.4 * most)
    expect(grid.width * grid.stepX).toBeGreaterThanOrEqual(side)
  }
})
