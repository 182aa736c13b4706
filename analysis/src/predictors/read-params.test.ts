import { expect, test } from 'vitest'
import { readParams } from './read-params.ts'
import { manifest } from './virtual-dab/manifest.ts'

test('what is missing or wrong is as the manifest proposes', () => {
  const { number } = readParams(manifest, { nuclear_strength: 2, marker_strength: -3, marker_full: 'bright' })
  expect([number('nuclear_strength'), number('marker_strength'), number('marker_full')]).toEqual([2, 1, 0])
  expect(readParams(manifest, {}).number('nuclear_strength')).toBe(1)
})
