import { expect, test } from 'vitest'
import { totalsOf } from '../../../engine/uploads/upload-totals.ts'
import { testUpload } from '../test-upload.ts'
import { countOf, countQueue, isInView, viewWithRows } from './queue-views.ts'

const speed = { add: () => {}, bytesPerSecond: () => 0, secondsFor: () => null }

test('a view is left when nothing is in it any more', () => {
  const uploads = (['waiting', 'waiting', 'sending', 'draft'] as const).map((stage) => testUpload({ stage }))
  const counts = countQueue(totalsOf(uploads, speed), uploads, new Set())
  expect(viewWithRows('failed', counts)).toBe('all')
  expect(viewWithRows('active', counts)).toBe('active')
  expect([countOf('active', counts), countOf('all', counts)]).toEqual([3, 3])
})

test('what was uploaded and could not be read has a view of its own', () => {
  const uploads = ['a', 'b', null].map((fileId) => testUpload({ stage: 'completed', fileId }))
  const unreadable = new Set(['b', 'other'])
  const counts = countQueue(totalsOf(uploads, speed), uploads, unreadable)
  expect(countOf('unreadable', counts)).toBe(1)
  expect(uploads.map((upload) => isInView('unreadable', upload, unreadable))).toEqual([false, true, false])
})
