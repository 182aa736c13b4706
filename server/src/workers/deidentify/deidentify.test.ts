import { once } from 'node:events'
import { appendFile, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memorySource, openSlide } from '@cresyl/slides'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/id.ts'
import { mountSmallDisk } from '../../platform/postgres/test-surroundings.ts'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { openDiskStorage } from '../../platform/storage/disk/disk-storage.ts'
import { type CopiedFile, type CopyQueue, openCopyQueue } from '../test-support/copy-queue.ts'
import { labelledSlide, patientName } from '../test-support/labelled-slide.ts'

vi.setConfig({ testTimeout: 60_000 })

let queue: CopyQueue
const slide = labelledSlide()

beforeAll(async () => {
  queue = await openCopyQueue()
})
afterEach(() => queue.clear())
afterAll(() => queue.close())

test('the copy has the same scan and neither label nor names, and is found by its file', async () => {
  const { id, jobId } = await queue.addFile(slide)
  await queue.work()
  expect(await queue.ended(jobId)).toMatchObject({
    state: 'succeeded',
    message: 'a.svs can be downloaded without label, macro and names.',
  })
  expect(await queue.lines(jobId)).toEqual(['Left out: label (IFD 1), parts of ImageDescription.'])
  const { path, size } = await queue.copyOf(id)
  const copy = await queue.readObject(path)
  expect(size).toBe(copy.length)
  expect([slide.includes(patientName), copy.includes(patientName)]).toEqual([true, false])
  const opened = await openSlide(memorySource(copy, 'copy'))
  expect(opened.associated).toEqual([])
  expect(opened.images[0]).toMatchObject({ width: 256, height: 256, mpp: { x: 0.5, y: 0.5 } })
  expect(await queue.drafts()).toEqual([])
})

const samples = process.env.CRESYL_SAMPLES

test.runIf(samples)('a CZI is copied without its user, thumbnail and dates', async () => {
  const original = await readFile(join(samples ?? '', 'czi', '1_tileregion.czi'))
  const { id, jobId } = await queue.addFile(original)
  await queue.work()
  expect(await queue.ended(jobId)).toMatchObject({ state: 'succeeded' })
  expect(await queue.lines(jobId)).toEqual([expect.stringMatching(/^Left out: .+, the thumbnail\.$/)])
  const copy = await queue.readObject((await queue.copyOf(id)).path)
  for (const text of ['M1SRH', '2022-09-30']) {
    expect([original.includes(text), copy.includes(text)], text).toEqual([true, false])
  }
  const opened = await openSlide(memorySource(copy, 'copy'))
  expect(opened).toMatchObject({ associated: [], images: [{ width: 1480, height: 570, objective: 5 }] })
})

test('asked to do again what is done, it leaves the copy alone', async () => {
  const { id, jobId } = await queue.addFile(slide)
  await queue.owner.query(`update files set copy_path = 'files/x/made', copy_size = 5 where id = $1`, [id])
  await queue.work()
  expect(await queue.ended(jobId)).toMatchObject({ state: 'succeeded' })
  expect(await queue.copyOf(id)).toEqual({ path: 'files/x/made', size: 5 })
})

test('a file that was read again meanwhile gets no copy of what it was before', async () => {
  const { id, jobId } = await queue.addFile(slide)
  await queue.owner.query(`update files set copy_job_id = null where id = $1`, [id])
  await queue.work()
  expect(await queue.ended(jobId)).toMatchObject({
    message: expect.stringMatching(/^The file was read again/),
  })
  expect(await queue.copyOf(id)).toEqual({ path: null, size: null })
})

test('what no copy can be made of says why, and is not tried again', async () => {
  const { jobId } = await queue.addFile(Buffer.from('%PDF-1.7 and so on'.repeat(100)))
  await queue.work()
  expect(await queue.ended(jobId)).toMatchObject({ state: 'failed', attempt: 1 })
  expect((await queue.read(jobId)).message).toMatch(
    /^A copy of this file without label cannot be created: .*\. Ask a manager, who may download the file itself\.$/,
  )
  expect(await queue.drafts()).toEqual([])
})

