import { signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { fileNamed, pressRow, readRecords, readRow, upload, waitForState } from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

const chunkSize = 5 * 1024 * 1024
const partCount = 6
const size = 30_000_000

test('the browser keeps a whole record of what it uploads, part by part, to the end', async ({
  page,
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
