import type { Worker } from '@playwright/test'
import { expect, test } from '../support/fault-test.ts'
import { makeMarked } from '../support/marked-files.ts'
import { signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import {
  fileNamed,
  filesNamed,
  pressRow,
  readRecords,
  readRow,
  upload,
  waitForState,
} from '../support/upload-steps.ts'

const chunkSize = 5 * 1024 * 1024
const partCount = 6
const size = 26_300_000

const isPartWorker = (worker: Worker) => worker.url().includes('part-worker')

/** As a fault of the code in it does. It may be gone before it can answer. */
async function crash(worker: Worker): Promise<void> {
  const throwSoon = () => {
    setTimeout(() => {
      throw new Error('This worker was meant to crash.')
    })
  }
  await worker.evaluate(throwSoon).catch(() => undefined)
}

test('the browser keeps a whole record of what it uploads, part by part, to the end, whatever crashes or breaks off', async ({
  page,
  context,
  files,
  parts,
}) => {
  const name = uniqueFileName('Recorded')
  const path = await files.sparse(name, size)
  await signInAs(page, 'user', '/uploads')
  parts.hold()
  await upload(page, [path])
  await expect.poll(() => parts.held()).toBe(5)
  const { id } = (await fileNamed(page, name)) ?? {}
  const fixed = { fileId: id, fileName: name, fileSize: size, totalChunks: partCount, chunkSize }
  const figures = {
    timestamp: expect.any(Number),
    uploadSpeed: expect.any(Number),
    estimatedTimeRemaining: expect.any(Number),
  }
  const none = { progress: 0, bytesUploaded: 0, completedChunks: [], failedChunks: [] }
  await expect.poll(() => readRecords(page)).toEqual([{ ...fixed, ...figures, ...none, status: 'uploading' }])
  await expect.poll(() => readRow(page, name)).toMatchObject({ partsSent: 0, partCount, partsFailed: 0 })

  parts.letGo(2)
  await expect.poll(async () => (await readRow(page, name)).partsSent).toBe(2)
  await expect.poll(() => parts.held()).toBe(4)
  await expect
    .poll(() => readRecords(page))
    .toEqual([
      {
        ...fixed,
        ...figures,
        status: 'uploading',
        progress: 33,
        bytesUploaded: 2 * chunkSize,
        completedChunks: [expect.any(Number), expect.any(Number)],
        failedChunks: [],
      },
    ])
  // What is on its way counts, too.
  const bar = page.getByRole('progressbar', { name: 'Progress of all uploads' })
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(percent).toBeGreaterThanOrEqual(Math.floor(((2 * chunkSize) / size) * 100))

  parts.release()
  await waitForState(page, name, 'Uploaded')
  const [whole] = (await readRecords(page)) ?? []
  expect(whole).toMatchObject({
    ...fixed,
    status: 'completed',
    progress: 100,
    bytesUploaded: partCount * chunkSize,
    failedChunks: [],
  })
  expect(new Set(whole?.completedChunks as number[])).toEqual(new Set([1, 2, 3, 4, 5, 6]))

  await pressRow(page, name, 'Dismiss')
  await expect.poll(() => readRecords(page)).toBeNull()

  await test.step('what workers were sending when they crashed, or without a network, is sent again', async () => {
    const { path, name, size, hash } = await makeMarked(files, uniqueFileName('Crash'), 16_000_000)
    const before = parts.parts.length
    parts.hold()
    await upload(page, [path])
    await expect.poll(() => parts.underWay()).toBe(4)
    const workers = page.workers().filter(isPartWorker)
    await Promise.all(workers.slice(0, 2).map(crash))
    await expect.poll(() => parts.parts.length - before).toBeGreaterThan(4)
    await context.setOffline(true)
    // What was under way when a cable is pulled ends, too.
    parts.cutOff()
    await waitForState(page, name, 'Waiting for the connection')
    await expect(
      page.getByText('The server can’t be reached. Uploading continues automatically.'),
    ).toBeVisible()
    parts.release()
    parts.restore()
    await context.setOffline(false)
    await waitForState(page, name, 'Uploaded')
    expect((await readRow(page, name)).partsFailed).toBe(0)
    expect(await filesNamed(page, name)).toMatchObject([{ state: 'stored', size, hash }])
  })
})

test('what is cancelled is no failure, and the record and the server say so', { tag: '@long' }, async ({
  page,
  files,
  parts,
}) => {
  const name = uniqueFileName('Cancelled')
  const path = await files.sparse(name, size)
  await signInAs(page, 'user', '/uploads')
  parts.hold()
  await upload(page, [path])
  await expect.poll(() => parts.held()).toBe(5)
  parts.letGo(1)
  await expect.poll(async () => (await readRow(page, name)).partsSent).toBe(1)
  await pressRow(page, name, 'Cancel')
  await waitForState(page, name, 'Upload cancelled')
  await expect
    .poll(async () => (await readRecords(page))?.[0])
    .toMatchObject({
      fileName: name,
      status: 'aborted',
      bytesUploaded: chunkSize,
    })
  await expect
    .poll(() => fileNamed(page, name))
    .toMatchObject({ state: 'aborted', state_message: 'Cancelled by user' })
  await expect(page.getByRole('heading', { name: '0 of 0 files uploaded' })).toBeVisible()
  parts.release()

  await pressRow(page, name, 'Upload again')
  await waitForState(page, name, 'Uploaded')
  expect(await fileNamed(page, name)).toMatchObject({ state: 'stored' })
})
