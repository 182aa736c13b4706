import { describe, expect, test } from 'vitest'
import { depthText, timeText } from './plane-place.ts'

const axis = (size: number, step: number) => ({ size, origin: 0, step })

describe('the depth of a focus plane', () => {
  test('is told from the first, with as many decimals as tell planes apart', () => {
    expect(depthText(0, axis(7, 1))).toBe('0.0 µm')
    expect(depthText(2, axis(7, 1))).toBe('2.0 µm')
    expect(depthText(3, axis(5, 0.32))).toBe('0.96 µm')
    expect(depthText(1, axis(5, 0.05))).toBe('0.050 µm')
  })

  test('is left out where the file does not say it', () => {
    expect(depthText(2, undefined)).toBe('')
  })
})

describe('a point of time', () => {
  test('is told in seconds where all of it takes less than two minutes', () => {
    expect(timeText(1, axis(3, 30))).toBe('30.0 s')
    expect(timeText(2, axis(3, 0.5))).toBe('1.00 s')
  })

  test('is told in minutes or hours where it takes longer', () => {
    expect(timeText(0, axis(3, 60.075))).toBe('0:00 min')
    expect(timeText(1, axis(3, 60.075))).toBe('1:00 min')
    expect(timeText(2, axis(3, 1875))).toBe('1:02:30 h')
  })

  test('is left out where the file does not say it', () => {
    expect(timeText(2, undefined)).toBe('')
  })
})
