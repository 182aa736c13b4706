import { expect, test } from 'vitest'
import { tissueAndStain } from './slide-looks.ts'

const tissue = { id: 't', organ: 'Breast', species: 'Human' }
const stainer = { id: 's', stain_type: 'H&E' }

test('a card names tissue and stain as lists, filters and the viewer do', () => {
  expect(tissueAndStain({ tissue, stainer })).toBe('Breast · Human · H&E')
  expect(tissueAndStain({ tissue: null, stainer })).toBe('H&E')
  expect(tissueAndStain({ tissue: null, stainer: null })).toBe('No tissue or stain')
})
