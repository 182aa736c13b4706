import { messages } from '@cresyl/contract/api/messages'
import { expect, test } from 'vitest'
import { testUpload } from '../test-upload.ts'
import { doubleNames, sameName, suggestionFor, sumDrafts } from './draft-sums.ts'

const good = testUpload({ key: '1', name: 'good.svs', size: 5000 })
const spaced = testUpload({ key: '2', name: 'Tumour 3.svs', size: 6000 })
const tiny = testUpload({ key: '3', name: 'tiny one.svs', size: 10 })
const other = testUpload({ key: '4', name: 'notes.pdf', size: 7000 })

test('every error of the batch is told with the name, and what can be uploaded is counted', () => {
  const { check, bytes } = sumDrafts([good, spaced, tiny, other])
  expect(check).toMatchObject({ total: 4, validCount: 1, errorCount: 3 })
  expect(check.errors).toEqual([
    `"Tumour 3.svs": ${messages.file.nameHasSpaces}`,
    `"tiny one.svs": ${messages.file.tooSmall}`,
    `"tiny one.svs": ${messages.file.nameHasSpaces}`,
    `"notes.pdf": ${messages.file.extensionNotAllowed('pdf')}`,
  ])
  expect(bytes).toBe(5000)
})

test('a name is suggested only where it is all that is wrong', () => {
  expect(suggestionFor(spaced)).toBe('Tumour_3.svs')
  expect(suggestionFor(good)).toBeNull()
  expect(suggestionFor(tiny)).toBeNull()
  expect(suggestionFor(other)).toBeNull()
  expect(sumDrafts([good, spaced, tiny, other]).suggestions).toEqual([{ key: '2', name: 'Tumour_3.svs' }])
})

test('names that more than one file has are found once each', () => {
  const drafts = ['a.svs', 'b.svs', 'a.svs', 'c.svs', 'a.svs', 'c.svs'].map((name) => ({ name }))
  expect([...doubleNames(drafts).values()]).toEqual(['a.svs', 'c.svs'])
})

test('names that differ only in case count as the same', () => {
  const drafts = ['Slide.svs', 'other.svs', 'slide.SVS'].map((name) => ({ name }))
  expect([...doubleNames(drafts)]).toEqual([[sameName('SLIDE.svs'), 'Slide.svs']])
})
