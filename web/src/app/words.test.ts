import { messages } from '@cresyl/contract/api/messages'
import { expect, test } from 'vitest'
import { words } from './words.ts'

const { interrupted, ended, departure } = words.uploads

test('interrupted uploads are told by name, one a line, and no more than three', () => {
  expect(interrupted(['a.svs'])).toBe(`"a.svs": ${messages.upload.interrupted}`)
  const lines = interrupted(['a.svs', 'b.svs', 'c.svs', 'd.svs', 'e.svs']).split('\n')
  expect(lines).toEqual([
    ...['a.svs', 'b.svs', 'c.svs'].map((name) => `"${name}": ${messages.upload.interrupted}`),
    'And 2 more uploads.',
  ])
})

test('the end of the queue says what came of it', () => {
  expect(ended.text({ completed: 12, failed: 0 })).toBe('12 files uploaded.')
  expect(ended.text({ completed: 1, failed: 2 })).toBe('1 file uploaded. 2 uploads failed.')
  expect(ended.text({ completed: 0, failed: 1 })).toBe('1 upload failed.')
})

test('who is about to leave is told how much is under way, and where', () => {
  expect(departure.underway(1, 0)).toBe('1 upload is in progress.')
  expect(departure.underway(3, 0)).toBe('3 uploads are in progress.')
  expect(departure.underway(0, 2)).toBe('2 uploads are in progress in another tab.')
  expect(departure.underway(3, 2)).toBe('5 uploads are in progress, some of them in another tab.')
})
