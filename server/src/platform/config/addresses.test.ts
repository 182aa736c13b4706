import { expect, test } from 'vitest'
import { isLoopback } from './addresses.ts'

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.0.1.1', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.example.org', false],
  ['localhost.example.org', false],
  ['10.0.0.1', false],
])('%s is loopback: %s', (host, loopback) => {
  expect(isLoopback(host)).toBe(loopback)
})
