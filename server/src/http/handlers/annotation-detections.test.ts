import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inferenceJobs } from '../../platform/db/schema/index.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { makeScored, promote } from '../test-support/annotation-detections-examples.ts'
import { annotate, square } from '../test-support/annotations-examples.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const list = async (image_id: string) =>
  (await request(api, api.home.admin, { url: `/api/annotations/?image_id=${image_id}&limit=-1` })).json
    .results

test('detections of a region or a class become annotations with what was measured', async () => {
  const { runId: inference_job_id, imageId } = await makeScored(api, api.home.admin)
  // The places of the first two are 120, 220 and 140, 220.
  const within = square(110, 210, 35)
  const body = { inference_job_id, key: 'nuclei', within }
  const counts = async (given: object) => {
    const url = '/api/annotations/promote/count/'
    const { json } = await request(api, api.home.user, { method: 'POST', url, body: given })
    return [json.count, json.classes.map(({ count }: { count: number }) => count)]
  }
  expect(await counts(body)).toEqual([2, [1, 1, 0, 0]])
  expect(await counts({ inference_job_id, key: 'nuclei' })).toEqual([4, [1, 1, 1, 1]])
  expect((await promote(api, api.home.user, body)).json).toMatchObject({ created: 2 })
  const made = await list(imageId)
  const named = (name: string) =>
    made.find((each: { classification: { name: string } }) => each.classification.name === name)
  expect(named('Negative')).toMatchObject({
    origin: 'promoted',
    inference_job_id,
    shape: 'polygon',
    area_px: 16,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [118, 218],
          [122, 218],
          [122, 222],
          [118, 222],
          [118, 218],
        ],
      ],
    },
    classification: { name: 'Negative', color: '#4a7dff' },
  })
  expect(Object.values(named('Negative').extras.geojson.properties.measurements)).toContain(1.5)
  expect(named('1+')).toMatchObject({ shape: 'point', geometry: { type: 'Point', coordinates: [140, 220] } })
  const classification = { name: 'Tumour', color: '#FF0000' }
  const other = await promote(api, api.home.user, {
    inference_job_id,
    key: 'nuclei',
    classes: [3],
    classification,
  })
  expect(other.json).toMatchObject({ created: 1 })
  expect((await list(imageId))[0]).toMatchObject({ classification, geometry: { coordinates: [280, 340] } })
})

test('cells in an annotation are counted by class, and scored', async () => {
  const { runId, imageId: image_id } = await makeScored(api, api.home.admin)
  const cellsIn = async (geometry: unknown, shape = 'rectangle') => {
    const { json } = await annotate(api, api.home.admin, { image_id, geometry, shape })
    return (await request(api, api.home.guest, { url: `/api/annotations/${json.id}/cells/` })).json.results
  }
  const [run] = await cellsIn(square(110, 210, 60))
  expect(run).toMatchObject({ inference_job_id: runId, key: 'nuclei', count: 3 })
  expect(run.classes.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1, 0])
  expect(run.scores).toEqual({ h_score: 100, positivity: 200 / 3 })
  const [empty] = await cellsIn(square(600, 600, 20))
  expect([empty.count, empty.scores]).toEqual([0, null])
  expect(await cellsIn({ type: 'Point', coordinates: [120, 220] }, 'point')).toEqual([])
})

test('a table has them for each annotation, and what is named by its id only', async () => {
  const { imageId: image_id } = await makeScored(api, api.home.admin)
  const around = { image_id, shape: 'rectangle', geometry: square(110, 210, 60) }
  const { json: made } = await annotate(api, api.home.admin, around)
  await annotate(api, api.home.admin, { ...around, geometry: square(600, 600, 20) })
  const query = new URLSearchParams({ image_id, format: 'csv', cells: 'true', id: made.id })
  const url = `/api/annotations/download-url/?${query}`
  const { json: offered } = await request(api, api.home.guest, { url })
  expect(offered.count).toBe(1)
  const { host, pathname, search } = new URL(offered.url)
  const { body } = await api.app.inject({ method: 'GET', url: pathname + search, headers: { host } })
  const [names = '', row = '', ...rest] = body.trim().split('\r\n')
  expect(rest).toEqual([])
  const columns = names.replaceAll('"', '').split(',').length
  expect(names).toMatch(/: all.*: Negative.*: 1\+.*: 2\+.*: 3\+.*: H-score.*: Positive \(%\)/)
  expect(row.split(',').slice(-7)).toEqual(['3', '1', '1', '1', '0', '100', '66.7'])
  expect(columns).toBeGreaterThan(20)
})

test('what was found by another pixel size than the slide has now says so wherever it goes', async () => {
  const { runId, imageId: image_id } = await makeScored(api, api.home.admin)
  const made_scale = { mpp_x: 0.25, mpp_y: 0.25 }
  await api.context.database.asSystem((tx) =>
    tx.update(inferenceJobs).set({ madeScale: made_scale }).where(eq(inferenceJobs.id, runId)),
  )
  const { json } = await annotate(api, api.home.admin, {
    image_id,
    shape: 'rectangle',
    geometry: square(110, 210, 60),
  })
  const cells = await request(api, api.home.guest, { url: `/api/annotations/${json.id}/cells/` })
  expect(cells.json.results).toEqual([expect.objectContaining({ made_scale })])
  const query = new URLSearchParams({ image_id, format: 'csv', cells: 'true' })
  const offered = await request(api, api.home.guest, { url: `/api/annotations/download-url/?${query}` })
  const { host, pathname, search } = new URL(offered.json.url)
  const { body } = await api.app.inject({ method: 'GET', url: pathname + search, headers: { host } })
  expect(body.split('\r\n')[0]).toContain(', made at 0.25 µm per pixel: H-score')
  await promote(api, api.home.user, { inference_job_id: runId, key: 'nuclei' })
  const [promoted] = await list(image_id)
  expect(promoted.extras.geojson.properties).toMatchObject({ made_scale })
})
