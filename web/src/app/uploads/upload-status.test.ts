import { expect, test } from 'vitest'
import type { Upload } from '../../engine/uploads/upload.ts'
import { totalsOf } from '../../engine/uploads/upload-totals.ts'
import { testUpload } from '../../features/uploads/test-upload.ts'
import { uploadStatus } from './upload-status.ts'

const MB = 1024 * 1024

function statusOf(uploads: Partial<Upload>[], secondsLeft: number | null = null) {
  const list = uploads.map((given, index) => testUpload({ name: `${index}.svs`, size: MB, ...given }))
  const totals = totalsOf(list, { add: () => {}, bytesPerSecond: () => 0, secondsFor: () => secondsLeft })
  return uploadStatus(totals)
}

test('nothing is shown while there is nothing to watch', () => {
  expect(statusOf([])).toBeNull()
  expect(statusOf([{ stage: 'draft' }, { stage: 'completed' }, { stage: 'cancelled' }])).toBeNull()
})

test('how many are done, how far all of them are, and how long it takes', () => {
  const status = statusOf(
    [{ stage: 'completed' }, { stage: 'sending', bytesSent: MB / 2 }, { stage: 'waiting' }],
    230,
  )
  expect(status).toEqual({
    name: 'Uploading, 1 of 3 files done, 50%, about 4 min left',
    kind: 'running',
    progress: 0.5,
    failed: 0,
  })
})

test('a time that nobody knows is not told', () => {
  expect(statusOf([{ stage: 'starting' }])?.name).toBe('Uploading, 0 of 1 file done, 0%')
})

test('paused once everything that could be is, without a time', () => {
  const paused = { stage: 'sending', paused: true } as const
  expect(statusOf([paused, { stage: 'waiting', paused: true }], 60)?.name).toBe(
    'Uploads paused, 0 of 2 files done, 0%',
  )
  expect(statusOf([paused, { stage: 'sending' }])?.kind).toBe('running')
})

test('a server that cannot be reached is said, but not to those who paused', () => {
  expect(statusOf([{ stage: 'sending', disconnected: true }], 60)).toMatchObject({
    name: 'Uploads are waiting for the server, 0 of 1 file done, 0%',
    kind: 'disconnected',
  })
  expect(statusOf([{ stage: 'sending', disconnected: true, paused: true }])?.kind).toBe('paused')
})

test('failures are told beside what goes on, and stay when it has ended', () => {
  const failed = { stage: 'failed' } as const
  expect(statusOf([failed, { stage: 'sending' }])?.name).toBe('Uploading, 0 of 2 files done, 0%, 1 failed')
  expect(statusOf([failed, failed, { stage: 'completed' }])).toEqual({
    name: '2 uploads failed',
    kind: 'failed',
    progress: null,
    failed: 2,
  })
})
