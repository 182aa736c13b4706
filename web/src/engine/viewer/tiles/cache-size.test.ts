import { expect, test } from 'vitest'
import { cacheBytesFor } from './cache-size.ts'

const megabytes = (device: Parameters<typeof cacheBytesFor>[0]) => cacheBytesFor(device) / 1024 / 1024

test('small devices keep fewer tiles', () => {
  const desktop = { memory: 8, screen: 1080, isTouched: false }
  expect(megabytes(desktop)).toBe(256)
  expect(megabytes({ ...desktop, memory: undefined })).toBe(256)
  expect(megabytes({ ...desktop, memory: 4 })).toBe(128)
  expect(megabytes({ ...desktop, memory: 1 })).toBe(64)
  expect(megabytes({ memory: undefined, screen: 390, isTouched: true })).toBe(128)
})

test('a tablet and a small window on a desktop are no phones', () => {
  expect(megabytes({ memory: undefined, screen: 820, isTouched: true })).toBe(256)
  expect(megabytes({ memory: 8, screen: 390, isTouched: false })).toBe(256)
})
