import { createTissue } from '@cresyl/slides'
import { describe, expect, test } from 'vitest'
import { diaminobenzidine, eosin, hematoxylin, type StainVector } from '../../stains/stain-vectors.ts'
import { runTiles, type TestPicture } from '../test-support/run-tiles.ts'
import { colourDeconvolution } from './colour-deconvolution.ts'

/** Light through known amounts of two stains before white, one pixel for each pair of amounts. */
function stained(second: StainVector, amounts: readonly (readonly [number, number])[]): TestPicture {
  const rgb = amounts.flatMap(([h, other]) =>
    hematoxylin.map((density, color) => 255 * 10 ** -(h * density + other * (second[color] as number))),
  )
  return { width: amounts.length, height: 1, planes: [Uint8Array.from(rgb, Math.round)], samples: 3 }
}

const amounts = [
  ...([
    [0, 0],
    [0.5, 0],
    [0, 0.5],
    [0.3, 0.4],
    [0.9, 0.1],
    [0.1, 0.7],
  ] as const),
] as const

describe('known amounts come back', () => {
  test.each([
    ['he', eosin, [0, 1]],
    ['hdab', diaminobenzidine, [0, 2]],
  ] as const)('%s', (pair, second, [first, other]) => {
    const { pixels } = runTiles(colourDeconvolution, stained(second, amounts), { params: { pair } })
    const channels = pixels.stains as Uint8Array[]
    amounts.forEach(([h, rest], index) => {
      expect(Math.abs((channels[first]?.[index] as number) - 100 * h)).toBeLessThanOrEqual(1)
      expect(Math.abs((channels[other]?.[index] as number) - 100 * rest)).toBeLessThanOrEqual(1)
    })
    expect(channels[3 - other]?.some(Boolean)).toBe(false)
  })
})

test('every colour gives what the published formula does, within 1', () => {
  const rgb = Uint8Array.from({ length: 3 * 4913 }, (_, at) => {
    const color = Math.floor(at / 3)
    return Math.min(255, 16 * (Math.floor(color / 17 ** (at % 3)) % 17))
  })
  const { pixels } = runTiles(colourDeconvolution, { width: 4913, height: 1, planes: [rgb], samples: 3 })
  const [h = [], e = []] = pixels.stains ?? []
  // By normal equations instead of the inverse of three columns.
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, index) => sum + value * (y[index] as number), 0)
  const across = dot(hematoxylin, eosin)
  let furthest = 0
  for (let pixel = 0; pixel < 4913; pixel += 1) {
    const densities = [0, 1, 2].map((c) => Math.log10(255 / Math.max(1, rgb[3 * pixel + c] as number)))
    const [alongH, alongE] = [dot(densities, hematoxylin), dot(densities, eosin)]
    const shown = (amount: number) => Math.max(0, Math.min(255, 100 * amount))
    const expectedH = shown((alongH - across * alongE) / (1 - across ** 2))
    const expectedE = shown((alongE - across * alongH) / (1 - across ** 2))
    const [offH, offE] = [(h[pixel] as number) - expectedH, (e[pixel] as number) - expectedE]
    furthest = Math.max(furthest, Math.abs(offH), Math.abs(offE))
  }
  expect(furthest).toBeLessThan(0.6)
})

describe('on tissue', () => {
  const tissue = createTissue({ seed: 7, width: 200, height: 150, stain: 'he' })
  const rgb = tissue.render(0, 0, 200, 150).data
  const mask = tissue.tissueMask(1).data.map((value) => (value ? 1 : 0)) as Uint8Array
  const picture: TestPicture = { width: 200, height: 150, planes: [rgb], samples: 3, tissue: mask }

  test('tiles give the same as all of it at once', () => {
    const whole = runTiles(colourDeconvolution, picture)
    for (const [tile, halo] of [
      [64, 0],
      [77, 5],
    ] as const) {
      const tiled = runTiles(colourDeconvolution, picture, { tile, halo })
      expect(tiled).toEqual(whole)
    }
  })

  test('densities are reckoned against the glass of the slide, and means are over tissue', () => {
    const { learned, scores, pixels } = runTiles(colourDeconvolution, picture, { mpp: 2 })
    const [red, green, blue] = tissue.glass
    const glass = learned.glass as number[]
    for (const [index, value] of [red, green, blue].entries())
      expect(Math.abs((glass[index] as number) - value)).toBeLessThanOrEqual(4)
    const inside = mask.reduce((sum, value) => sum + value, 0)
    const h = pixels.stains?.[0] as Uint8Array
    const sum = h.reduce((total, value, pixel) => total + value * (mask[pixel] as number), 0)
    // Noise may lie below 0 in a mean, but not in what is shown.
    expect(Math.abs((scores.hematoxylin as number) - sum / inside / 100)).toBeLessThan(0.01)
    expect(scores.tissue_area).toBeCloseTo((inside * 4) / 1e6, 12)
    expect(scores.dab).toBeNull()
    expect(scores.residual).toBeLessThan(0.05)
  })
})

test('without tissue there is no mean, and white is taken for glass', () => {
  const picture = { ...stained(eosin, amounts), tissue: new Uint8Array(amounts.length) }
  const { learned, scores } = runTiles(colourDeconvolution, picture, { samples: [] })
  expect(learned.glass).toEqual([255, 255, 255])
  expect(scores).toEqual({ hematoxylin: null, eosin: null, dab: null, residual: null, tissue_area: 0 })
})

test('pure black and pure white stay within a byte', () => {
  const flat = (value: number): TestPicture => ({
    width: 50,
    height: 50,
    samples: 3,
    planes: [new Uint8Array(7500).fill(value)],
  })
  expect(runTiles(colourDeconvolution, flat(255)).pixels.stains?.flatMap((plane) => [...plane])).toEqual(
    new Array(7500).fill(0),
  )
  const [h, e] = runTiles(colourDeconvolution, flat(0)).pixels.stains ?? []
  expect(new Set(h)).toEqual(new Set([h?.[0]]))
  expect(h?.[0]).toBeGreaterThan(150)
  expect(new Set(e)).toEqual(new Set([e?.[0]]))
})

test('a channel of fluorescence is refused', () => {
  const grey: TestPicture = { width: 4, height: 4, planes: [new Uint16Array(16)], samples: 1 }
  expect(() => runTiles(colourDeconvolution, grey)).toThrow('colours of 8 bits')
})
