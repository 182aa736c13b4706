import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { permissionsOf } from '@cresyl/contract/api/permissions'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { jobLink } from '@cresyl/contract/operations/jobs'
import { type RegionExport, type RegionRequest, regionRequest } from '@cresyl/contract/slides/exports'
import {
  exportRegion,
  memorySource,
  openSlide,
  renderRegion,
  type SlideImage,
  sampleRegion,
} from '@cresyl/slides'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createExport } from '../../domain/exports/create-export.ts'
import { makeTestPictures, type TestPictures } from '../../domain/exports/test-support/make-pictures.ts'
import { retryJob } from '../../domain/jobs/retry-job.ts'
import { addRealSlide, type RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import type { Member } from '../../domain/work.ts'
import { newId } from '../../platform/id.ts'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import type { Worker } from '../../platform/queue/worker.ts'
import { handlers, onSettled } from '../index.ts'

vi.setConfig({ testTimeout: 60_000 })

let queue: TestQueue
let made: TestPictures
let member: Member
let colors: RealSlide
let stack: RealSlide

beforeAll(async () => {
  queue = await openTestQueue()
  made = await makeTestPictures()
  const organizationId = queue.organizations[0]
  const userId = newId()
  await queue.owner.query(
    `insert into users (id, issuer, subject, email, name) values ($1, 'i', 's', 'a@b.c', 'Ada')`,
    [userId],
  )
  await queue.owner.query(
    `insert into memberships (organization_id, user_id, role) values ($1, $2, 'manager')`,
    [organizationId, userId],
  )
  member = {
    userId,
    organizationId,
    superadmin: false,
    acting: false,
    permissions: new Set(permissionsOf('manager')),
  }
  colors = await addRealSlide(queue.context, organizationId, made.colors, { name: 'Colours' })
  stack = await addRealSlide(queue.context, organizationId, made.stack, { name: 'Stack' })
})

/** Jobs stay: exports belong to them. */
afterEach(sendHome)

afterAll(async () => {
  await queue.close()
  await made.remove()
})

type Asked = Partial<RegionRequest> & Pick<RegionRequest, 'format'>

function ask(imageId: string, asked: Asked): Promise<RegionExport & { job_id: string }> {
  const request = regionRequest.parse({ x: 0, y: 0, width: 10_000, height: 10_000, ...asked })
  return queue.context.database.asMember(member, async (tx) => {
    const work = { tx, member, now: new Date(), record: () => {} }
    const { job_id, ...rest } = await createExport(work, imageId, request)
    if (job_id === null) throw new Error('No job')
    return { ...rest, job_id }
  })
}

/** So many times finer than the image of 0.25 µm/px: more than anybody may ask for. */
async function askEnlarged(imageId: string, asked: Asked, times: number) {
  const made = await ask(imageId, asked)
  await queue.owner.query(
    `update exports set width = $2::float8 * width, height = $2::float8 * height,
       request = jsonb_set(request, '{mpp}', to_jsonb($3::float8)) where id = $1`,
    [made.id, times, 0.25 / times],
  )
  return made
}

const workers: Worker[] = []

async function work(server: { id?: string } = {}): Promise<void> {
  workers.push(await queue.start({ handlers, definitions: jobDefinitions, onSettled, server }))
}

async function sendHome(): Promise<void> {
  await Promise.all(workers.splice(0).map((worker) => worker.drain(0)))
}

const ended = (jobId: string) => queue.until(jobId, ({ finishedAt }) => finishedAt !== null)

async function make(imageId: string, asked: Asked) {
  return finish(await ask(imageId, asked))
}

async function finish({ id, job_id }: { id: string; job_id: string }) {
  await work()
  const job = await ended(job_id)
  expect(job, job.message ?? '').toMatchObject({ state: 'succeeded' })
  return { job, row: await rowOf(id), bytes: await bytesOf(id) }
}

async function rowOf(id: string) {
  const { rows } = await queue.owner.query(
    'select file_name, path, size::int, made_at, width, height from exports where id = $1',
    [id],
  )
  return rows[0]
}

async function bytesOf(id: string): Promise<Buffer> {
  const { path } = await rowOf(id)
  const { body } = await queue.context.storage.get({ organizationId: member.organizationId, path })
  return Buffer.concat(await body.toArray())
}

const storedOf = async (id: string) =>
  (
    await queue.owner.query('select path from stored_objects where path like $1', [`exports/${id}/%`])
  ).rows.map(({ path }) => path)
const folders = () => readdir(join(queue.context.config.slides.cacheDir, 'work')).catch(() => [])

async function withImage<T>(from: string | Buffer, use: (image: SlideImage) => Promise<T>): Promise<T> {
  const slide = await openSlide(typeof from === 'string' ? from : memorySource(from))
  try {
    const [image] = slide.images
    if (image === undefined) throw new Error('No image')
    return await use(image)
  } finally {
    await slide.close()
  }
}

const pixels = (image: SlideImage, c = 0) =>
  sampleRegion(image, { x: 0, y: 0, width: image.width, height: image.height, plane: { c } })

describe('an export', () => {
  test('as PNG has the pixels that the library renders, is kept under its name, and is told of with a link when it took a while', async () => {
    const region = { x: 40, y: 30, width: 300, height: 200, mpp: 1 }
    const asked = await ask(colors.imageId, { ...region, format: 'png' })
    await queue.owner.query(`update jobs set created_at = now() - interval '1 minute' where id = $1`, [
      asked.job_id,
    ])
    const { bytes, row, job } = await finish(asked)
    const expected = await withImage(made.colors, (image) => exportRegion(image, region, { format: 'png' }))
    expect([expected.width, expected.height]).toEqual([75, 50])
    expect(bytes.equals(expected.bytes)).toBe(true)
    expect(row).toMatchObject({
      file_name: 'Colours 40 30 300 200 1.00um.png',
      size: bytes.length,
      width: 75,
      height: 50,
      made_at: expect.any(Date),
    })
    expect(job.message).toBe('Colours 40 30 300 200 1.00um.png is ready to be downloaded: 75 × 50 pixels.')
    const link = jobLink(asked.job_id)
    const told = await queue.owner.query('select kind, text from notifications where link = $1', [link])
    expect(told.rows).toEqual([{ kind: 'job.finished', text: `Export a region: done. ${job.message}` }])
    expect(await folders()).toEqual([])
  })

  test.each([
    [320, 48],
    [48, 320],
  ])('as TIFF is a pyramid without seams between the blocks of %i × %i pixels', async (width, height) => {
    const region = { x: 10.5, y: 7, width, height }
    const mpp = 0.25 / 6.5
    const { bytes, row } = await finish(await askEnlarged(colors.imageId, { ...region, format: 'tiff' }, 6.5))
    const size = { width: width * 6.5, height: height * 6.5 }
    expect(row).toMatchObject({ file_name: expect.stringMatching(/\.tiff$/), ...size })
    const expected = await withImage(made.colors, (image) => renderRegion(image, { ...region, mpp }))
    await withImage(bytes, async (image) => {
      expect([image.width, image.height, image.levels.length]).toEqual([size.width, size.height, 2])
      expect(image.mpp?.x).toBeCloseTo(mpp, 6)
      // The file it comes from is stored without loss, and so is this.
      expect(Buffer.compare((await pixels(image)).data as Uint8Array, expected.data as Uint8Array)).toBe(0)
    })
  })

  test('as TIFF of channels keeps their values, names and bits', async () => {
    const slide = await addRealSlide(queue.context, member.organizationId, made.fluorescence)
    const [own] = (await queue.owner.query('select mpp_x from images where id = $1', [slide.imageId])).rows
    const mpp = own.mpp_x * 2
    const region = { x: 100, y: 50, width: 200, height: 160 }
    const { bytes, row } = await make(slide.imageId, { ...region, mpp, format: 'tiff' })
    expect(row.file_name).toMatch(/ 100 50 200 160 [\d.]+um\.ome\.tiff$/)
    await withImage(made.fluorescence, (source) =>
      withImage(bytes, async (image) => {
        expect([image.width, image.height, image.pixelType]).toEqual([100, 80, 'u16'])
        expect(image.channels.map(({ name }) => name)).toEqual(source.channels.map(({ name }) => name))
        for (const c of source.channels.keys()) {
          const expected = await sampleRegion(source, { ...region, mpp, plane: { c } })
          expect((await pixels(image, c)).data).toEqual(expected.data)
        }
      }),
    )
  })

  test('is of the focus plane and time asked for', async () => {
    const { bytes } = await make(stack.imageId, { z: 2, t: 1, format: 'tiff' })
    await withImage(bytes, async (image) => {
      expect([image.sizeZ, image.sizeT, ...new Set((await pixels(image)).data)]).toEqual([1, 1, 130])
    })
  })
})

/** Many blocks, of which each is soon done: long enough to be interrupted. */
const askLarge = () => askEnlarged(colors.imageId, { height: 3, format: 'tiff' }, 130)

describe('an export that does not go well', () => {
  test('stops when it is cancelled, and leaves nothing', async () => {
    const { id, job_id } = await askLarge()
    await work()
    await queue.until(job_id, ({ progress }) => (progress ?? 0) > 0)
    expect(await folders()).toEqual([`${job_id}_1`])
    await queue.context.database.asSystem((tx) => requestCancel(tx, job_id, null))
    await queue.untilState(job_id, 'cancelled')
    await vi.waitFor(async () => expect(await folders()).toEqual([]), { timeout: 20_000 })
    expect(await rowOf(id)).toMatchObject({ path: null, size: null, made_at: null })
    expect(await storedOf(id)).toEqual([])
  })

  test('that was cancelled is made when somebody wants it after all', async () => {
    const { id, job_id } = await ask(colors.imageId, { width: 60, height: 40, format: 'png' })
    await queue.context.database.asSystem((tx) => requestCancel(tx, job_id, null))
    await queue.untilState(job_id, 'cancelled')
    await queue.context.database.asMember(member, (tx) =>
      retryJob({ tx, member, now: new Date(), record: () => {} }, job_id),
    )
    await work()
    expect(await ended(job_id)).toMatchObject({ state: 'succeeded' })
    expect(await storedOf(id)).toEqual([(await rowOf(id)).path])
    expect((await rowOf(id)).size).toBe((await bytesOf(id)).length)
  })

  async function killWorker(serverId: string, until: () => Promise<unknown>): Promise<void> {
    const entry = fileURLToPath(new URL('../test-support/test-export-worker.ts', import.meta.url))
    const given = ['--no-warnings', entry, queue.databaseUrl, queue.folder, serverId]
    const child = spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'inherit'] })
    await until().finally(() => child.kill('SIGKILL'))
    await once(child, 'exit')
  }

  test('is made anew when its worker was killed while it was made, and when it was killed after it was stored', async () => {
    const { id, job_id } = await askLarge()
    const serverId = newId()
    await killWorker(serverId, () => queue.until(job_id, ({ progress }) => (progress ?? 0) > 0))
    expect(await folders()).toEqual([`${job_id}_1`])
    // The other attempts need not be as long.
    await queue.owner.query(
      `update exports set width = 500, height = 3, request = request - 'mpp' where id = $1`,
      [id],
    )
    const isStored = async () => expect(await storedOf(id)).toHaveLength(1)
    await killWorker(serverId, () => vi.waitFor(isStored, { timeout: 40_000, interval: 50 }))
    expect(await rowOf(id)).toMatchObject({ path: null })
    await work({ id: serverId })
    expect(await ended(job_id)).toMatchObject({ state: 'succeeded', attempt: 3 })
    expect(await storedOf(id)).toEqual([(await rowOf(id)).path])
    expect(await folders()).toEqual([])
  })

  test('says so when its slide was deleted, and is not tried again', async () => {
    const slide = await addRealSlide(queue.context, member.organizationId, made.stack)
    const { job_id } = await ask(slide.imageId, { format: 'png' })
    await queue.owner.query('update slides set deleted_at = now() where id = $1', [slide.id])
    await queue.owner.query('update images set deleted_at = now() where slide_id = $1', [slide.id])
    await work()
    expect(await ended(job_id)).toMatchObject({
      state: 'failed',
      attempt: 1,
      message: 'This image does not exist, was deleted, or you may not see it.',
    })
  })

  test('says what is wrong with a damaged file', async () => {
    const slide = await addRealSlide(queue.context, member.organizationId, made.stack)
    const { job_id } = await ask(slide.imageId, { format: 'png' })
    const key = { organizationId: member.organizationId, path: `files/${slide.fileId}/original` }
    await queue.context.storage.put(key, [Buffer.from('not a slide any more')] as never)
    await work()
    expect(await ended(job_id)).toMatchObject({
      state: 'failed',
      attempt: 1,
      message: expect.stringMatching(/^The region could not be created: .*\.$/),
    })
  })

  test('ends when nobody wants it any more', async () => {
    const { id, job_id } = await ask(colors.imageId, { format: 'png' })
    await queue.owner.query('delete from exports where id = $1', [id])
    await work()
    expect(await ended(job_id)).toMatchObject({
      state: 'succeeded',
      message: 'The export was deleted.',
    })
    expect(await storedOf(id)).toEqual([])
  })
})

