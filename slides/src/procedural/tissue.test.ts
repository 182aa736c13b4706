import { describe, expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { bytesOfTile, makeExample, middleOf, renderInParts } from './test-support/example-tissue.ts'
import type { Tissue } from './tissue.ts'
import type { TissueOptions } from './tissue-options.ts'

const tissue = makeExample()

describe('any part is the same whatever it is asked with', () => {
  const places: [string, number, number][] = [
    ['in tissue', 1100, 800],
    ['in the fold', ...middleOf(tissue.defects.fold)],
    ['under the pen', ...middleOf(tissue.defects.pen)],
    ['at the rim of the blur', ...rounded([blur().x, blur().y - blur().radiusY])],
  ]
  for (const [name, centerX, centerY] of places)
    test(`H&E ${name}`, () => {
      const [x, y] = inside(centerX, centerY)
      const whole = tissue.render(x, y, 150, 140)
      expect(Buffer.compare(bytesOfTile(renderInParts(tissue, x, y, whole)), bytesOfTile(whole))).toBe(0)
    })

  test('fluorescence and IHC, and slides made anew', () => {
    for (const stain of ['fluorescence', 'ihc'] as const) {
      const small = { stain, width: 700, height: 600 }
      const [made, again] = [makeExample(small), makeExample(small)]
      const { x: centerX = Number.NaN, y: centerY = Number.NaN } = made.defects.outOfFocus ?? {}
      const [x, y] = inside(centerX, centerY, made)
      for (let c = 0; c < made.channels.length; c++) {
        const whole = again.render(x, y, 150, 140, { c })
        expect(Buffer.compare(bytesOfTile(renderInParts(made, x, y, whole, c)), bytesOfTile(whole))).toBe(0)
      }
    }
  })

  test('nuclei and their ids', () => {
    const whole = tissue.nucleiIn(500, 400, 900, 700)
    const halves = [...tissue.nucleiIn(500, 400, 411, 700), ...tissue.nucleiIn(911, 400, 489, 700)]
    const byId = (list: typeof whole) => list.toSorted((a, b) => a.id - b.id)
    expect(byId(halves)).toEqual(byId(whole))
    expect(new Set(whole.map((nucleus) => nucleus.id)).size).toBe(whole.length)
    expect(makeExample().nucleiIn(500, 400, 900, 700)).toEqual(whole)
  })

  test('another seed makes another slide', () => {
    const other = makeExample({ seed: 21 })
    expect(other.nucleiIn(500, 400, 900, 700)).not.toEqual(tissue.nucleiIn(500, 400, 900, 700))
  })
})

describe('options', () => {
  test('nonsense is refused with what is allowed', () => {
    const cases: [Partial<TissueOptions>, string][] = [
      [{ width: 0 }, 'tissue options: width is 0, but must be a whole number of pixels from 1 to 4000000'],
      [{ height: 10.5 }, 'height is 10.5'],
      [{ mpp: 0 }, 'mpp is 0'],
      [{ coverage: 1.1 }, 'coverage is 1.1, but must be above 0 and at most 1'],
      [{ pieces: 0 }, 'pieces is 0, but must be a whole number from 1 to 100'],
      [{ positiveShare: Number.NaN }, 'positiveShare is NaN'],
      [{ seed: 0.5 }, 'seed is 0.5, but must be a whole number'],
      [{ noise: -1 }, 'noise is -1'],
    ]
    for (const [wrong, message] of cases)
      expect(() => makeExample({ ...wrong })).toThrow(
        expect.objectContaining({ name: 'SlideError', message: expect.stringContaining(message) }),
      )
  })

  test('rectangles outside, other planes and huge masks are refused', () => {
    expect(() => tissue.render(1590, 0, 20, 10)).toThrow(
      "tissue: is 1600 × 1200 pixels; the rectangle 1590,0 20 × 10 isn't in it",
    )
    expect(() => tissue.render(0, 0, 10, 10, { c: 1 })).toThrow('has no plane c 1')
    expect(() => tissue.tissueMask(0)).toThrow(SlideError)
    const huge = makeExample({ width: 200_000, height: 200_000 })
    expect(() => huge.tissueMask(1)).toThrow('use a downsample above 1')
    expect(() => huge.render(0, 0, 100_000, 100_000)).toThrow('beyond the limit')
  })

  test('a corner of a huge plain slide is glass at once, and is said to be', () => {
    const huge = makeExample({ width: 200_000, height: 200_000, coverage: 0.1, plain: true, defects: {} })
    expect(huge.isPlain(0, 0, 512, 512)).toBe(true)
    const corner = huge.render(0, 0, 512, 512)
    for (let i = 0; i < corner.data.length; i++)
      if (corner.data[i] !== huge.glass[i % 3]) throw new Error(`sample ${i} isn't glass`)
    expect(huge.isPlain(100_000, 100_000, 512, 512)).toBe(false)
  })

  test('with full coverage tissue reaches every corner', () => {
    const full = makeExample({ width: 600, height: 500, coverage: 1, defects: {} })
    expect(full.tissueMask(1).data.every((value) => value === 255)).toBe(true)
    expect(full.truth().density).toBeGreaterThan(2500)
  })

  test('the scale changes the number of pixels, not the tissue', () => {
    const fine = makeExample({ width: 3200, height: 2400, mpp: 0.25 })
    const microns = (nuclei: ReturnType<Tissue['nucleiIn']>, mpp: number) =>
      nuclei.map(({ id, x, y, areaMicrons }) => [id, x * mpp, y * mpp, areaMicrons])
    expect(microns(fine.nucleiIn(2000, 1400, 600, 600), 0.25)).toEqual(
      microns(tissue.nucleiIn(1000, 700, 300, 300), 0.5),
    )
  })
})

function blur() {
  const shape = tissue.defects.outOfFocus
  if (!shape) throw new Error('the slide has no area out of focus')
  return shape
}

function rounded([x, y]: readonly [number, number]): [number, number] {
  return [Math.round(x), Math.round(y)]
}

/** A corner such that a rectangle of 150 × 140 around a point lies on the slide. */
function inside(x: number, y: number, on: Tissue = tissue): [number, number] {
  const clamp = (value: number, high: number) => Math.min(high, Math.max(0, Math.round(value)))
  return [clamp(x - 75, on.width - 150), clamp(y - 70, on.height - 140)]
}
