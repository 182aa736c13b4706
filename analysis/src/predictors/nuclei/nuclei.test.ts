import { createTissue } from '@cresyl/slides'
import { describe, expect, test } from 'vitest'
import { runTiles, type TestPicture } from '../test-support/run-tiles.ts'
import { sortedThings } from '../test-support/sorted-things.ts'
import { nuclei } from './nuclei.ts'

const side = 260
const tissue = createTissue({ seed: 41, width: side, height: side, stain: 'he', coverage: 0.8 })
const rgb = tissue.render(0, 0, side, side).data
const mask = Uint8Array.from(tissue.tissueMask(1).data, (value) => (value ? 1 : 0))
const picture: TestPicture = { width: side, height: side, planes: [rgb], samples: 3, tissue: mask }
const whole = runTiles(nuclei, picture)

describe('on a made H&E slide', () => {
  test('exactly the same nuclei are found however it is cut', () => {
    const expected = sortedThings(whole.things.nuclei)
    expect(expected.length).toBeGreaterThan(25)
    const tiled = runTiles(nuclei, picture, { tile: 140 })
    expect(sortedThings(tiled.things.nuclei)).toEqual(expected)
    expect(tiled.tallies).toEqual(whole.tallies)
  })

  test('outlines enclose the area that is measured, and all is measured', () => {
    const { count, measurements, outlineStarts, outlines, x, y } = whole.things.nuclei as NonNullable<
      typeof whole.things.nuclei
    >
    for (let n = 0; n < count; n += 1) {
      const [area, circularity, solidity, hematoxylin] = measurements.subarray(
        4 * n,
        4 * n + 4,
      ) as never as number[]
      const [from, to] = [outlineStarts[n] as number, outlineStarts[n + 1] as number]
      let doubled = 0
      for (let i = from; i < to; i += 1) {
        const next = i + 1 === to ? from : i + 1
        doubled += (outlines[2 * i] as number) * (outlines[2 * next + 1] as number)
        doubled -= (outlines[2 * next] as number) * (outlines[2 * i + 1] as number)
      }
      expect(area).toBeGreaterThanOrEqual(10)
      expect(area).toBeLessThanOrEqual(400)
      expect(Math.abs(doubled / 2 / 4 / (area as number) - 1)).toBeLessThan(0.25)
      expect(circularity).toBeGreaterThan(0.1)
      expect(circularity).toBeLessThanOrEqual(1)
      expect(solidity).toBeGreaterThanOrEqual(0.8)
      expect(hematoxylin).toBeGreaterThan(0.2)
      expect(mask[Math.floor(y[n] as number) * side + Math.floor(x[n] as number)]).toBe(1)
    }
  })

  test('the scores are of what was found', () => {
    const { count, density, mean_area, tissue_area } = whole.scores
    const found = whole.things.nuclei
    const area = mask.reduce((sum, value) => sum + value, 0) * 0.25e-6
    expect(count).toBe(found?.count)
    expect(tissue_area).toBeCloseTo(area, 12)
    expect(density).toBeCloseTo((count as number) / area, 6)
    const areas = found?.measurements.filter((_, index) => index % 4 === 0) ?? []
    expect(mean_area).toBeCloseTo([...areas].reduce((sum, value) => sum + value, 0) / areas.length, 3)
  })

  test('a higher threshold and narrower areas find fewer', () => {
    const count = (params: Record<string, number>) =>
      runTiles(nuclei, picture, { params }).scores.count as number
    const all = whole.scores.count as number
    expect(count({ threshold: 0.4 })).toBeLessThan(all)
    expect(count({ least_area: 40 })).toBeLessThan(all)
    expect(count({ largest_area: 30 })).toBeLessThan(all)
  })
})

test('what a slide was stained with is seen, and can be said', () => {
  const options = {
    seed: 42,
    width: 120,
    height: 120,
    stain: 'ihc',
    positiveShare: 0.5,
    coverage: 1,
  } as const
  const brown = createTissue(options).render(0, 0, 120, 120).data
  const slide: TestPicture = { width: 120, height: 120, planes: [brown], samples: 3 }
  const seen = runTiles(nuclei, slide)
  expect(whole.learned.brown).toBe(0)
  expect(seen.learned.brown).toBe(1)
  expect(sortedThings(runTiles(nuclei, slide, { params: { stain: 'hdab' } }).things.nuclei)).toEqual(
    sortedThings(seen.things.nuclei),
  )
  const asPink = runTiles(nuclei, slide, { params: { stain: 'he' } })
  expect(sortedThings(asPink.things.nuclei)).not.toEqual(sortedThings(seen.things.nuclei))
})

test.each([255, 128, 0])('on an even picture of %d nothing is found', (value) => {
  const even = { width: 90, height: 70, planes: [new Uint8Array(18_900).fill(value)], samples: 3 } as const
  const { scores, things } = runTiles(nuclei, even)
  expect(scores.count).toBe(0)
  expect(scores.mean_area).toBeNull()
  expect(things.nuclei?.outlineStarts).toEqual(new Uint32Array(1))
})

test('without tissue nothing counts, and there is no density; one pixel is no exception', () => {
  const bare = { ...picture, tissue: new Uint8Array(side * side) }
  expect(runTiles(nuclei, bare, { samples: [] }).scores).toEqual({
    count: 0,
    density: null,
    mean_area: null,
    tissue_area: 0,
  })
  const dot = { width: 1, height: 1, planes: [new Uint8Array(3)], samples: 3 } as const
  expect(runTiles(nuclei, dot).scores.count).toBe(0)
})
