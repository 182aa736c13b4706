import { describe, expect, test } from 'vitest'
import { apply, type Matrix3, mapEach, unitLength, type Vector3 } from '../../stains/matrix3.ts'
import { colourDifference } from '../test-support/colour-difference.ts'
import { cut, runTiles, settingsOf, type TestPicture } from '../test-support/run-tiles.ts'
import { laboratories, stainedTissue } from '../test-support/stained-tissue.ts'
import { fitStains, restain, type StainFit } from './macenko.ts'
import { measureSpread, referenceSpread, respread } from './reinhard.ts'
import { stainNormalisation } from './stain-normalisation.ts'

const stain = stainedTissue(11, 160)
const pictures = {
  usual: stain(laboratories.usual),
  pale: stain(laboratories.pale, 2),
  blue: stain(laboratories.blue, 3),
}
const coloursOf = (picture: TestPicture) => picture.planes[0] as Uint8Array

/** Every 17th value of each colour. */
const everyColour = Uint8Array.from(
  { length: 3 * 4096 },
  (_, at) => 17 * ((Math.floor(at / 3) >> (4 * (at % 3))) & 15),
)

function furthest(
  made: Uint8Array,
  expected: (rgb: Vector3) => Vector3,
  isMeant = (_rgb: Vector3) => true,
): number {
  let most = 0
  for (let at = 0; at < everyColour.length; at += 3) {
    const rgb: Vector3 = [
      everyColour[at] as number,
      everyColour[at + 1] as number,
      everyColour[at + 2] as number,
    ]
    if (!isMeant(rgb)) continue
    expected(rgb).forEach((value, color) => {
      most = Math.max(most, Math.abs(Math.max(0, Math.min(255, value)) - (made[at + color] as number)))
    })
  }
  return most
}

describe('Macenko', () => {
  const fit: StainFit = {
    hematoxylin: unitLength([0.6, 0.7, 0.3]),
    eosin: unitLength([0.1, 0.9, 0.3]),
    strengths: [1.5, 1.2],
  }

  test('draws what the published formula does, within 1', () => {
    const made = new Uint8Array(everyColour.length)
    restain(fit)(everyColour, 0, made, 0, 4096)
    const dot = (x: Vector3, y: Vector3) => x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
    const across = dot(fit.hematoxylin, fit.eosin)
    const far = furthest(made, (rgb) => {
      const density = mapEach(rgb, (value) => -Math.log((value + 1) / 240))
      const [alongH, alongE] = [dot(density, fit.hematoxylin), dot(density, fit.eosin)]
      const h = (((alongH - across * alongE) / (1 - across ** 2)) * 1.9705) / 1.5
      const e = (((alongE - across * alongH) / (1 - across ** 2)) * 1.0308) / 1.2
      return [
        240 * Math.exp(-(0.5626 * h + 0.2159 * e)),
        240 * Math.exp(-(0.7201 * h + 0.8012 * e)),
        240 * Math.exp(-(0.4062 * h + 0.5581 * e)),
      ]
    })
    expect(far).toBeLessThanOrEqual(1)
  })

  test.each(Object.keys(laboratories) as (keyof typeof laboratories)[])('tells the stains of %s', (name) => {
    const found = fitStains(coloursOf(pictures[name])) as StainFit
    for (const key of ['hematoxylin', 'eosin'] as const) {
      const [x, y, z] = laboratories[name][key]
      const [a, b, c] = found[key]
      expect(Math.acos(a * x + b * y + c * z)).toBeLessThan(0.2)
    }
  })

  test.each([
    ['usual', 'pale'],
    ['usual', 'blue'],
    ['pale', 'blue'],
  ] as const)('brings %s and %s together', (one, other) => {
    const tissue = pictures.usual.tissue as Uint8Array
    const [first, second] = [one, other].map((name) => {
      const { pixels } = runTiles(stainNormalisation, pictures[name])
      return pixels.normalised?.[0] as Uint8Array
    }) as [Uint8Array, Uint8Array]
    expect(colourDifference(coloursOf(pictures[one]), coloursOf(pictures[other]), tissue)).toBeGreaterThan(8)
    expect(colourDifference(first, second, tissue)).toBeLessThanOrEqual(5)
  })
})

