import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeUnfinishedOf } from '../../domain/files/purge-unfinished.ts'
import { purgeSupersededOf } from '../../domain/inference/purge-superseded.ts'
import { addRun } from '../../domain/inference/test-support/add-run.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { annotate, square } from '../test-support/annotations-examples.ts'
import { makeSlide } from '../test-support/slides-examples.ts'

let api: TestApi
let owner: pg.Client

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

const get = async (path: string) => (await request(api, api.home.admin, { url: `/api/${path}` })).json
const purgeable = (kind: string) => get(`files/storage/purgeable/?kind=${kind}&limit=-1`)
const idsOf = (page: { results: { id: string }[] }) => page.results.map(({ id }) => id).sort()
const asked = (minutesAgo = 0) => ({
  organizationId: api.home.admin.organizationId,
  before: new Date(Date.now() - minutesAgo * 60_000),
  now: new Date(),
  userId: api.home.admin.userId,
})
const eventsOf = async (id: string) =>
  (await owner.query('select event, user_id from audits where subject_id = $1 order by id', [id])).rows

describe('outputs that a newer run replaced', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const runOn = (slide: Awaited<ReturnType<typeof makeSlide>>, minutes: number, key = 'tissue-map') =>
    addRun(api.context, api.home.admin.organizationId, slide, { key, createdAt: minutesAgo(minutes) })

  test('are offered and removed; the newest, others and those in use stay', async () => {
    const { admin } = api.home
    const { organizationId } = admin
    const slide = await makeSlide(api, admin)
    const first = await runOn(slide, 90)
    await api.context.storage.put(
      { organizationId, path: `images/${first.imageId}/tiles` },
      Readable.from([Buffer.alloc(5000)]),
    )
    const drawnOn = await runOn(slide, 80)
    const shown = await runOn(slide, 70)
    const other = await runOn(slide, 60, 'colour-deconvolution')
    const differently = await runOn(slide, 50)
    await owner.query(`update inference_jobs set params = '{"a": 1}' where id = $1`, [differently.id])
    const newest = await runOn(slide, 40)
    await owner.query(
      `update images set width = 100, height = 80, state = 'ready' where id = any ($1::uuid[])`,
      [[drawnOn.imageId]],
    )
    const drawing = { image_id: drawnOn.imageId, geometry: square(), shape: 'rectangle' }
    const drawn = await annotate(api, admin, drawing)
    expect(drawn.status, drawn.text).toBe(201)
    await owner.query('update slides set image_id = $2 where id = $1', [slide.id, shown.imageId])

    const offered = await purgeable('superseded_outputs')
    expect(idsOf(offered)).toEqual([first.id])
    expect(offered.results[0]).toMatchObject({
      name: expect.stringMatching(/^Tissue map of Slide /),
      goes_at: null,
    })
    expect(offered.results[0].bytes).toBeGreaterThan(5000)
    const report = (await get('files/storage/')).purgeable
    const sum = report.find(({ kind }: { kind: string }) => kind === 'superseded_outputs')
    expect(sum).toMatchObject({ count: 1, bytes: offered.results[0].bytes })

    // Not what was replaced after asking.
    expect(await purgeSupersededOf(api.context, asked(85))).toBe(0)
    expect(await purgeSupersededOf(api.context, asked())).toBe(1)
    expect(await purgeSupersededOf(api.context, asked())).toBe(0)
    expect((await purgeable('superseded_outputs')).count).toBe(0)
    const { rows } = await owner.query(
      'select distinct inference_job_id as id from inference_outputs where organization_id = $1',
      [organizationId],
    )
    const kept = [drawnOn, shown, other, differently, newest].map(({ id }) => id)
    expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort())
    // The run is still counted.
    expect((await get(`inference-jobs/?slide_id=${slide.id}`)).count).toBe(6)
    expect(await get(`inference-jobs/${first.id}/`)).toMatchObject({ state: 'succeeded', outputs: [] })
    expect(await eventsOf(first.id)).toEqual([{ event: 'inference_job.purged', user_id: admin.userId }])
  })
})

describe('unfinished uploads', () => {
  async function begin(name: string): Promise<string> {
    const post = (url: string, body?: object) =>
      request(api, api.home.user, { method: 'POST', url, ...(body && { body }) })
    const { json, text } = await post('/api/files/', { name, media_type: 'svs', size: 4096 })
    expect(json?.id, text).toBeDefined()
    expect((await post(`/api/files/${json.id}/multipart/init/`)).status).toBeLessThan(300)
    return json.id
  }
  const rest = (id: string, minutes: number) =>
    owner.query(
      `update uploads set touched_at = now() - make_interval(mins => $2)
       where id = (select upload_id from files where id = $1)`,
      [id, minutes],
    )

  test('are offered when nothing has come for an hour, and end unless they went on', async () => {
    const [left, resumed, running] = [
      await begin('left.svs'),
      await begin('resumed.svs'),
      await begin('now.svs'),
    ]
    await rest(left, 120)
    await rest(resumed, 120)
    await rest(running, 10)
    const offered = await purgeable('unfinished_uploads')
    expect(idsOf(offered)).toEqual([left, resumed].sort())
    const [item] = offered.results
    expect(item.bytes).toBe(4096)
    expect(Date.parse(item.goes_at) - Date.parse(item.since)).toBe(24 * 3_600_000)
    await rest(resumed, 0)
    expect(await purgeUnfinishedOf(api.context, asked())).toBe(1)
    expect((await get(`files/${left}/`)).state).toBe('failed')
    expect((await get(`files/${resumed}/`)).state).toBe('created')
    expect((await get(`files/${running}/`)).state).toBe('created')
    expect((await purgeable('unfinished_uploads')).count).toBe(0)
    const { rows } = await owner.query(
      `select u.state from uploads u join files f on f.upload_id = u.id where f.id = $1`,
      [left],
    )
    expect(rows).toEqual([{ state: 'aborted' }])
    expect((await eventsOf(left)).at(-1)).toEqual({
      event: 'file.interrupted',
      user_id: api.home.admin.userId,
    })
  })
})
