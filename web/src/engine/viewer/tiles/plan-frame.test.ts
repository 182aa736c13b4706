import { describe, expect, test } from 'vitest'
import { initialDisplay } from '../display/initial-display.ts'
import { testPyramid } from '../display/test-pyramid.ts'
import { viewedImage } from '../viewed-image.ts'
import { type FrameWish, planFrame } from './plan-frame.ts'
import { stacksFor } from './stacks.ts'

const image = viewedImage(testPyramid([], { size_z: 3 }))
const display = initialDisplay(image.pyramid)
const stacks = (z: number) => stacksFor(image, { display, plane: { z, t: 0 }, moving: false }, true)
const places = [
  { level: 0, x: 1, y: 0 },
  { level: 0, x: 0, y: 0 },
]
const all = ['colors/1/0/plain/0/1/0', 'colors/1/0/plain/0/0/0']
const next = ['colors/2/0/plain/0/1/0', 'colors/2/0/plain/0/0/0']

const plan = (has: readonly string[], wish: Partial<FrameWish> = {}) =>
  planFrame(
    {
      stacks: stacks(1),
      places,
      shown: places,
      moving: false,
      isPassing: false,
      beside: () => [stacks(2)],
      ...wish,
    },
    { has: (key) => has.includes(key), hasFailed: () => false },
  )
const keys = (...of: Parameters<typeof plan>) => plan(...of).orders.map(({ key }) => key)

describe('what a frame asks for', () => {
  test('is the whole in one picture, then what is missing, nearest first', () => {
    expect(keys([])).toEqual(['thumbnail/plain', ...all])
    expect(keys(all.slice(0, 1))).toEqual(['thumbnail/plain', ...all.slice(1)])
  })

  test('is only the whole while a level passes by', () => {
    expect(keys([], { moving: true, isPassing: true })).toEqual(['thumbnail/plain'])
  })

  test('is the plane beside it once all is there and at rest', () => {
    expect(keys(all)).toEqual(next)
    expect(keys([...all, ...next])).toEqual([])
  })

  test('is nothing of planes beside it while the picture moves or something is missing', () => {
    expect(keys(all, { moving: true })).toEqual([])
    expect(keys(all.slice(1)).filter((key) => next.includes(key))).toEqual([])
  })

  test('keeps what is seen, not what may come next', () => {
    expect([...plan(all).seen]).toEqual(['thumbnail/plain', ...all])
    const { seen } = plan(all, { shown: [{ level: 1, x: 0, y: 0 }] })
    expect([...seen]).toEqual(['thumbnail/plain', ...all, 'colors/1/0/plain/1/0/0'])
  })
})
