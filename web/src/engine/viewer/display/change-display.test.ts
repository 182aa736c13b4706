import { expect, test } from 'vitest'
import {
  isSolo,
  resetChannel,
  resetColor,
  showAllChannels,
  soloChannel,
  toggleChannel,
  withChannel,
  withColor,
} from './change-display.ts'
import type { Display } from './display.ts'
import { initialDisplay } from './initial-display.ts'
import { testPyramid } from './test-pyramid.ts'

const pyramid = testPyramid([{ color: '#0000FF' }, { color: '#00FF00' }, { color: '#FF0000' }])
const initial = initialDisplay(pyramid)
const shown = ({ channels }: Display) => channels.map((channel) => channel.shown)

test('a change is of one channel and leaves what was before as it was', () => {
  const changed = withChannel(initial, 1, { color: '#FFFF00', low: 200 })
  expect(changed.channels[1]).toEqual({ shown: true, color: '#FFFF00', low: 200, high: 1100, gamma: 1 })
  expect(changed.channels[0]).toBe(initial.channels[0])
  expect(initial.channels[1]?.color).toBe('#00FF00')
  expect(withChannel(initial, 9, { low: 3 })).toBe(initial)
})

test('a window without width is not taken, and gamma stays within its range', () => {
  const changed = withChannel(initial, 0, { low: 1100, gamma: 99 })
  expect(changed.channels[0]).toMatchObject({ low: 100, high: 1100, gamma: 5 })
  expect(withChannel(initial, 0, { gamma: 0 }).channels[0]?.gamma).toBe(0.1)
})

test('a channel is switched off and on', () => {
  const off = toggleChannel(initial, 2)
  expect(shown(off)).toEqual([true, true, false])
  expect(toggleChannel(off, 2)).toEqual(initial)
})

test('one alone, and once more the others beside it', () => {
  const before = toggleChannel(initial, 2)
  const solo = soloChannel(before, 1, before)
  expect([shown(solo), isSolo(solo, 1), isSolo(solo, 0)]).toEqual([[false, true, false], true, false])
  expect(soloChannel(solo, 1, before)).toEqual(before)
  expect(shown(soloChannel(solo, 2, before))).toEqual([false, false, true])
})

test('all on and all off', () => {
  expect(shown(showAllChannels(initial, false))).toEqual([false, false, false])
  expect(showAllChannels(showAllChannels(initial, false), true)).toEqual(initial)
})

test('a channel is put back to how it began, shown or not as it is', () => {
  const changed = toggleChannel(withChannel(initial, 0, { color: '#123456', low: 5, gamma: 2 }), 0)
  expect(resetChannel(changed, 0, pyramid).channels[0]).toEqual({ ...initial.channels[0], shown: false })
})

test('brightness, contrast and gamma stay within their ranges, and go back without the profile', () => {
  const changed = withColor(initial, { brightness: 3, contrast: -3, gamma: 0, icc: true })
  expect(changed.color).toEqual({ brightness: 1, contrast: -1, gamma: 0.1, icc: true })
  expect(resetColor(changed).color).toEqual({ brightness: 0, contrast: 0, gamma: 1, icc: true })
})
