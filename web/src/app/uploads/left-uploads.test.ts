import { beforeEach, expect, test } from 'vitest'
import { createRecordStore } from '../../engine/uploads/record-store.ts'
import { newRecord, type UploadStatus } from '../../engine/uploads/upload-record.ts'
import { memoryTextStorage, type TextStorage } from '../../lib/storage/text-storage.ts'
import { keepLeft, takeLeft } from './left-uploads.ts'

let local: TextStorage
let session: TextStorage

beforeEach(() => {
  local = memoryTextStorage()
  session = memoryTextStorage()
})

function record(id: string, status: UploadStatus = 'uploading'): void {
  createRecordStore(local).save({ ...newRecord({ id, name: `${id}.svs`, size: 2048 }, 0), status })
}
const namesOf = (id: string) => takeLeft(session, id).map(({ fileName, status }) => [fileName, status])

test('what was under way is told once to the person who left it', () => {
  record('a')
  record('b', 'busy')
  record('c', 'completed')
  keepLeft(session, local, 'me')
  expect(namesOf('someone else')).toEqual([])
  expect(namesOf('me')).toEqual([
    ['a.svs', 'uploading'],
    ['b.svs', 'busy'],
  ])
  expect(namesOf('me')).toEqual([])
  expect(session.length).toBe(0)
})

test('nothing is kept where nothing was under way', () => {
  record('a', 'failed')
  keepLeft(session, local, 'me')
  expect(session.length).toBe(0)
})

test('what cannot be read counts as nothing', () => {
  record('a')
  keepLeft(session, local, 'me')
  session.setItem(session.key(0) ?? '', '{"me":[{"fileId":1}]}')
  expect(namesOf('me')).toEqual([])
})
