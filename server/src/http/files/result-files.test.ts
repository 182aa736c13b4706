import { gunzipSync } from 'node:zlib'
import type { FoundThings } from '@cresyl/analysis'
import { csvStart } from '@cresyl/contract/api/csv'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audits, downloads, slides } from '../../platform/db/schema/index.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeRun } from '../test-support/inference-jobs-examples.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

/** Two nuclei with all that is measured of one; of the second there is no outline. */
const things: FoundThings = {
  count: 2,
  x: Float64Array.of(10.5, 40),
  y: Float64Array.of(20.5, 60.25),
  classes: Uint8Array.of(0, 0),
  measurements: Float32Array.of(25.5, 0.91, 0.95, 0.33, 12, 1, 1, 0.2),
  outlineStarts: Uint32Array.of(0, 3, 3),
  outlines: Float32Array.of(10, 20, 12, 20, 10, 22),
}

const makeNuclei = () =>
  makeRun(api, api.home.admin, {
    key: 'nuclei',
    createdAt: new Date('2026-03-04T05:06:07Z'),
    found: { output: 'nuclei', classes: ['nucleus'], things },
  })

const ask = (id: string, query: string, member: TestMember = api.home.user) =>
  request(api, member, { url: `/api/inference-jobs/${id}/download-url/?${query}` })

function fetchFrom(address: string, headers: Record<string, string> = {}) {
  const { host, pathname, search } = new URL(address)
  return api.app.inject({ url: pathname + search, headers: { host, ...headers } })
}

test('detections are saved as QuPath reads them, in pixels of full resolution', async () => {
  const { runId } = await makeNuclei()
  const { json } = await ask(runId, 'key=nuclei&format=geojson')
  expect(json.file_name).toMatch(/(?<!nuclei)-nuclei-2026-03-04\.geojson$/)
  const reply = await fetchFrom(json.url)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/geo+json',
    'content-disposition': expect.stringContaining('-nuclei-2026-03-04.geojson'),
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const collection = reply.json()
  expect(collection).toMatchObject({ type: 'FeatureCollection' })
  expect(collection.features).toEqual([
    {
      type: 'Feature',
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-0{12}$/),
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [120, 240],
            [124, 240],
            [120, 244],
            [120, 240],
          ],
        ],
      },
      properties: {
        objectType: 'detection',
        classification: { name: 'Nucleus', color: [63, 182, 24] },
        measurements: {
          'Area (µm²)': 25.5,
          Circularity: 0.91,
          Solidity: 0.95,
          'Haematoxylin (mean optical density)': 0.33,
        },
      },
    },
    expect.objectContaining({ geometry: { type: 'Point', coordinates: [180, 320.5] } }),
  ])
})

test('as a table they have a row each, compressed where that is taken, with the same ids', async () => {
  const { runId } = await makeNuclei()
  const { json } = await ask(runId, 'key=nuclei&format=csv')
  const reply = await fetchFrom(json.url, { 'accept-encoding': 'br, gzip' })
  expect(reply.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'text/csv; charset=utf-8',
  })
  const text = gunzipSync(reply.rawPayload).toString()
  const { features } = (await fetchFrom((await ask(runId, 'key=nuclei&format=geojson')).json.url)).json()
  expect(text.split('\r\n')).toEqual([
    `${csvStart}ID,Class,X (px),Y (px),X (µm),Y (µm),Area (µm²),Circularity,Solidity,Haematoxylin (mean optical density)`,
    `${features[0].id},Nucleus,121,241,30.25,60.25,25.5,0.91,0.95,0.33`,
    `${features[1].id},Nucleus,180,320.5,45,80.125,12,1,1,0.2`,
    '',
  ])
})

test('counts and scores are a table by themselves, in which no name is a formula', async () => {
  const { runId, id } = await makeNuclei()
  await api.context.database.asSystem((tx) =>
    tx.update(slides).set({ name: '=1+1' }).where(eq(slides.id, id)),
  )
  const { json } = await ask(runId, 'format=csv')
  expect(json).toMatchObject({ file_name: '-1-1-nuclei-scores-2026-03-04.csv', size: null })
  const [head, ...rows] = (await fetchFrom(json.url)).body.split('\r\n')
  expect(head).toBe(`${csvStart}Slide,Predictor,Version,Run,Finished,Result,Class,Value,Unit`)
  const about = (row: string) => row.split(',').slice(5).join()
  expect(rows[0]).toMatch(new RegExp(`^"'=1\\+1",Nuclei,[0-9.]+,${runId},2026-03-04T05:06:07.000Z,`))
  expect(rows.map(about)).toEqual([
    ...['Nuclei,Nucleus,2,', 'Nuclei,,,', 'Nuclei per tissue area,,,/mm²'],
    ...['Mean nuclear area,,,µm²', 'Tissue,,,mm²', ''],
  ])
})

test('each is counted and audited when its address is handed out, for those who may download images', async () => {
  const { runId, imageId } = await makeNuclei()
  for (const query of ['key=nuclei&format=geojson', 'key=nuclei&format=csv', 'format=csv']) {
    expect((await ask(runId, query)).status).toBe(200)
    expect((await ask(runId, query, api.home.guest)).status).toBe(403)
    expect((await ask(runId, query, api.away.admin)).status).toBe(404)
  }
  const [counted, audited] = await api.context.database.asSystem(async (tx) => [
    await tx.select().from(downloads).where(eq(downloads.inferenceJobId, runId)).orderBy(downloads.id),
    await tx.select().from(audits).where(eq(audits.subjectId, runId)).orderBy(audits.id),
  ])
  const { userId } = api.home.user
  expect(counted).toMatchObject(Array(3).fill({ kind: 'file', imageId, userId }))
  expect(counted.every(({ bytes }) => bytes > 0)).toBe(true)
  expect(audited.map(({ event, details }) => [event, details?.format])).toEqual([
    ...[
      ['inference_job.downloaded', 'geojson'],
      ['inference_job.downloaded', 'csv'],
      ['inference_job.downloaded', 'csv'],
    ],
  ])
})

test('what there is nothing of is refused before anything is counted', async () => {
  const { runId } = await makeNuclei()
  const failed = await makeRun(api, api.home.admin, { key: 'nuclei', state: 'failed' })
  const codes = async (id: string, query: string) => {
    const { status, json } = await ask(id, query)
    return [status, json.code]
  }
  expect(await codes(runId, 'format=geojson')).toEqual([400, 'invalid_input'])
  expect(await codes(runId, 'key=count&format=csv')).toEqual([404, 'not_found'])
  expect(await codes(failed.runId, 'key=nuclei&format=csv')).toEqual([409, 'not_ready'])
  expect(await codes(failed.runId, 'format=csv')).toEqual([409, 'not_ready'])
})

test('an address leads nowhere once the slide has been deleted', async () => {
  const { runId, id } = await makeNuclei()
  const { json } = await ask(runId, 'key=nuclei&format=csv')
  await request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${id}/` })
  expect((await fetchFrom(json.url)).statusCode).toBe(404)
})
