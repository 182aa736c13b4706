import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@cresyl/contract/api/errors'
import { createPyramid } from '@cresyl/slides'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readImage } from '../../domain/images/read-images.ts'
import { deleteSlide, restoreSlide } from '../../domain/slides/delete-slide.ts'
import { purgeSlideOf } from '../../domain/slides/purge-slides.ts'
import type { AuditedWork } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { mountSmallDisk } from '../../platform/postgres/test-surroundings.ts'
import { inOnePiece } from '../../platform/storage/in-one-piece.ts'
import { type InferenceQueue, openInferenceQueue, withStorage } from '../test-support/inference-queue.ts'

let queue: InferenceQueue
beforeAll(async () => {
  queue = await openInferenceQueue()
})
afterEach(() => queue.sendHome())
afterAll(() => queue.close())

const key = 'colour-deconvolution'
const isOutput = (path: string) => path.endsWith('/pyramid.tiff')
const workFolders = ({ config }: Context = queue.context) => readdir(join(config.slides.cacheDir, 'work'))
const outputsOf = (slideId: string) =>
  queue.rows(`select id, deleted_at from images where slide_id = $1 and kind = 'output'`, slideId)

/** Deletes or restores, as whoever may see what is deleted. */
const actOnDeleted = (act: (work: AuditedWork) => Promise<unknown>) =>
  queue.context.database.asMember({ ...queue.member, showDeleted: true }, (tx) =>
    act({ tx, member: queue.member, now: new Date(), record: () => {} }),
  )

/** Does something once, right before the first output is stored. */
function onceBeforeOutput(happen: () => Promise<unknown>): Context {
  let happened = false
  return withStorage(queue.context, async (path) => {
    if (!isOutput(path) || happened) return
    happened = true
    await happen()
  })
}

test('what an attempt before it had stored and came back damaged is computed again', async () => {
  const slide = await queue.addGood()
  const asked = await queue.askRun(slide.imageId, key)
  const [row] = await queue.rows(
    `select r.predictor_version_id || '_' || i.version as root
     from inference_jobs r join images i on i.id = r.image_id where r.id = $1`,
    asked.id,
  )
  const spoilt = Buffer.from('neither a chunk nor a preparation')
  for (const name of ['chunk-0', 'preparation'])
    await queue.context.storage.put(
      {
        organizationId: queue.member.organizationId,
        path: `inference/${asked.id}/${row.root}/${name}`,
      },
      ...([inOnePiece(spoilt), { size: spoilt.length }] as const),
    )
  await queue.work()
  const run = await queue.endedRun(asked)
  expect(run).toMatchObject({ state: 'succeeded', message: expect.stringContaining('Haematoxylin') })
  expect(await queue.lines(run.job_id ?? '')).toEqual([
    'Resuming where an earlier attempt stopped.',
    'A part stored by an earlier attempt was damaged and was computed again.',
  ])
})

test('what could not be stored is stored by the next attempt, which computes nothing again', async () => {
  const slide = await queue.addGood()
  const asked = await queue.askRun(slide.imageId, key)
  const put: string[] = []
  let full = true
  const context = withStorage(queue.context, (path) => {
    put.push(path)
    if (!isOutput(path) || !full) return
    full = false
    throw new ApiError('storage_full')
  })
  await queue.work({}, context)
  expect(await queue.endedRun(asked)).toMatchObject({ state: 'succeeded' })
  expect(await queue.jobOf(asked)).toMatchObject({ attempt: 2 })
  expect(put.filter((path) => path.endsWith('/chunk-0'))).toHaveLength(1)
  expect(await outputsOf(slide.id)).toHaveLength(1)
  await expect.poll(() => queue.leftOf(asked)).toEqual([])
})

test('what was computed of an image before it was read anew is not taken for what it is now', async () => {
  const slide = await queue.addGood()
  const asked = await queue.askRun(slide.imageId, key)
  const put: string[] = []
  const changed = onceBeforeOutput(() =>
    queue.rows('update images set version = version + 1 where id = $1', slide.imageId),
  )
  await queue.work(
    {},
    withStorage(changed, (path) => put.push(path)),
  )
  const run = await queue.endedRun(asked)
  expect(run).toMatchObject({ state: 'succeeded' })
  expect(await queue.jobOf(asked)).toMatchObject({ attempt: 2 })
  const chunks = put.filter((path) => path.endsWith('/chunk-0'))
  expect(new Set(chunks).size).toBe(2)
  expect(await queue.lines(run.job_id ?? '')).not.toContain('Resuming where an earlier attempt stopped.')
  expect(await outputsOf(slide.id)).toHaveLength(1)
  await expect.poll(() => queue.leftOf(asked)).toEqual([])
})

