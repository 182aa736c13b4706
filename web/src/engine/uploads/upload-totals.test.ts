import { expect, test } from 'vitest'
import { type UploadStage, uploadStages } from './upload.ts'
import { isAllPaused, startedOf } from './upload-totals.ts'

const none = Object.fromEntries(uploadStages.map((stage) => [stage, 0])) as Record<UploadStage, number>

test('a queue is paused when nothing of it goes on', () => {
  const counts = { ...none, waiting: 2, sending: 1, finishing: 1 }
  expect(isAllPaused({ counts, paused: 3 })).toBe(true)
  expect(isAllPaused({ counts, paused: 1 })).toBe(false)
  expect(isAllPaused({ counts: none, paused: 0 })).toBe(false)
})

test('drafts and what was cancelled have not been started', () => {
  const one = Object.fromEntries(uploadStages.map((stage) => [stage, 1])) as Record<UploadStage, number>
  expect(startedOf(one)).toBe(uploadStages.length - 2)
})
