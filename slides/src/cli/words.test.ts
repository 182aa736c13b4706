import { expect, it } from 'vitest'
import { columns } from './columns.ts'
import { nearest } from './nearest.ts'
import { bytes, colorName, decimals, readable } from './words.ts'

it('keeps a number short', () => {
  expect([decimals(0.499, 4), decimals(20, 2), decimals(0.25004, 3)]).toEqual(['0.499', '20', '0.25'])
})

it('says sizes of files in the unit that fits', () => {
  expect([bytes(12), bytes(1938955), bytes(999_900), bytes(4.2e10)]).toEqual([
    '12 bytes',
    '1.94 MB',
    '1.00 MB',
    '42.0 GB',
  ])
})

it('says colours as the web does', () => expect(colorName(0x00ff7f)).toBe('#00ff7f'))

it('takes control characters out of the text of a file', () => {
  expect(readable('\u001b[2Jgone\nback\u009b')).toBe('[2Jgone back')
})

it('aligns columns to the left, or to the right where told', () => {
  expect(
    columns(
      [
        ['a', '1', 'x'],
        ['bcd', '20', ''],
      ],
      [1],
    ),
  ).toEqual(['a     1  x', 'bcd  20'])
})

it('finds the name that was meant, and none where none is near', () => {
  const names = ['info', 'tile', 'thumbnail', 'region', 'convert', 'make']
  expect(['inof', 'thumbnial', 'conv', 'zebra', 'x'].map((name) => nearest(name, names))).toEqual([
    ...['info', 'thumbnail', 'convert', undefined, undefined],
  ])
})
