import { expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { faultOfSentence } from './test-support/check-slide.ts'

const fault = (structure: string, reason: string) =>
  faultOfSentence(new SlideError('malformed', structure, reason))

test('what no person could understand is no sentence', () => {
  expect(fault('IFD 0', 'has an image of 0 × 24 pixels')).toBeUndefined()
  expect(fault('OME-XML', 'SizeC is "NaN"')).toBeUndefined()
  expect(fault('', 'is wrong')).toMatch(/structure is empty/)
  expect(fault('IFD 0', ' ')).toMatch(/reason is empty/)
  expect(fault('IFD 0', 'is wrong.')).toMatch(/full stop/)
  expect(fault('IFD 0', 'x'.repeat(500))).toMatch(/500 characters/)
  for (const nonsense of ['NaN', 'undefined', 'null', '[object Object]', 'Infinity', '\0']) {
    expect(fault('IFD 0', `has ${nonsense} tiles`)).toMatch(/contains/)
  }
})
