import { describe, expect, test } from 'vitest'
import { fluorescentTissue, valuesAs } from '../test-support/fluorescent-tissue.ts'
import { cut, runTiles, settingsOf, type TestPicture } from '../test-support/run-tiles.ts'
import { virtualHe } from './virtual-he.ts'

const { picture, nuclei, largest } = fluorescentTissue(6, 200)
const whole = runTiles(virtualHe, picture, { largest })
const rgb = whole.pixels.virtual_he?.[0] as Uint8Array

/** Mean colour of the pixels that are meant. */
function meanColour(image: Uint8Array, isMeant: (pixel: number) => boolean): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let pixel = 0; pixel < image.length / 3; pixel += 1) {
    if (!isMeant(pixel)) continue
    count += 1
    for (const color of [0, 1, 2] as const) sums[color] += image[3 * pixel + color] as number
  }
  return [sums[0] / count, sums[1] / count, sums[2] / count]
}

test('amounts from 0 to 1 give what Giacomelli’s formula does, within 1', () => {
  const amounts = Array.from({ length: 33 * 33 }, (_, index) => [
    (index % 33) / 32,
    Math.floor(index / 33) / 32,
  ])
  const planes = [0, 1].map((channel) => Float32Array.from(amounts, (pair) => pair[channel] as number))
  const { pixels } = runTiles(
    virtualHe,
    { width: 33, height: 33, planes, samples: 1 },
    { samples: [], largest: 1 },
  )
  let furthest = 0
  amounts.forEach(([n = 0, c = 0], pixel) => {
    const expected = [
      255 * Math.exp(-2.5 * 0.86 * n) * Math.exp(-2.5 * 0.05 * c),
      255 * Math.exp(-2.5 * 1.0 * n) * Math.exp(-2.5 * 1.0 * c),
      255 * Math.exp(-2.5 * 0.3 * n) * Math.exp(-2.5 * 0.544 * c),
    ]
    expected.forEach((value, color) => {
      const made = pixels.virtual_he?.[0]?.[3 * pixel + color] as number
      furthest = Math.max(furthest, Math.abs(made - value))
    })
  })
  expect(furthest).toBeLessThan(0.7)
})

test('the middle of tissue and of nuclei have the strengths of H&E', () => {
  const [background, gain] = whole.learned.cytoplasm as [number, number]
  const values = picture.planes[1]?.filter((_, pixel) => picture.tissue?.[pixel]) as Uint16Array
  const median = values.toSorted()[values.length >> 1] as number
  expect((median - background) * gain).toBeCloseTo(0.2, 2)
  const [darkBackground, nuclearGain] = whole.learned.nuclear as [number, number]
  const shining = picture.planes[0]?.filter((_, pixel) => nuclei[pixel] !== 0) as Uint16Array
  const nucleus = shining.toSorted()[shining.length >> 1] as number
  expect((nucleus - darkBackground) * nuclearGain).toBeGreaterThan(0.3)
  expect((nucleus - darkBackground) * nuclearGain).toBeLessThan(0.6)
})

test('nuclei are blue-violet, the rest of tissue pink, glass white', () => {
  const isNucleus = (pixel: number) => nuclei[pixel] !== 0
  const isTissue = (pixel: number) => picture.tissue?.[pixel] === 1
  const blue = meanColour(rgb, (pixel) => isTissue(pixel) && isNucleus(pixel))
  const pink = meanColour(rgb, (pixel) => isTissue(pixel) && !isNucleus(pixel))
  const white = meanColour(rgb, (pixel) => !isTissue(pixel))
  expect(blue[2]).toBeGreaterThan(blue[0] + 20)
  expect(blue[0]).toBeGreaterThan(blue[1])
  expect(pink[0]).toBeGreaterThan(225)
  expect(pink[1]).toBeLessThan(pink[2])
  expect(pink[2]).toBeLessThan(pink[0])
  expect(Math.min(...white)).toBeGreaterThan(245)
})

test('tiles give the same as all of it at once', () => {
  expect(runTiles(virtualHe, picture, { largest, tile: 64 })).toEqual(whole)
  expect(runTiles(virtualHe, picture, { largest, tile: 90, halo: 11 })).toEqual(whole)
})

describe('values of other kinds give the same picture', () => {
  test.each([
    ['u8', Uint8Array, 16, 255, 6],
    ['f32', Float32Array, 4095, 1, 1],
  ] as const)('%s', (_, Kind, divisor, most, tolerance) => {
    const made = runTiles(virtualHe, valuesAs(picture, Kind, divisor), { largest: most })
    const other = made.pixels.virtual_he?.[0] as Uint8Array
    const difference = other.reduce((sum, value, at) => sum + Math.abs(value - (rgb[at] as number)), 0)
    expect(difference / rgb.length).toBeLessThan(tolerance)
  })
})

test('strengths make a stain weaker or stronger', () => {
  const params = { nuclear_strength: 0.1, cytoplasm_strength: 0.1 }
  const pale = runTiles(virtualHe, picture, { largest, params }).pixels.virtual_he?.[0] as Uint8Array
  expect(Math.min(...meanColour(pale, () => true))).toBeGreaterThan(235)
})

test('without tissue values are drawn as they are, of the largest there can be', () => {
  const { learned, scores } = runTiles(
    virtualHe,
    { ...picture, tissue: new Uint8Array(40_000) },
    { largest, samples: [] },
  )
  expect(learned).toEqual({})
  expect(scores).toEqual({ tissue_area: 0 })
})

test.each([0, 700, 4095])('two channels of nothing but %i are white', (value) => {
  const planes = [new Uint16Array(3600).fill(value), new Uint16Array(3600).fill(value)]
  const flat: TestPicture = { width: 60, height: 60, samples: 1, planes }
  const made = runTiles(virtualHe, flat, { largest })
  expect(new Set(made.pixels.virtual_he?.[0])).toEqual(new Set([255]))
  expect(JSON.parse(JSON.stringify(made.learned))).toEqual(made.learned)
})

test('noise alone is not made into nuclei', () => {
  const noise = (seed: number) =>
    Uint16Array.from(
      { length: 10_000 },
      (_, pixel) => 100 + ((Math.imul(pixel + seed, 2654435761) >>> 24) & 15),
    )
  const planes = [noise(1), noise(77)]
  const tissue = Uint8Array.from({ length: 10_000 }, (_, pixel) => (pixel < 5000 ? 1 : 0))
  const made = runTiles(virtualHe, { width: 100, height: 100, samples: 1, planes, tissue }, { largest })
  expect(Math.min(...meanColour(made.pixels.virtual_he?.[0] as Uint8Array, () => true))).toBeGreaterThan(225)
})

test('without parameters it runs as the manifest proposes', () => {
  const tile = cut(picture)
  const settings = settingsOf(virtualHe, { largest })
  const bare = virtualHe.prepare(whole.learned, { ...settings, params: {} })(tile)
  expect(bare).toEqual(virtualHe.prepare(whole.learned, settings)(tile))
})
