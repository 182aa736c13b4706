import { expect, test } from 'vitest'
import { freshStack } from '../../../engine/viewer/stack/stack-state.ts'
import { adjusted } from './adjust.ts'

const state = { ...freshStack('a'), second: 'b' }

test('arrows move the edge of a curtain their own way, whichever side lies beyond', () => {
  const at = (angle: number, arrow: 'left' | 'right' | 'up' | 'down') =>
    adjusted({ ...state, mode: 'curtain', curtain: { position: 0.5, angle } }, arrow, false)?.curtain
      ?.position
  expect([at(0, 'right'), at(0, 'left'), at(Math.PI, 'right')]).toEqual([0.52, 0.48, 0.48])
  expect([at(Math.PI / 2, 'down'), at(Math.PI / 2, 'right'), at(0, 'up')]).toEqual([0.52, 0.5, 0.5])
})

test('with Shift they turn the curtain and change size and zoom of the lens', () => {
  const turned = adjusted({ ...state, mode: 'curtain' }, 'right', true)?.curtain
  expect(turned?.angle).toBeCloseTo(Math.PI / 36)
  const lens = { ...state, mode: 'lens' } as const
  expect(adjusted(lens, 'right', true)?.lens?.radius).toBeGreaterThan(state.lens.radius)
  expect(adjusted(lens, 'up', true)?.lens?.zoom).toBeGreaterThan(state.lens.zoom)
  expect(adjusted(lens, 'up', false)?.lens?.y).toBeLessThan(state.lens.y)
})

test('one image alone leaves the keys to others', () => {
  expect(adjusted(state, 'left', false)).toBeNull()
  expect(adjusted({ ...state, mode: 'blend' }, 'up', false)).toBeNull()
  expect(adjusted({ ...state, mode: 'blend' }, 'right', false)?.opacity).toBeCloseTo(0.55)
})
