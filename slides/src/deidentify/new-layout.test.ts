import { expect, test } from 'vitest'
import { NewLayout } from './new-layout.ts'

const text = (length: number, fill = 'a') => Buffer.alloc(length, fill)

test('puts a value into its entry, into the place of the old one, or behind the end', () => {
  const layout = new NewLayout(1001, false)
  expect(layout.place(text(4), { offset: 100, length: 50 })).toEqual(text(4))
  expect(layout.place(text(50), { offset: 100, length: 50 })).toEqual({ offset: 100 })
  expect(layout.place(text(51), { offset: 300, length: 50 })).toEqual({ offset: 1008 })
  expect(layout.place(text(5))).toEqual({ offset: 1064 })
  expect(layout.size).toBe(1069)
  expect(new NewLayout(1001, true).place(text(8))).toEqual(text(8))
})

test('writes a value that pages share once, and apart where it becomes different', () => {
  const layout = new NewLayout(1000, true)
  const old = { offset: 100, length: 50 }
  expect(layout.place(text(20), old)).toEqual({ offset: 100 })
  expect(layout.place(text(20), old)).toEqual({ offset: 100 })
  expect(layout.place(text(20, 'b'), old)).toEqual({ offset: 1000 })
  expect(layout.patches.map(({ offset }) => offset)).toEqual([100, 1000])
})

test('refuses to go beyond what offsets of 32 bits reach', () => {
  expect(() => new NewLayout(2 ** 32 - 10, false).place(text(20))).toThrow(
    'TIFF: is a TIFF with offsets of 32 bits and has no room left for its shortened texts',
  )
  expect(new NewLayout(2 ** 32 - 16, true).place(text(20))).toEqual({ offset: 2 ** 32 - 16 })
})
