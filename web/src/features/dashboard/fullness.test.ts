import { expect, test } from 'vitest'
import { fullness } from './fullness.ts'

const of = (used_bytes: number, quota_bytes: number | null) => fullness({ used_bytes, quota_bytes })

test('without a limit there is plenty of room, and no share to show', () => {
  expect(of(1e15, null)).toEqual({ share: null, state: 'plenty' })
})

test('is said before there is no room left', () => {
  expect(of(0, 100).state).toBe('plenty')
  expect(of(89, 100).state).toBe('plenty')
  expect(of(90, 100).state).toBe('nearlyFull')
  expect(of(100, 100).state).toBe('full')
})

test('a limit that was lowered below what is stored, or to nothing, is full', () => {
  expect(of(300, 100)).toEqual({ share: 3, state: 'full' })
  expect(of(0, 0)).toEqual({ share: 1, state: 'full' })
})
