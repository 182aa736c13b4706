import { messages } from '@cresyl/contract/api/messages'
import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import type { QcJobWithMeasures } from '@cresyl/contract/qc/qc-jobs'
import {
  cropped,
  type ImageSpace,
  sourceSpace,
  transformBetween,
  withPixels,
} from '@cresyl/contract/slides/image-space'
import type { Slide } from '@cresyl/contract/slides/slides'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestPictures, type TestPictures } from '../../domain/exports/test-support/make-pictures.ts'
import { addRun } from '../../domain/inference/test-support/add-run.ts'
import { addJudged, findingOf } from '../../domain/qc/test-support/add-check.ts'
import { type AddedSlide, addImage } from '../../domain/slides/test-support/add-slide.ts'
import { addRealSlide } from '../../domain/slides/test-support/real-slides.ts'
import { images, inferenceJobs, inferenceOutputs } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { askForFile } from '../test-support/annotation-files-examples.ts'
import { makeAnnotation } from '../test-support/annotations-examples.ts'
import { readPng } from '../test-support/read-png.ts'
import { editSlide, makeSlide } from '../test-support/slides-examples.ts'

let api: TestApi
let pictures: TestPictures

beforeAll(async () => {
  api = await openTestApi()
  pictures = await makeTestPictures()
})

afterAll(async () => {
  await api.close()
  await pictures.remove()
})

