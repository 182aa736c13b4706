import { expect, test } from 'vitest'
import { bindChannels, fitOfRole } from './channel-roles.ts'

const named = (...names: (string | null)[]) => names.map((name) => ({ name, emission_wavelength: null }))
const nuclear = { key: 'nuclei', label: 'Nuclei', role: 'nuclear' } as const
const cytoplasm = { key: 'body', label: 'Cytoplasm', role: 'cytoplasm' } as const
const marker = { key: 'marker', label: 'Marker', role: 'marker' } as const

test.each([
  'DAPI',
  'dapi (405)',
  'Hoechst 33342',
  'DRAQ5',
  'TO-PRO-3',
  'SYTOX Green',
  '7-AAD',
  'Nuclei',
  'Propidium iodide',
])('%s shows nuclei', (name) => {
  expect(fitOfRole({ name, emission_wavelength: null }, 'nuclear')).toBe(3)
  expect(fitOfRole({ name, emission_wavelength: null }, 'marker')).toBe(0)
})

test.each(['CD8', 'Opal 520 (PD-L1)', 'Cy5-PanCK', 'Eosin', 'AF488', 'Pilot'])('%s does not', (name) => {
  expect(fitOfRole({ name, emission_wavelength: null }, 'nuclear')).toBe(0)
})

test('channels are found by name, wherever they stand', () => {
  expect(bindChannels([nuclear, cytoplasm], named('CD3', 'Eosin', 'DAPI'))).toEqual({ nuclei: 2, body: 1 })
  expect(bindChannels([nuclear, marker], named('DAPI', 'Autofluorescence', 'CD3'))).toEqual({
    nuclei: 0,
    marker: 2,
  })
})

test('an unnamed channel is nuclear by its blue light', () => {
  const channels = [
    { name: null, emission_wavelength: 520 },
    { name: null, emission_wavelength: 461 },
  ]
  expect(bindChannels([nuclear, marker], channels)).toEqual({ nuclei: 1, marker: 0 })
})

test('what cannot be told stays open, and one channel is not taken twice', () => {
  expect(bindChannels([nuclear, cytoplasm], named(null, null))).toEqual({ nuclei: null, body: 0 })
  expect(bindChannels([nuclear, marker], named('DAPI'))).toEqual({ nuclei: 0, marker: null })
})

test("a person's word comes first", () => {
  expect(bindChannels([nuclear, marker], named('DAPI', 'CD3'), { nuclei: 1 })).toEqual({
    nuclei: 1,
    marker: null,
  })
  expect(bindChannels([nuclear, cytoplasm], named('a', 'b'), { nuclei: 0 })).toEqual({ nuclei: 0, body: 1 })
})
