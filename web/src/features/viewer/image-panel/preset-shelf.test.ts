import { expect, test } from 'vitest'
import { nameFault, type ShelfPreset } from './preset-shelf.ts'

const display = { color: { brightness: 0, contrast: 0, gamma: 1, icc: false }, channels: [] }
const kept: ShelfPreset[] = [{ id: 'a', name: 'Nuclei only', display, version: 1 }]

test('a name must be there, be new, and be short enough', () => {
  expect(nameFault('  ', kept)).toBe('A name is required.')
  expect(nameFault(' nuclei  ONLY', kept)).toMatch(/^A preset with this name already exists\./)
  expect(nameFault('n'.repeat(101), kept)).toBe('At most 100 characters.')
  expect(nameFault('a\u0007b', kept)).toBe('Contains unprintable characters')
})

test('any other name will do', () => {
  expect([nameFault('Nuclei', kept), nameFault('n'.repeat(100), kept)]).toEqual([undefined, undefined])
})