test('a slide that was read anew as something else is not run on, and the reason is told', async () => {
  const slide = await queue.addGood()
  const asked = await queue.askRun(slide.imageId, key)
  await queue.rows('update images set mpp_x = 99, mpp_y = 99 where id = $1', slide.imageId)
  await queue.work()
  expect(await queue.endedRun(asked)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('A pixel of this slide is 99 µm'),
    outputs: [],
  })
  expect(await queue.jobOf(asked)).toMatchObject({ attempt: 1 })
})

test('what came of a slide that was deleted meanwhile is deleted with it, and comes back with it', async () => {
  const slide = await queue.addGood()
  const asked = await queue.askRun(slide.imageId, key)
  await queue.work(
    {},
    onceBeforeOutput(() => actOnDeleted((work) => deleteSlide(work, slide.id))),
  )
  expect(await queue.ended(asked.job_id ?? '')).toMatchObject({ state: 'succeeded', attempt: 1 })
  const [output, ...others] = await outputsOf(slide.id)
  expect(others).toEqual([])
  const look = () => queue.act((work) => readImage(work, output.id))
  await expect(look()).rejects.toMatchObject({ code: 'not_found' })
  await actOnDeleted((work) => restoreSlide(work, slide.id))
  expect(await look()).toMatchObject({ state: 'ready' })
  expect(await queue.readRun(asked.id)).toMatchObject({ state: 'succeeded' })
})

test('a slide that is deleted before its turn is not run on', async () => {
  const slide = await queue.addGood()
  const asked = await queue.askRun(slide.imageId, key)
  await actOnDeleted((work) => deleteSlide(work, slide.id))
  await queue.work()
  expect(await queue.ended(asked.job_id ?? '')).toMatchObject({
    message: 'The slide was deleted.',
  })
  await actOnDeleted((work) => restoreSlide(work, slide.id))
  expect(await queue.readRun(asked.id)).toMatchObject({ state: 'cancelled', outputs: [] })
})

test('of a slide that is purged meanwhile nothing is left', async () => {
  const slide = await queue.addGood()
  const asked = await queue.askRun(slide.imageId, key)
  const { organizationId } = queue.member
  await queue.work(
    {},
    onceBeforeOutput(() =>
      queue.context.database.asSystem((tx) =>
        purgeSlideOf(tx, { id: slide.fileId, organizationId }, { now: new Date() }),
      ),
    ),
  )
  await queue.ended(asked.job_id ?? '')
  expect(await outputsOf(slide.id)).toEqual([])
  expect(await queue.rows('select from inference_jobs where id = $1', asked.id)).toEqual([])
  expect(await workFolders()).toEqual([])
})

test('on a full disk it waits with a sentence and leaves nothing, and goes well once there is room', async ({
  skip,
}) => {
  const disk = await mountSmallDisk(1)
  if (disk === null) return skip('needs the right to mount a disk')
  const { config } = queue.context
  const full: Context = {
    ...queue.context,
    config: { ...config, slides: { ...config.slides, cacheDir: disk } },
  }
  const slide = await queue.addGood()
  const asked = await queue.askRun(slide.imageId, key)
  await queue.rows('update jobs set max_attempts = 1 where id = $1', asked.job_id)
  await queue.work({}, full)
  const message = async () => (await queue.jobOf(asked)).message
  await expect
    .poll(message, { timeout: 40_000 })
    .toMatch(
      /^This needs space in the folder .+, but the folder cannot be used: its disk is full\. It continues automatically once there is space\.$/,
    )
  await queue.sendHome()
  expect(await workFolders(full)).toEqual([])
  expect(await outputsOf(slide.id)).toEqual([])
  await queue.work()
  expect(await queue.endedRun(asked)).toMatchObject({ state: 'succeeded' })
})

test('a slide of one pixel has no tissue, and the run says so', async () => {
  const file = join(queue.folder, 'one-pixel.tiff')
  const writer = await createPyramid(file, {
    width: 1,
    height: 1,
    pixelType: 'u8',
    samples: 3,
    container: 'bigtiff',
    mpp: { x: 1, y: 1 },
    compression: { kind: 'deflate' },
  })
  await writer.finish()
  const slide = await queue.addGood(file)
  const asked = await queue.askRun(slide.imageId, 'stain-normalisation')
  await queue.work()
  const run = await queue.endedRun(asked)
  expect(run).toMatchObject({
    state: 'succeeded',
    message: 'No tissue was found to compute.',
    provenance: { tiles_computed: 0 },
  })
  expect(await outputsOf(slide.id)).toHaveLength(1)
})
