import { beforeEach, expect, test } from 'vitest'
import { createRecordStore } from '../../engine/uploads/record-store.ts'
import { uploadStages } from '../../engine/uploads/upload.ts'
import { uploadLock } from '../../engine/uploads/upload-locks.ts'
import { newRecord, type UploadStatus } from '../../engine/uploads/upload-record.ts'
import { testUpload } from '../../features/uploads/test-upload.ts'
import { cancelEverywhere, underway } from './cancel-everywhere.ts'
import { onToldToCancel } from './uploads-elsewhere.ts'

const { locks } = navigator
const kept = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const browser = { localStorage, locks }
beforeEach(() => kept.clear())

/** Keeps record and lock of a file as the tab that has it on its list does, until told otherwise. */
async function keepInAnotherTab(fileId: string, status: UploadStatus = 'uploading') {
  const record = newRecord({ id: fileId, name: 'a.svs', size: 2048 }, 0)
  createRecordStore(localStorage).save({ ...record, status })
  const taken = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  void locks.request(uploadLock(fileId), () => {
    taken.resolve()
    return over.promise
  })
  await taken.promise
  return over.resolve
}

const queueOf = (...uploads: Parameters<typeof testUpload>[0][]) => {
  const list = uploads.map(testUpload)
  return { list: () => list, cancelAll: () => Promise.resolve() }
}

test('what waits or is under way here counts; what has ended or is a draft does not', async () => {
  const queue = queueOf(...uploadStages.map((stage) => ({ stage })))
  expect(await underway(queue, browser)).toEqual({ here: 4, elsewhere: 0 })
  expect(await underway(queue, { localStorage, locks: undefined })).toEqual({ here: 4, elsewhere: 0 })
})

test('what another tab sends counts apart, and what this one sends not twice', async () => {
  const end = [
    await keepInAnotherTab('mine'),
    await keepInAnotherTab('theirs'),
    await keepInAnotherTab('done', 'completed'),
  ]
  const queue = queueOf({ stage: 'sending', fileId: 'mine' })
  expect(await underway(queue, browser)).toEqual({ here: 1, elsewhere: 1 })
  for (const each of end) each()
})

test('what a tab left behind that is gone does not count', async () => {
  const end = await keepInAnotherTab('lost')
  end()
  await expect.poll(() => underway(queueOf(), browser)).toEqual({ here: 0, elsewhere: 0 })
})

test('the other tabs are told, and waited for', async () => {
  const end = await keepInAnotherTab('theirs')
  const stop = onToldToCancel(() => end())
  await cancelEverywhere(queueOf(), browser)
  stop()
  expect(await underway(queueOf(), browser)).toEqual({ here: 0, elsewhere: 0 })
})

test('nobody is kept from leaving by a server that does not answer', async () => {
  const end = await keepInAnotherTab('theirs')
  const queue = { ...queueOf({ stage: 'sending' }), cancelAll: () => new Promise<void>(() => undefined) }
  await expect(cancelEverywhere(queue, browser, 50)).resolves.toBeUndefined()
  end()
})
