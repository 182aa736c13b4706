import { expect, test } from 'vitest'
import { parseImageJDescription } from './imagej-description.ts'

test('reads the dimensions of a hyperstack, its unit, the spacing of its planes and times', () => {
  const text =
    'ImageJ=1.53t\nimages=30\nchannels=3\nslices=5\nframes=2\nhyperstack=true\nunit=micron\nspacing=-1.5\nfinterval=0.25\n'
  expect(parseImageJDescription(text)).toEqual({
    images: 30,
    channels: 3,
    slices: 5,
    frames: 2,
    unit: 1,
    stepZ: 1.5,
    stepT: 0.25,
  })
})

test('takes planes for time points where the dimensions don’t account for them', () => {
  const { channels, slices, frames } = parseImageJDescription('ImageJ=1.5\nimages=7\nslices=3') ?? {}
  expect([channels, slices, frames]).toEqual([1, 1, 7])
})

test('knows no scale where the unit is missing or no length', () => {
  expect(parseImageJDescription('ImageJ=\nunit=pixel\nspacing=2')).toMatchObject({
    unit: undefined,
    stepZ: undefined,
  })
  expect(parseImageJDescription('ImageJ=\nimages=x')).toMatchObject({ images: 1, unit: undefined })
})

test('is not found in other text', () => {
  expect(parseImageJDescription('Aperio')).toBeUndefined()
  expect(parseImageJDescription('')).toBeUndefined()
})
