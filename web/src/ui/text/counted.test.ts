import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('only one is said in the singular', () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, 'member'))).toEqual([
    '0 members',
    '1 member',
    '2 members',
    '1,200 members',
  ])
})

test('a plural of its own is used as it is', () => {
  expect(counted(3, 'class', 'classes')).toBe('3 classes')
})
