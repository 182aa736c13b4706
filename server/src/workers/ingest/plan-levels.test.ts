import type { Level, PixelType } from '@cresyl/slides'
import { describe, expect, test } from 'vitest'
import { planLevels, workOf } from './plan-levels.ts'
import type { ImageDescription } from './slide-description.ts'

interface Given {
  pixelType?: PixelType
  samples?: 1 | 3 | 4
  tile?: number
  stored?: { width: number; height: number }
}

/** An image with levels of these factors. */
function image(
  width: number,
  factors: number[],
  { tile = 256, stored, ...given }: Given = {},
): ImageDescription {
  const height = width / 2
  const levels = factors.map(
    (downsample): Level => ({
      width: Math.ceil(width / downsample),
      height: Math.ceil(height / downsample),
      downsample,
      tileWidth: tile,
      tileHeight: tile,
      ...(stored && { stored }),
    }),
  )
  return {
    part: 'image 0',
    kind: 'source',
    name: null,
    width,
    height,
    mpp: null,
    objective: null,
    pixelType: 'u8',
    bitDepth: 8,
    samples: 3,
    channels: [{}],
    sizeZ: 1,
    sizeT: 1,
    stepZ: null,
    stepT: null,
    hasIcc: false,
    levels,
    ...given,
  }
}

describe('an image', () => {
  test.each([
    ['small', 2048, [1]],
    ['with factors of four', 32_768, [1, 4, 16]],
    ['whose smallest level is as large as allowed', 16_384, [1, 8]],
  ])('%s lacks nothing', (_what, width, factors) => {
    expect(planLevels(image(width, factors))).toEqual({ make: 'nothing' })
  })

  test('without small levels gets those after its last', () => {
    expect(planLevels(image(32_768, [1, 2, 4]))).toEqual({ make: 'levels', firstLevel: 3 })
    expect(planLevels(image(2049, [1]))).toEqual({ make: 'levels', firstLevel: 1 })
  })

  test('with too large a step gets those after the step', () => {
    expect(planLevels(image(32_768, [1, 16]))).toEqual({ make: 'levels', firstLevel: 1 })
    expect(planLevels(image(32_768, [1, 4, 64]))).toEqual({ make: 'levels', firstLevel: 2 })
  })

  test('in wide strips, huge tiles or thousands of tiny ones gets a pyramid of its own', () => {
    expect(planLevels(image(3000, [1], { tile: 512, stored: { width: 3000, height: 8 } }))).toEqual({
      make: 'pyramid',
    })
    expect(planLevels(image(9000, [1, 8], { tile: 4096 }))).toEqual({ make: 'pyramid' })
    expect(planLevels(image(8000, [1, 4], { tile: 32 }))).toEqual({ make: 'pyramid' })
  })

  test('in strips that are decoded in no time, or of few tiny tiles, is left as it is', () => {
    expect(planLevels(image(1900, [1], { tile: 512, stored: { width: 1900, height: 1 } }))).toEqual({
      make: 'nothing',
    })
    expect(planLevels(image(500, [1], { tile: 32 }))).toEqual({ make: 'nothing' })
  })

  test('whose smaller levels are unsuited gets others in their place', () => {
    const { levels, ...rest } = image(9000, [1, 2, 8])
    const striped = levels.map((level, index) =>
      index === 1 ? { ...level, stored: { width: 4500, height: 4 } } : level,
    )
    expect(planLevels({ ...rest, levels: striped })).toEqual({ make: 'levels', firstLevel: 1 })
  })

  test('with transparency gets a pyramid of its own, because its levels would not fit', () => {
    expect(planLevels(image(9000, [1], { samples: 4 }))).toEqual({ make: 'pyramid' })
  })

  test('of values that are not written says so, unless it lacks nothing', () => {
    const reason = 'smaller levels cannot be made of values of type f32'
    const plan = planLevels(image(9000, [1], { pixelType: 'f32', samples: 1 }))
    expect(plan).toEqual({ make: 'impossible', reason })
    expect(planLevels(image(900, [1], { pixelType: 'f32', samples: 1 }))).toEqual({ make: 'nothing' })
  })
})

test('the work is what has to be decoded', () => {
  const large = image(32_768, [1, 2])
  expect(workOf(large, { make: 'levels', firstLevel: 2 })).toBe(16_384 * 8192)
  expect(workOf(large, { make: 'pyramid' })).toBe(32_768 * 16_384)
  expect(workOf(large, { make: 'nothing' })).toBe(0)
})