async function get<Json>(url: string): Promise<Json> {
  const reply = await request(api, api.home.manager, { url: `/api/${url}` })
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

async function setScale(id: string, mpp: number | null): Promise<Slide> {
  const reply = await editSlide(api, id, { mpp })
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

const asSystem: TestApi['context']['database']['asSystem'] = (work) => api.context.database.asSystem(work)

/** A slide whose file doesn't say how large a pixel is. */
async function makeUnscaled(): Promise<AddedSlide> {
  const slide = await makeSlide(api, api.home.admin)
  const unknown = { mppX: null, mppY: null, fileMppX: null, fileMppY: null }
  await asSystem((tx) => tx.update(images).set(unknown).where(eq(images.id, slide.imageId)))
  return slide
}

const spaceOf = async (imageId: string) => (await get<{ space: ImageSpace }>(`images/${imageId}/`)).space
const runOf = (id: string) => get<InferenceJob>(`inference-jobs/${id}/`)
const checkOf = (id: string) => get<QcJobWithMeasures>(`qc-jobs/${id}/`)

test('the pixel size of a slide is given by hand and taken back, and both are told of', async () => {
  const { id, imageId } = await makeUnscaled()
  expect(await setScale(id, 0.5)).toMatchObject({
    mpp: 0.5,
    mpp_x: 0.5,
    mpp_y: 0.5,
    file_mpp_x: null,
    version: 2,
  })
  expect(await get(`images/${imageId}/`)).toMatchObject({
    mpp_x: 0.5,
    mpp_y: 0.5,
    space: { unit: 'µm', placement: [0.5, 0, 0, 0, 0.5, 0] },
  })
  expect(await get(`viewers/pyramids/${imageId}/`)).toMatchObject({ mpp_x: 0.5, mpp_y: 0.5 })
  expect(await setScale(id, null)).toMatchObject({ mpp: null, mpp_x: null, mpp_y: null, version: 3 })
  expect(await spaceOf(imageId)).toMatchObject({ unit: 'px', placement: [1, 0, 0, 0, 1, 0] })
  const { results } = await get<{ results: { event: string; changes: unknown }[] }>(`slides/${id}/history/`)
  expect(results.filter(({ event }) => event === 'slide.updated').map(({ changes }) => changes)).toEqual([
    [{ what: 'pixel size', before: { name: '0.5 µm' }, after: null }],
    [{ what: 'pixel size', before: null, after: { name: '0.5 µm' } }],
  ])
})

test.each([0.009, 100.1, 0, -1])('a pixel of %f µm is refused with a sentence', async (mpp) => {
  const { id } = await makeSlide(api, api.home.admin)
  const { status, json } = await editSlide(api, id, { mpp })
  expect([status, json.fields]).toEqual([400, { mpp: [messages.pixelSize] }])
})

test('pixels that are no squares keep their shape, and a scan of another resolution its own', async () => {
  const { id, imageId } = await makeSlide(api, api.home.admin)
  const { organizationId } = api.home.admin
  const file = { mppX: 0.2, mppY: 0.3, fileMppX: 0.2, fileMppY: 0.3 }
  const [alike, coarser] = await asSystem(async (tx) => {
    await tx.update(images).set(file).where(eq(images.id, imageId))
    return [
      await addImage(tx, organizationId, 'source', { slideId: id, part: 'image 1', ...file }),
      await addImage(tx, organizationId, 'source', { slideId: id, part: 'image 2', mppX: 2, mppY: 2 }),
    ]
  })
  const slide = await setScale(id, 0.4)
  expect([slide.mpp_x, slide.mpp_y]).toEqual([0.4, expect.closeTo(0.6, 12)])
  expect((await spaceOf(alike)).placement[4]).toBeCloseTo(0.6, 12)
  expect(await get(`images/${coarser}/`)).toMatchObject({ mpp_x: 2, mpp_y: 2 })
})

test.each([
  ['a wrong one', 0.25],
  ['none', null],
])('results of a slide whose file says %s stay where they lie, and remember their scale', async (_, own) => {
  const slide = own === null ? await makeUnscaled() : await makeSlide(api, api.home.admin)
  const run = await addRun(api.context, api.home.admin.organizationId, slide)
  const mpp = own === null ? undefined : { x: own, y: own }
  const scan = sourceSpace({ frame: slide.imageId, width: 1000, height: 800, mpp })
  const made = withPixels(cropped(scan, { x: 100, y: 200, width: 200, height: 160 }), 100, 80)
  const overlay = {
    imageId: newId(),
    path: `images/${newId()}/y`,
    key: 'pen' as const,
    channel: null,
    levels: [],
    kind: 'mask' as const,
    width: 50,
    height: 40,
    box: { x: 10, y: 20, width: 500, height: 400 },
  }
  const check = await asSystem(async (tx) => {
    await tx.update(images).set({ space: scan }).where(eq(images.id, slide.imageId))
    await tx.update(images).set({ space: made }).where(eq(images.id, run.imageId))
    await tx.update(inferenceOutputs).set({ space: made }).where(eq(inferenceOutputs.inferenceJobId, run.id))
    // What a person said for this run alone.
    await tx
      .update(inferenceJobs)
      .set({ mpp: own === null ? 0.5 : null })
      .where(eq(inferenceJobs.id, run.id))
    return addJudged(tx, slide.id, findingOf({ overlays: [overlay] }))
  })
  const places = async () => {
    const target = await spaceOf(slide.imageId)
    const spaces = [
      ...(await runOf(run.id)).outputs.map(({ space }) => space),
      ...(await checkOf(check.id)).overlays.map(({ space }) => space),
      await spaceOf(run.imageId),
    ]
    return spaces.map((space) => space && transformBetween(space, target))
  }
  const onRun = [2, 0, 100, 0, 2, 200].map((part) => expect.closeTo(part, 9))
  const onCheck = [10, 0, 10, 0, 10, 20].map((part) => expect.closeTo(part, 9))
  expect(await places()).toEqual([onRun, onRun, onCheck, onRun])

  await setScale(slide.id, 0.3)
  await setScale(slide.id, 0.7)
  expect(await places()).toEqual([onRun, onRun, onCheck, onRun])
  expect(await get(`images/${run.imageId}/`)).toMatchObject({ mpp_x: expect.closeTo(1.4, 9) })
  expect((await runOf(run.id)).made_scale).toEqual({ mpp_x: own ?? 0.5, mpp_y: own ?? 0.5 })
  expect((await checkOf(check.id)).made_scale).toEqual({ mpp_x: own, mpp_y: own })

  await setScale(slide.id, null)
  expect(await places()).toEqual([onRun, onRun, onCheck, onRun])
  expect((await checkOf(check.id)).made_scale).toBeNull()
  expect((await runOf(run.id)).made_scale).toBeNull()
})

test('regions and annotations are measured by it at once', async () => {
  const { organizationId } = api.home.admin
  const slide = await addRealSlide(api.context, organizationId, pictures.colors)
  await makeAnnotation(api, api.home.admin, api.home.admin, { image_id: slide.imageId })
  const host = new URL(api.context.config.origin).host
  const areaInFile = async () => {
    const { json } = await askForFile(api, api.home.admin, { image_id: slide.imageId, format: 'csv' })
    const { pathname, search } = new URL(json.url)
    const { body } = await api.app.inject({ url: pathname + search, headers: { host } })
    const [head = [], row = []] = body.split('\r\n').map((line) => line.split(','))
    return Number(row[head.findIndex((name) => name.includes('µm²'))])
  }
  await setScale(slide.id, 0.5)
  const area = await areaInFile()
  await setScale(slide.id, 1)
  expect(await areaInFile()).toBeCloseTo(4 * area, 3)
  const query = 'x=0&y=0&width=400&height=320&mpp=4&format=png'
  const headers = { host, authorization: `Bearer ${api.home.admin.token}` }
  const reply = await api.app.inject({ url: `/api/viewers/regions/${slide.imageId}/?${query}`, headers })
  const { width, height } = readPng(reply.rawPayload)
  expect([width, height]).toEqual([100, 80])
})
