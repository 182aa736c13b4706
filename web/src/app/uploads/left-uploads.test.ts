import { beforeEach, expect, test } from 'vitest'
import { testUpload } from '../../features/uploads/test-upload.ts'
import { keepLeft, takeLeft } from './left-uploads.ts'

const now = Date.UTC(2026, 10, 15)
let kept: Map<string, string>
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const namesOf = (id: string) =>
  takeLeft(storage, id).map(({ fileId, fileName, status }) => [fileId, fileName, status])

beforeEach(() => {
  kept = new Map()
})

test('what was under way is told once to the person who left it, as still uploading', () => {
  const uploads = [
    testUpload({ name: 'a.svs', stage: 'sending', fileId: '1' }),
    testUpload({ name: 'b.svs', stage: 'finishing', fileId: '2' }),
    testUpload({ name: 'c.svs', stage: 'completed', fileId: '3' }),
    testUpload({ name: 'd.svs', stage: 'waiting' }),
  ]
  keepLeft(storage, 'me', uploads, now)
  expect(namesOf('someone else')).toEqual([])
  expect(namesOf('me')).toEqual([
    ['1', 'a.svs', 'uploading'],
    ['2', 'b.svs', 'uploading'],
  ])
  expect(namesOf('me')).toEqual([])
  expect(kept.size).toBe(0)
})

test('nothing is kept where nothing was under way', () => {
  keepLeft(storage, 'me', [testUpload({ stage: 'draft' }), testUpload({ stage: 'failed', fileId: '1' })], now)
  expect(kept.size).toBe(0)
})

test('what cannot be read counts as nothing', () => {
  keepLeft(storage, 'me', [testUpload({ stage: 'sending', fileId: '1' })], now)
  for (const key of kept.keys()) kept.set(key, '{"me":[{"fileId":1}]}')
  expect(namesOf('me')).toEqual([])
})