test('where the quota is used up, that is said and nothing is left', async () => {
  const { id, jobId } = await queue.addFile(slide)
  await queue.owner.query('update organizations set quota_bytes = 1')
  onTestFinished(async () => void (await queue.owner.query('update organizations set quota_bytes = null')))
  await queue.work()
  expect(await queue.ended(jobId)).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/used up/),
  })
  expect([await queue.storedPaths(id), await queue.drafts()]).toEqual([[`files/${id}/original`], []])
})

test('one that is cancelled leaves nothing behind', async () => {
  const { id, jobId } = await queue.addFile(slide)
  const reached = Promise.withResolvers<void>()
  const storage = {
    ...queue.context.storage,
    putFile: async (_key: unknown, _path: string, signal?: AbortSignal) => {
      reached.resolve()
      await once(signal as AbortSignal, 'abort')
      throw signal?.reason
    },
  }
  await queue.work({ ...queue.context, storage } as Context)
  await reached.promise
  expect(await queue.drafts()).toEqual([`${jobId}_1`])
  await queue.context.database.asSystem((tx) => requestCancel(tx, jobId, null))
  expect(await queue.ended(jobId)).toMatchObject({ state: 'cancelled' })
  expect([await queue.copyOf(id), await queue.drafts()]).toEqual([{ path: null, size: null }, []])
})

describe('a file that is read where it lies', () => {
  async function addImport(): Promise<CopiedFile & { path: string }> {
    const path = join(queue.folder, `${newId()}.svs`)
    await writeFile(path, slide)
    return { ...(await queue.addFile(slide, { origin: 'import', path })), path }
  }

  test('is copied into storage and stays as it is', async () => {
    const { id, jobId, path } = await addImport()
    await queue.work()
    expect(await queue.ended(jobId)).toMatchObject({ state: 'succeeded' })
    expect((await queue.readObject((await queue.copyOf(id)).path)).includes(patientName)).toBe(false)
    expect((await readFile(path)).equals(slide)).toBe(true)
  })

  test('and has changed since is not copied', async () => {
    const { id, jobId, path } = await addImport()
    await appendFile(path, 'more')
    await queue.work()
    expect(await queue.ended(jobId)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/has changed/),
    })
    expect(await queue.copyOf(id)).toEqual({ path: null, size: null })
  })

  test('and is gone says so', async () => {
    const { jobId, path } = await addImport()
    await rm(path)
    await queue.work()
    expect(await queue.ended(jobId)).toMatchObject({ state: 'failed', attempt: 3 })
    expect((await queue.read(jobId)).message).toMatch(/no longer where it was/)
  })

  test('and has no room in storage is copied once there is some, on whatever disk', async (test) => {
    const folder = await mountSmallDisk(4)
    if (folder === null) return test.skip('needs the right to mount')
    const { config, database, log, clock, secrets } = queue.context
    const { urlKey } = secrets
    const { uploadOrigin } = config
    const storage = await openDiskStorage({ folder, database, log, clock, urlKey, uploadOrigin })
    onTestFinished(() => storage.close())
    const { bavail, bsize } = await statfs(folder)
    await writeFile(join(folder, 'filler'), Buffer.alloc(bavail * bsize - 100_000))
    const { id, jobId } = await addImport()
    await queue.work({ ...queue.context, storage })
    await expect
      .poll(async () => (await queue.read(jobId)).message, { timeout: 20_000 })
      .toMatch(/^The disk .+ It continues automatically once there is space\.$/)
    expect(await queue.storedPaths(id)).toEqual([])

    await rm(join(folder, 'filler'))
    expect(await queue.ended(jobId)).toMatchObject({ state: 'succeeded' })
    const { path } = await queue.copyOf(id)
    const { body } = await storage.get({ organizationId: queue.organizations[0], path: path ?? '' })
    expect(Buffer.concat(await body.toArray()).includes(patientName)).toBe(false)
  })
})

test('where the cache has no room, that is said before anything is copied', async (test) => {
  const folder = await mountSmallDisk(4)
  if (folder === null) return test.skip('needs the right to mount')
  const { jobId } = await queue.addFile(slide)
  const { context } = queue
  const slides = { ...context.config.slides, cacheDir: folder }
  await queue.work({ ...context, config: { ...context.config, slides } })
  await expect
    .poll(async () => (await queue.read(jobId)).message, { timeout: 20_000 })
    .toMatch(/^There is not enough space: .+ It continues automatically once there is space\.$/)
  expect(await queue.read(jobId)).toMatchObject({ finishedAt: null })
})
