import { expect, test } from 'vitest'
import { readOwnPresets, withoutPreset, withPreset } from './own-presets.ts'
import type { ShelfPreset } from './preset-shelf.ts'

const display: ShelfPreset['display'] = {
  color: { brightness: 0, contrast: 0, gamma: 1, icc: false },
  channels: [],
}
const preset = (id: string, name: string): ShelfPreset => ({ id, name, display, version: 1 })
const names = (presets: readonly ShelfPreset[]) => presets.map(({ name }) => name)

test('what another window has kept meanwhile stays beside what is saved here', () => {
  const there = [preset('a', 'Nuclei'), preset('b', 'Membranes')]
  expect(names(withPreset(there, preset('c', 'Myelin')))).toEqual(['Membranes', 'Myelin', 'Nuclei'])
})

test('a changed preset takes the place of the one before, by its new name', () => {
  const there = [preset('a', 'Nuclei'), preset('b', 'Tubules')]
  expect(withPreset(there, preset('b', 'Glands'))).toEqual([preset('b', 'Glands'), preset('a', 'Nuclei')])
})

test('only the one that is removed goes', () => {
  expect(names(withoutPreset([preset('a', 'One'), preset('b', 'Two')], 'a'))).toEqual(['Two'])
})

test('what an older version kept in another shape is left alone', () => {
  expect(readOwnPresets('presets')).toEqual([])
  expect(readOwnPresets(undefined)).toEqual([])
  expect(readOwnPresets([preset('a', 'Nuclei')])).toEqual([preset('a', 'Nuclei')])
})
