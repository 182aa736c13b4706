import { expect, test } from 'vitest'
import { formatPercent } from '../../../ui/text/dates.ts'
import { testUpload } from '../test-upload.ts'
import { byteProgress, partProgress, stateLook } from './upload-state.ts'

const labelOf = (given: Parameters<typeof testUpload>[0]) => stateLook(testUpload(given)).label

test('each stage has its words', () => {
  expect(labelOf({ stage: 'waiting' })).toBe('Waiting')
  expect(labelOf({ stage: 'starting' })).toBe('Starting')
  expect(labelOf({ stage: 'sending' })).toBe('Uploading')
  expect(labelOf({ stage: 'finishing' })).toBe('Finishing')
  expect(labelOf({ stage: 'completed' })).toBe('Uploaded')
  expect(labelOf({ stage: 'failed' })).toBe('Failed')
  expect(labelOf({ stage: 'cancelled' })).toBe('Upload cancelled')
})

test('a pause is told before the state of the connection, and neither once it has ended', () => {
  expect(labelOf({ stage: 'sending', paused: true, disconnected: true })).toBe('Paused')
  expect(labelOf({ stage: 'waiting', paused: true })).toBe('Paused')
  expect(labelOf({ stage: 'sending', disconnected: true })).toBe('Waiting for the connection')
  expect(labelOf({ stage: 'failed', paused: true, disconnected: true })).toBe('Failed')
})

test('a cancelled upload does not look like a failure', () => {
  expect(stateLook(testUpload({ stage: 'cancelled' })).tone).toBe('muted')
})

test('the bar follows the bytes and the figure the parts', () => {
  const upload = testUpload({ size: 1000, bytesSent: 999, partCount: 8, partsSent: 3 })
  expect(byteProgress(upload)).toBe(99)
  expect(partProgress(upload)).toBe(38)
  expect(byteProgress({ size: 0, bytesSent: 0 })).toBe(0)
})

test('every percent is shown as it was rounded', () => {
  for (let percent = 0; percent <= 100; percent += 1) {
    expect(formatPercent(percent / 100, 'en-GB')).toBe(`${percent}%`)
  }
})
