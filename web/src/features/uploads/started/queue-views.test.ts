import { expect, test } from 'vitest'
import { totalsOf } from '../../../engine/uploads/upload-totals.ts'
import { testUpload } from '../test-upload.ts'
import { countOf, viewWithRows } from './queue-views.ts'

test('a view is left when nothing is in it any more', () => {
  const speed = { add: () => {}, bytesPerSecond: () => 0, secondsFor: () => null }
  const uploads = (['waiting', 'waiting', 'sending', 'draft'] as const).map((stage) => testUpload({ stage }))
  const { counts } = totalsOf(uploads, speed)
  expect(viewWithRows('failed', counts)).toBe('all')
  expect(viewWithRows('active', counts)).toBe('active')
  expect([countOf('active', counts), countOf('all', counts)]).toEqual([3, 3])
})
