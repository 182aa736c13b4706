import { expect, test } from 'vitest'
import { words } from '../words.ts'
import { newsBetween, type Standing } from './news.ts'

const quiet: Standing = { count: 0, completed: 0, failed: 0, busy: false, disconnected: false }

test('news are what has changed, not what is', () => {
  const running = { ...quiet, count: 3, busy: true }
  expect(newsBetween(quiet, running)).toBe('Uploading 3 files.')
  expect(newsBetween(running, running)).toBe('')
  expect(newsBetween(running, { ...running, completed: 1 })).toBe('1 of 3 files uploaded.')
  const ended = { ...running, completed: 2, failed: 1, busy: false }
  expect(newsBetween(running, ended)).toBe(
    '2 of 3 files uploaded. 1 upload failed. All uploads have finished.',
  )
})

test('a lost connection is told once, and when it is back', () => {
  const running = { ...quiet, count: 3, busy: true }
  const lost = { ...running, disconnected: true }
  expect(newsBetween(running, lost)).toBe(words.news.lost)
  expect(newsBetween(lost, lost)).toBe('')
  expect(newsBetween(lost, running)).toBe(words.news.back)
})
