import { expect, test } from 'vitest'
import { isChunkFailure } from './crash.tsx'

test.each([
  'Failed to fetch dynamically imported module: http://localhost/assets/page-abc.js',
  'error loading dynamically imported module: http://localhost/assets/page-abc.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/page-abc.css',
])('a missing part of the app is recognised: %s', (message) => {
  expect(isChunkFailure(new TypeError(message))).toBe(true)
})

test('other errors are not', () => {
  expect(isChunkFailure(new TypeError("Cannot read properties of undefined (reading 'name')"))).toBe(false)
  expect(isChunkFailure('Importing a module script failed.')).toBe(false)
})
