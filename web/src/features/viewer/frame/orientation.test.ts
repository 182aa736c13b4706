import { expect, test } from 'vitest'
import { turned } from '../../../engine/viewer/viewport.ts'
import { rotationOf, shownDegrees } from './orientation.ts'

const upright = { center: { x: 0, y: 0 }, resolution: 1, rotation: 0, flipped: false }

test('a quarter turn to the right reads 90°, mirrored or not', () => {
  expect(shownDegrees(turned(upright, Math.PI / 2))).toBe(90)
  expect(shownDegrees(turned({ ...upright, flipped: true }, Math.PI / 2))).toBe(90)
  expect(shownDegrees(turned(upright, -Math.PI))).toBe(180)
  expect(Object.is(shownDegrees({ ...upright, flipped: true }), 0)).toBe(true)
})

test('an angle that is typed is the angle that is read afterwards', () => {
  for (const flipped of [false, true]) {
    const rotation = rotationOf('33,5', flipped)
    expect(shownDegrees({ ...upright, flipped, rotation: rotation ?? 0 })).toBe(33.5)
  }
  expect(rotationOf('−90°', false)).toBeCloseTo(-Math.PI / 2)
})

test('what is no angle is none', () => {
  expect(rotationOf('', false)).toBeUndefined()
  expect(rotationOf('north', false)).toBeUndefined()
})
