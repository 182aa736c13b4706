import { expect, test } from 'vitest'
import { newRecord } from '../../engine/uploads/upload-record.ts'
import { sendingOf } from './sending.ts'
import { uploadsIn } from './use-tab-uploads.ts'
import { words } from './words.ts'

const record = (id: string, given: object) => ({
  ...newRecord({ id, name: `${id}.svs`, size: 5_000_000 }, 0),
  ...given,
})

test('what the tabs of this browser are sending is found in their records, what has ended is not', () => {
  const text = JSON.stringify([
    record('running', { progress: 42 }),
    record('resting', { status: 'busy', progress: 7 }),
    record('over', { status: 'failed', progress: 90 }),
    'rubbish',
  ])
  expect([...uploadsIn(text)]).toEqual([
    ['running', 42],
    ['resting', 7],
  ])
})

test.each([null, '', 'rubbish', '{}'])('a key that holds %j tells of none', (text) => {
  expect(uploadsIn(text).size).toBe(0)
})

test('what this tab sends is its own, whatever the records say', () => {
  const uploads = new Map([
    ['a', 10],
    ['b', 42],
  ])
  const here = new Set(['a'])
  expect(sendingOf('a', here, uploads)).toEqual({ tab: 'this' })
  expect(sendingOf('b', here, uploads)).toEqual({ tab: 'other', percent: 42 })
  expect(sendingOf('c', here, uploads)).toBeUndefined()
  expect(words.sending({ tab: 'other', percent: 42 })).toBe('In another tab, 42%')
})
