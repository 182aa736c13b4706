import { expect, test } from 'vitest'
import { isShallowEnough } from './depth.ts'
import { channelTones, toneOf } from './tones.ts'

const plane = [100, 4100] as const
const channel = { shown: true, color: '#FFFFFF', low: 100, high: 4100, gamma: 1 }

test('eight bits do for the window they were made for, and for one that is hardly narrower', () => {
  expect(isShallowEnough('u16', channel, plane)).toBe(true)
  expect(isShallowEnough('u16', { ...channel, low: 500 }, plane)).toBe(true)
  expect(isShallowEnough('f32', { ...channel, low: 0, high: 9000 }, plane)).toBe(true)
})

test('a narrow window, a threshold or a gamma that spreads the dark needs sixteen', () => {
  expect(isShallowEnough('u16', { ...channel, high: 2000 }, plane)).toBe(false)
  expect(isShallowEnough('u16', { ...channel, high: 100 }, plane)).toBe(false)
  expect(isShallowEnough('u16', { ...channel, gamma: 2 }, plane)).toBe(false)
  expect(isShallowEnough('u16', { ...channel, gamma: 0.4 }, plane)).toBe(false)
})

test('values of eight bits come without loss at once', () => {
  expect(isShallowEnough('u8', channel, plane)).toBe(false)
  expect(isShallowEnough('i8', channel, plane)).toBe(false)
})

test.each([
  [100, 4100, 1],
  [300, 3700, 1],
  [100, 4100, 0.8],
  [0, 8000, 1.2],
])('with %d to %d and gamma %d no value is shown more than 2/255 apart', (low, high, gamma) => {
  const display = { ...channel, low, high, gamma }
  expect(isShallowEnough('u16', display, plane)).toBe(true)
  const tones = channelTones(display, plane)
  for (let value = plane[0]; value <= plane[1]; value += 1) {
    const exact = (value - plane[0]) / (plane[1] - plane[0])
    const shallow = Math.min(Math.round(exact * 255) + 1, 255) / 255
    expect(Math.abs(toneOf(tones, shallow) - toneOf(tones, exact))).toBeLessThanOrEqual(2 / 255)
  }
})
