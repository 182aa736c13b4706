import { expect, test } from 'vitest'
import { colourDeconvolution } from '../colour-deconvolution/colour-deconvolution.ts'
import { fluorescentTissue, valuesAs } from '../test-support/fluorescent-tissue.ts'
import { runTiles, type TestPicture } from '../test-support/run-tiles.ts'
import { virtualDab } from './virtual-dab.ts'

/** Every other nucleus has the marker, on the autofluorescence of the tissue. */
const { picture, nuclei, largest } = fluorescentTissue(8, 200)
const [dapi, cytoplasm] = picture.planes as [Uint16Array, Uint16Array]
const isPositive = (pixel: number) => nuclei[pixel] !== 0 && (nuclei[pixel] as number) % 2 === 0
const marker = cytoplasm.map((value, pixel) => 100 + value / 20 + (isPositive(pixel) ? 1500 : 0))
const marked: TestPicture = { ...picture, planes: [dapi, marker] }
const whole = runTiles(virtualDab, marked, { largest })
const rgb = whole.pixels.virtual_dab?.[0] as Uint8Array

test('amounts from 0 to 1 give what Beer and Lambert say, within 1', () => {
  const amounts = Array.from({ length: 400 }, (_, index) => [(index % 20) / 20, Math.floor(index / 20) / 20])
  const planes = [0, 1].map((channel) => Float32Array.from(amounts, (pair) => pair[channel] as number))
  const { pixels } = runTiles(
    virtualDab,
    { width: 20, height: 20, planes, samples: 1 },
    { samples: [], largest: 1 },
  )
  const [h, d] = [
    [0.65, 0.7, 0.29],
    [0.27, 0.57, 0.78],
  ].map((vector) => vector.map((part) => part / Math.hypot(...vector))) as [number[], number[]]
  let furthest = 0
  amounts.forEach(([one = 0, two = 0], pixel) => {
    for (const color of [0, 1, 2]) {
      const light = 255 * 10 ** -(one * (h[color] as number) + two * (d[color] as number))
      furthest = Math.max(
        furthest,
        Math.abs(light - (pixels.virtual_dab?.[0]?.[3 * pixel + color] as number)),
      )
    }
  })
  expect(furthest).toBeLessThan(0.7)
})

test('deconvolution finds the brown where the marker is, and the blue in the other nuclei', () => {
  const { pixels } = runTiles(
    colourDeconvolution,
    { width: 200, height: 200, planes: [rgb], samples: 3 },
    { params: { pair: 'hdab' }, samples: [] },
  )
  const meanOf = (channel: number, isMeant: (pixel: number) => boolean) => {
    const values = [...(pixels.stains?.[channel] ?? [])].filter((_, pixel) => isMeant(pixel))
    return values.reduce((sum, value) => sum + value, 0) / values.length / 100
  }
  expect(meanOf(2, isPositive)).toBeCloseTo(0.7, 1)
  expect(meanOf(2, (pixel) => !isPositive(pixel))).toBeLessThan(0.05)
  const isNegative = (pixel: number) => nuclei[pixel] !== 0 && !isPositive(pixel)
  expect(meanOf(0, isNegative)).toBeGreaterThan(0.25)
  expect(meanOf(0, (pixel) => nuclei[pixel] === 0)).toBeLessThan(0.05)
})

test('the share of brown is that of the marker', () => {
  const inside = [...nuclei.keys()].filter((pixel) => picture.tissue?.[pixel])
  const share = (100 * inside.filter(isPositive).length) / inside.length
  expect(Math.abs((whole.scores.brown_share as number) - share)).toBeLessThan(0.3)
})

test('tiles give the same as all of it at once', () => {
  expect(runTiles(virtualDab, marked, { largest, tile: 64 })).toEqual(whole)
  expect(runTiles(virtualDab, marked, { largest, tile: 130, halo: 3 })).toEqual(whole)
})

test('a brightness that is given is the same for every slide', () => {
  const params = { marker_full: 50 }
  const made = runTiles(virtualDab, marked, { largest, params })
  const weak = runTiles(
    virtualDab,
    { ...marked, planes: [dapi, marker.map((value) => value / 4)] },
    { largest, params },
  )
  expect(made.scores.brown_share).toBeGreaterThan(1)
  expect(weak.scores.brown_share).toBe(0)
})

test('floating-point values give the same picture', () => {
  const other = runTiles(virtualDab, valuesAs(marked, Float32Array, 4095), { largest: 1 })
  const made = other.pixels.virtual_dab?.[0] as Uint8Array
  expect(made.every((value, at) => Math.abs(value - (rgb[at] as number)) <= 1)).toBe(true)
})

test('a marker that is nowhere is not made brown, nor is a channel of one value', () => {
  const noise = Uint16Array.from({ length: 40_000 }, (_, pixel) => {
    const hash = Math.imul(pixel + 5, 2654435761) >>> 0
    return 200 + (hash & 15) + ((hash >>> 8) & 15) + ((hash >>> 16) & 15) + ((hash >>> 24) & 15)
  })
  for (const plane of [noise, new Uint16Array(40_000).fill(300)]) {
    const { scores } = runTiles(virtualDab, { ...picture, planes: [dapi, plane] }, { largest })
    expect(scores.brown_share).toBeLessThan(15)
  }
})

test('without tissue there is no share', () => {
  const { learned, scores } = runTiles(
    virtualDab,
    { ...marked, tissue: new Uint8Array(40_000) },
    { largest, samples: [] },
  )
  expect(learned).toEqual({})
  expect(scores).toEqual({ brown_share: null, tissue_area: 0 })
})
