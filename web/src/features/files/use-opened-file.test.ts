import { expect, test } from 'vitest'
import { searchWith } from './use-opened-file.ts'

test('opening and closing a file leaves the rest of the address alone', () => {
  const listed = new URLSearchParams('status=ready&page=3')
  expect(searchWith(listed, '7')).toBe('?status=ready&page=3&file=7')
  expect(searchWith(new URLSearchParams('file=6&page=3'), '7')).toBe('?file=7&page=3')
  expect(searchWith(new URLSearchParams('file=6&page=3'), null)).toBe('?page=3')
  expect(searchWith(new URLSearchParams('file=6'), null)).toBe('')
})
