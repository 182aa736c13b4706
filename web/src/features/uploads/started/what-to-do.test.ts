import { messages } from '@cresyl/contract/api/messages'
import { expect, test } from 'vitest'
import { whatToDo } from './what-to-do.ts'

test('every message that an upload can fail with says what to do, in words of its own', () => {
  const { upload } = messages
  const known = [upload.signedUrlFailed, upload.workerCrashed, upload.interrupted, upload.noParts]
  const all = [...known, upload.chunksFailed(3), upload.validationFailed(['x']), upload.failed]
  expect(new Set(all.map((message) => whatToDo(message))).size).toBe(all.length)
  expect(whatToDo(upload.signedUrlFailed, 'You may not upload files.')).toBe('')
  expect(whatToDo(upload.chunksFailed(12))).toBe(whatToDo(upload.chunksFailed(1)))
})
