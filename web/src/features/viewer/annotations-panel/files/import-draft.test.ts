import { annotationLimits } from '@cresyl/contract/api/limits'
import { expect, test } from 'vitest'
import { chosenClasses, likelyChoices, tooLarge } from './import-draft.ts'

const inFile = (name: string, known = false) => ({
  classification: { name, color: '#010203' },
  count: 1,
  known,
})

test('a class of the organisation is proposed where only capitals differ', () => {
  const own = [{ name: 'Tumour', color: '#FF0000' }]
  const choices = likelyChoices({ classes: [inFile('TUMOUR'), inFile('Tumour', true), inFile('Fat')] }, own)
  expect(choices).toEqual({ TUMOUR: own[0], Tumour: 'keep', Fat: 'keep' })
})

test('only what becomes another is told', () => {
  const classification = { name: 'Tumour', color: '#FF0000' }
  expect(chosenClasses({ Fat: 'keep', Rim: 'none', TUMOUR: classification })).toEqual([
    { name: 'Rim', classification: null },
    { name: 'TUMOUR', classification },
  ])
})

test('files that no request can carry are told before they are read', () => {
  expect(tooLarge({ size: 1000 })).toBeNull()
  expect(tooLarge({ size: annotationLimits.body })).toBe(47)
})
