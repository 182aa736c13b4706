import { expect, test } from 'vitest'
import { keptDisplay } from './display-schema.ts'
import { autoWindow, initialDisplay } from './initial-display.ts'
import { testPyramid, testStats } from './test-pyramid.ts'

test('channels begin in their colours with the window of their values, four of them shown', () => {
  const { channels } = initialDisplay(
    testPyramid([{ color: '#0000FF' }, {}, {}, {}, { color: null, stats: null }]),
  )
  expect(channels[0]).toEqual({ shown: true, color: '#0000FF', low: 100, high: 1100, gamma: 1 })
  expect(channels.map(({ shown }) => shown)).toEqual([true, true, true, true, false])
  expect(channels[4]).toMatchObject({ color: '#FFFFFF', low: 0, high: 65_535 })
})

test('red, green and blue with others beside them begin as a picture, without the others', () => {
  const { channels } = initialDisplay(
    testPyramid([
      { name: 'Red', color: '#FF0000' },
      { name: 'Green', color: '#00FF00' },
      { name: 'Blue', color: '#0000FF' },
      { name: 'Band 4', color: '#FFFF00' },
    ]),
  )
  expect(channels.map(({ shown, low, high }) => [shown, low, high])).toEqual([
    ...Array.from({ length: 3 }, () => [true, 0, 65_535]),
    [false, 100, 1100],
  ])
})

test('an image with colours has no channels to show', () => {
  expect(initialDisplay(testPyramid([]))).toEqual({
    color: { brightness: 0, contrast: 0, gamma: 1, icc: false },
    channels: [],
  })
  const grey = testPyramid([{}, {}, {}], { samples: 3 })
  expect(initialDisplay(grey).channels).toEqual([])
})

test('the tight window leaves out one in a hundred', () => {
  expect(autoWindow('u16', testStats)).toEqual([100, 1100])
  expect(autoWindow('u16', testStats, 'tight')).toEqual([150, 900])
})

test('where that leaves nothing, the window is the usual one', () => {
  const flat = { ...testStats, percentiles: { ...testStats.percentiles, p1: 400, p99: 400 } }
  expect(autoWindow('u16', flat, 'tight')).toEqual([100, 1100])
  expect(autoWindow('f32', null, 'tight')).toEqual([0, 1])
})

test('a display survives being written down and read', () => {
  const pyramid = testPyramid([{}, {}])
  const display = initialDisplay(pyramid)
  expect(keptDisplay(JSON.parse(JSON.stringify(display)), pyramid)).toEqual(display)
})

test('what does not fit the image, or is no display, is not taken', () => {
  const pyramid = testPyramid([{}, {}])
  const display = initialDisplay(pyramid)
  const [channel] = display.channels
  expect(keptDisplay(display, testPyramid([{}]))).toBeNull()
  expect(keptDisplay({ ...display, channels: [channel, { ...channel, high: 0 }] }, pyramid)).toBeNull()
  expect(
    keptDisplay({ ...display, channels: [channel, { ...channel, low: Number.NaN }] }, pyramid),
  ).toBeNull()
  expect(keptDisplay('rubbish', pyramid)).toBeNull()
})

test('a profile is applied only where there is one', () => {
  const plain = initialDisplay(testPyramid([]))
  const kept = { ...plain, color: { ...plain.color, icc: true } }
  expect(keptDisplay(kept, testPyramid([]))?.color.icc).toBe(false)
  expect(keptDisplay(kept, testPyramid([], { has_icc: true }))?.color.icc).toBe(true)
})