describe('Reinhard', () => {
  const glass: Vector3 = [255, 255, 255]

  test('draws what the published formula does, within 1, where it is no glass', () => {
    const from = { means: [8.1, -0.2, 0.05], deviations: [0.5, 0.12, 0.02] } as const
    const made = new Uint8Array(everyColour.length)
    respread(from, glass)(everyColour, 0, made, 0, 4096)
    const cones: Matrix3 = [0.3811, 0.5783, 0.0402, 0.1967, 0.7244, 0.0782, 0.0241, 0.1288, 0.8444]
    const back: Matrix3 = [4.46867, -3.58868, 0.1196, -1.21972, 2.38309, -0.16263, 0.05851, -0.26108, 1.20567]
    const moved = (value: number, index: 0 | 1 | 2) =>
      ((value - from.means[index]) * referenceSpread.deviations[index]) / from.deviations[index] +
      referenceSpread.means[index]
    const far = furthest(
      made,
      (rgb) => {
        const [x, y, z] = mapEach(apply(cones, rgb), (value) => Math.log(value))
        const l = moved((x + y + z) / Math.sqrt(3), 0) / Math.sqrt(3)
        const a = moved((x + y - 2 * z) / Math.sqrt(6), 1) / Math.sqrt(6)
        const b = moved((x - y) / Math.sqrt(2), 2) / Math.sqrt(2)
        return apply(back, [Math.exp(l + a + b), Math.exp(l + a - b), Math.exp(l - 2 * a)])
      },
      (rgb) => Math.min(...rgb) > 30 && Math.min(...rgb) < 210,
    )
    expect(far).toBeLessThanOrEqual(1)
  })

  test('tissue has the mean of the reference afterwards, and glass stays', () => {
    const { pixels } = runTiles(stainNormalisation, pictures.usual, { params: { method: 'reinhard' } })
    const made = pixels.normalised?.[0] as Uint8Array
    const inside = made.filter((_, at) => pictures.usual.tissue?.[Math.floor(at / 3)])
    const { means } = measureSpread(inside)
    expect(Math.abs(means[0] - referenceSpread.means[0])).toBeLessThan(0.2)
    const before = coloursOf(pictures.usual)
    const isGlass = (at: number) => !pictures.usual.tissue?.[Math.floor(at / 3)]
    const changes = made.filter((value, at) => isGlass(at) && Math.abs(value - (before[at] as number)) > 1)
    expect(changes.length).toBeLessThan(0.01 * made.length)
  })
})

describe.each(['macenko', 'reinhard'])('%s', (method) => {
  const params = { method }

  test('tiles give the same as all of it at once', () => {
    const whole = runTiles(stainNormalisation, pictures.pale, { params })
    for (const [tile, halo] of [
      [64, 0],
      [100, 7],
    ] as const)
      expect(runTiles(stainNormalisation, pictures.pale, { params, tile, halo })).toEqual(whole)
    expect(whole.scores.change).toBeGreaterThan(5)
  })

  test('colours stay where there is no tissue to learn from', () => {
    const { pixels, learned, scores } = runTiles(stainNormalisation, pictures.blue, { params, samples: [] })
    expect(learned).toEqual({})
    expect(pixels.normalised).toEqual([coloursOf(pictures.blue)])
    expect(scores.change).toBe(0)
  })

  test.each([0, 90, 255])('a slide of one colour, %i, gives colours', (value) => {
    const flat: TestPicture = {
      width: 40,
      height: 40,
      samples: 3,
      planes: [new Uint8Array(4800).fill(value)],
    }
    const made = runTiles(stainNormalisation, flat, { params }).pixels.normalised?.[0] as Uint8Array
    expect(new Set(made.filter((_, at) => at % 3 === 1)).size).toBe(1)
    if (method === 'macenko') expect(made).toEqual(flat.planes[0])
  })
})

test('what is learned is plain data, which outlives being written down', () => {
  const settings = settingsOf(stainNormalisation)
  const learned = stainNormalisation.learn([cut(pictures.usual)], settings)
  const read = JSON.parse(JSON.stringify(learned))
  const tile = cut(pictures.usual)
  expect(stainNormalisation.prepare(read, settings)(tile)).toEqual(
    stainNormalisation.prepare(learned, settings)(tile),
  )
})

test('without a parameter it is Macenko', () => {
  const settings = { params: {}, mpp: 0.5, largest: 255 }
  expect(Object.keys(stainNormalisation.learn([cut(pictures.usual)], settings))).toContain('strengths')
})