describe('what is left of exports', () => {
  test('goes when they have been kept for a week, and what is younger or being made stays', async () => {
    const small = { width: 20, height: 20, format: 'png' } as const
    const asked = [await ask(colors.imageId, small), await ask(colors.imageId, small)]
    await work()
    for (const { job_id } of asked) await ended(job_id)
    await sendHome()
    const [old, young] = asked.map(({ id }) => id)
    const waiting = await ask(colors.imageId, small)
    const days = (count: number, id: string | undefined) =>
      queue.owner.query(
        `update exports set created_at = now() - make_interval(days => 9),
           made_at = case when made_at is not null then now() - make_interval(days => $1) end where id = $2`,
        [count, id],
      )
    await days(8, old)
    await days(6, young)
    await days(0, waiting.id)
    await queue.owner.query(`update jobs set run_after = now() + interval '1 hour' where id = $1`, [
      waiting.job_id,
    ])
    const purge = await queue.send({ kind: 'purge', organizationId: null, maxAttempts: 1, priority: 100 })
    await work()
    await queue.untilState(purge, 'succeeded')
    const { rows } = await queue.owner.query('select id from exports where id = any ($1)', [
      [old, young, waiting.id],
    ])
    expect(rows.map(({ id }) => id).sort()).toEqual([young, waiting.id].sort())
    expect(await storedOf(old ?? '')).toEqual([])
    expect(await storedOf(young ?? '')).toHaveLength(1)
    const audits = await queue.owner.query(
      `select user_id, details from audits where event = 'export.deleted' and subject_id = $1`,
      [old],
    )
    expect(audits.rows).toEqual([{ user_id: null, details: { image_id: colors.imageId, expired: true } }])
  })
})
