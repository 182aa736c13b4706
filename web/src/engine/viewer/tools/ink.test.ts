import { expect, test } from 'vitest'
import { labelTop } from './ink.ts'

test('a label stands above its shape, below it where there is no room, and in it where it fills the view', () => {
  expect(labelTop({ top: 100, bottom: 110 }, 40, 500)).toBe(54)
  expect(labelTop({ top: 10, bottom: 60 }, 40, 500)).toBe(66)
  expect(labelTop({ top: -50, bottom: 600 }, 40, 500)).toBe(6)
})
