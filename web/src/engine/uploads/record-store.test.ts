import { bytes } from '@cresyl/contract/api/limits'
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryTextStorage } from '../../lib/storage/text-storage.ts'
import { createRecordStore } from './record-store.ts'
import { isUnderWay, newRecord, withParts } from './upload-record.ts'

const { KB, MB, GB } = bytes
const record = (id: string) => newRecord({ id, name: `${id}.svs`, size: 12 * MB }, 1)

test('records of all tabs are one list under one key, which is gone with the last', () => {
  const storage = memoryTextStorage()
  const [first, second] = [createRecordStore(storage), createRecordStore(storage)]
  first.save(record('a'))
  second.save(record('b'))
  first.save({ ...record('a'), progress: 50 })
  expect(JSON.parse(storage.getItem('uploads') ?? '')).toHaveLength(2)
  expect(second.list()).toMatchObject([{ fileId: 'b' }, { fileId: 'a', progress: 50 }])
  expect([first.isOwn('a'), first.isOwn('b')]).toEqual([true, false])
  first.remove('a')
  second.remove('b')
  expect(storage.length).toBe(0)
})

test('what another tab overwrote is put back, and nothing is written where nothing is missing', () => {
  const storage = memoryTextStorage()
  const store = createRecordStore(storage)
  store.save(record('a'))
  store.save({ ...record('a'), status: 'completed', timestamp: 2 })
  const mended = storage.getItem('uploads')
  for (const stale of [[record('a')], []]) {
    storage.setItem('uploads', JSON.stringify(stale))
    store.mend()
    expect(storage.getItem('uploads')).toBe(mended)
  }
  const writes: string[] = []
  const quiet = createRecordStore({ ...storage, setItem: (_, value) => void writes.push(value) })
  quiet.mend()
  expect(writes).toEqual([])
})

test('a record that is left to others stays, and is not put back once they have removed it', () => {
  const storage = memoryTextStorage()
  const store = createRecordStore(storage)
  store.save(record('a'))
  store.leave('a')
  expect([store.list().length, store.isOwn('a')]).toEqual([1, false])
  createRecordStore(storage).remove('a')
  store.mend()
  expect(store.list()).toEqual([])
})

test('what can not be read is left out, and goes when somebody mends', () => {
  const storage = memoryTextStorage()
  const store = createRecordStore(storage)
  storage.setItem('uploads', JSON.stringify([record('a'), { fileId: 1 }, null]))
  expect(store.list().map(({ fileId }) => fileId)).toEqual(['a'])
  store.mend()
  expect(JSON.parse(storage.getItem('uploads') ?? '')).toHaveLength(1)
  storage.setItem('uploads', 'rubbish')
  expect(store.list()).toEqual([])
  store.mend()
  expect(storage.getItem('uploads')).toBeNull()
})

test('what another tab has written meanwhile is not lost by the next save', () => {
  const storage = memoryTextStorage()
  const [first, second] = [createRecordStore(storage), createRecordStore(storage)]
  first.save(record('a'))
  second.save(record('b'))
  second.save({ ...record('b'), progress: 50 })
  first.save({ ...record('a'), progress: 10 })
  expect(first.list()).toMatchObject([
    { fileId: 'b', progress: 50 },
    { fileId: 'a', progress: 10 },
  ])
})

test('thousands of records are not read again for each that is written', () => {
  const storage = memoryTextStorage()
  const first = createRecordStore(storage)
  for (let n = 0; n < 500; n += 1) first.save(record(`a${n}`))
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  first.save({ ...record('a1'), progress: 50 })
  expect(parse).not.toHaveBeenCalled()
  createRecordStore(storage).save(record('b'))
  parse.mockClear()
  first.mend()
  expect(parse).toHaveBeenCalledOnce()
})

test('a record counts bytes in whole parts', () => {
  const progress = { completed: [3, 1], failed: [2], bytesPerSecond: 7, secondsLeft: null }
  expect(withParts(record('a'), progress, 9)).toMatchObject({
    progress: 67,
    completedChunks: [3, 1],
    failedChunks: [2],
    bytesUploaded: 10 * MB,
    uploadSpeed: 7,
    estimatedTimeRemaining: 0,
    timestamp: 9,
  })
})

test.each([
  [KB, 5 * MB, 1],
  [5 * MB, 5 * MB, 1],
  [5 * MB + 1, 5 * MB, 2],
  [100 * MB - 1, 5 * MB, 20],
  [100 * MB, 10 * MB, 10],
  [GB - 1, 10 * MB, 103],
  [GB, 25 * MB, 41],
  [5 * GB - 1, 25 * MB, 205],
  [5 * GB, 50 * MB, 103],
  [40 * GB, 50 * MB, 820],
])('a file of %i bytes travels in parts of %i: %i of them', (size, chunkSize, totalChunks) => {
  expect(newRecord({ id: 'a', name: 'a.svs', size }, 1)).toMatchObject({ chunkSize, totalChunks })
})

test('a record is under way until it says how it ended', () => {
  const isAtIt = (status: Parameters<typeof isUnderWay>[0]['status']) =>
    isUnderWay({ ...record('a'), status })
  expect((['uploading', 'busy', 'failed', 'aborted', 'completed'] as const).map(isAtIt)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
