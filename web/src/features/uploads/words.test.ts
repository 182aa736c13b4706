import { messages } from '@cresyl/contract/messages'
import { expect, test } from 'vitest'
import { isAllPaused, newsBetween, type Standing } from './news.ts'
import { projectOptions } from './project-options.ts'
import { countOf, viewWithRows } from './queue-views.ts'
import { whatToDo } from './what-to-do.ts'
import { words } from './words.ts'

const gigabyte = 1024 ** 3

test('a batch is summed up and started in words', () => {
  expect(words.drafts.sums(12, 9, 3)).toBe('12 files: 9 can be uploaded, 3 cannot')
  expect(words.drafts.sums(12, 12, 0)).toBe('12 files: all can be uploaded')
  expect(words.drafts.sums(1, 1, 0)).toBe('1 file: it can be uploaded')
  expect(words.drafts.start(9, 12.4 * gigabyte)).toBe('Upload 9 files, 12.4 GB')
  expect(words.drafts.start(1, gigabyte)).toBe('Upload 1 file, 1 GB')
})

test('parts that failed are told beside those that arrived', () => {
  expect(words.list.parts(12, 80, 1)).toBe('12 of 80 parts, 1 failed')
  expect(words.list.parts(0, 1, 0)).toBe('0 of 1 part')
})

test('what is accepted is told before anything is chosen', () => {
  expect(words.drop.accepted()).toBe(
    '.tiff, .tif, .ome.tiff, .ome.tif, .qptiff, .svs, .czi or .mar, 1 KB to 40 GB each',
  )
})

test('every message that an upload can fail with says what to do, in words of its own', () => {
  const { upload } = messages
  const known = [upload.signedUrlFailed, upload.workerCrashed, upload.interrupted, upload.noParts]
  const all = [...known, upload.chunksFailed(3), upload.validationFailed(['x']), upload.failed]
  expect(new Set(all.map(whatToDo)).size).toBe(all.length)
  expect(whatToDo(upload.chunksFailed(12))).toBe(whatToDo(upload.chunksFailed(1)))
})

const quiet: Standing = { count: 0, completed: 0, failed: 0, busy: false, disconnected: false }

test('news are what has changed, not what is', () => {
  const running = { ...quiet, count: 3, busy: true }
  expect(newsBetween(quiet, running)).toBe('Uploading 3 files.')
  expect(newsBetween(running, running)).toBe('')
  expect(newsBetween(running, { ...running, completed: 1 })).toBe('1 of 3 files uploaded.')
  const ended = { ...running, completed: 2, failed: 1, busy: false }
  expect(newsBetween(running, ended)).toBe('2 of 3 files uploaded. 1 upload failed. All uploads have ended.')
})

test('a queue is paused when nothing of it goes on', () => {
  const none = {
    draft: 0,
    waiting: 0,
    starting: 0,
    sending: 0,
    finishing: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
  }
  const counts = { ...none, waiting: 2, sending: 1 }
  expect(isAllPaused({ counts, paused: 3 })).toBe(true)
  expect(isAllPaused({ counts, paused: 1 })).toBe(false)
  expect(isAllPaused({ counts: none, paused: 0 })).toBe(false)
  expect(viewWithRows('failed', counts)).toBe('all')
  expect(viewWithRows('active', counts)).toBe('active')
  expect(countOf('active', counts)).toBe(3)
})

test('a lost connection is told once, and when it is back', () => {
  const running = { ...quiet, count: 3, busy: true }
  const lost = { ...running, disconnected: true }
  expect(newsBetween(running, lost)).toBe(words.news.lost)
  expect(newsBetween(lost, lost)).toBe('')
  expect(newsBetween(lost, running)).toBe(words.news.back)
})

test('a project can be created where none has the name that was typed', () => {
  const found = { choices: [{ id: '1', name: 'Kidney' }], count: 1 }
  const kinds = (typed: string, mayCreate: boolean) =>
    projectOptions(found, typed, mayCreate).map(({ kind }) => kind)
  expect(kinds('Kid', true)).toEqual(['known', 'new'])
  expect(kinds('kidney', true)).toEqual(['known'])
  expect(kinds('', true)).toEqual(['known'])
  expect(kinds('Kid', false)).toEqual(['known'])
  expect(projectOptions({ ...found, count: 31 }, '', false).at(-1)?.name).toBe('30 more: type to search')
})
