import { Readable } from 'node:stream'
import { priorities } from '@cresyl/contract/operations/job-kinds'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { purgeSlides } from '../slides/purge-slides.ts'
import { removeLeftObjects } from '../slides/remove-left-objects.ts'
import { addSlide } from '../slides/test-support/add-slide.ts'
import { checkAutomatically } from './check-automatically.ts'
import { addCheck, addJudged, findingOf } from './test-support/add-check.ts'

let opened: TestContext
let owner: pg.Client
const organizationId = newId()

beforeAll(async () => {
  opened = await openTestContext()
  owner = new pg.Client({ connectionString: opened.databaseUrl })
  await owner.connect()
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${organizationId}', 'home', 'Home', '{}');
     insert into organization_settings (id, organization_id, retention_days) values ('${newId()}', '${organizationId}', 10)`,
  )
})

afterAll(async () => {
  await owner.end()
  await opened.close()
})

const add = () => opened.context.database.asMember({ organizationId }, (tx) => addSlide(tx, organizationId))
const rows = async (text: string, ...values: unknown[]) => (await owner.query(text, values)).rows

describe('a slide that has been read', () => {
  const check = (slideId: string) =>
    opened.context.database.asSystem((tx) =>
      checkAutomatically(tx, { organizationId, slideId, now: new Date() }),
    )
  const jobsOf = (slideId: string) =>
    rows(`select state, priority, created_by from jobs where kind = 'qc' and subject_id = $1`, slideId)

  test('is checked, once, where the organisation wants it', async () => {
    const { id } = await add()
    await check(id)
    await check(id)
    expect(await jobsOf(id)).toEqual([{ state: 'queued', priority: priorities.follows, created_by: null }])
    expect(await rows('select qc_state from slides where id = $1', id)).toEqual([{ qc_state: 'queued' }])
  })

  test('is checked last where it is of the demonstration', async () => {
    const { id, fileId } = await add()
    await owner.query(
      `insert into demo_parts (organization_id, kind, key, subject_id) values ($1, 'file', 'a', $2)`,
      [organizationId, fileId],
    )
    await check(id)
    expect(await jobsOf(id)).toMatchObject([{ priority: priorities.idle }])
  })

  test('is left alone where nobody wants it, unless it was checked before', async () => {
    await owner.query('update organization_settings set qc_automatic = false')
    const [fresh, checked, deleted] = [await add(), await add(), await add()]
    await opened.context.database.asSystem((tx) => addJudged(tx, checked.id, findingOf()))
    await owner.query('update organization_settings set qc_automatic = true')
    await owner.query('update slides set deleted_at = now() where id = $1', [deleted.id])
    await check(deleted.id)
    await owner.query('update organization_settings set qc_automatic = false')
    for (const { id } of [fresh, checked]) await check(id)
    const found = [fresh, checked, deleted].map(async ({ id }) => (await jobsOf(id)).length)
    expect(await Promise.all(found)).toEqual([0, 1, 0])
  })
})

test('another source image brings its own check, or none', async () => {
  const { id, imageId } = await add()
  await opened.context.database.asSystem((tx) => addJudged(tx, id, findingOf({ blurred: 30 })))
  const other = newId()
  const stateOf = async () => (await rows('select qc_state, qc_job_id from slides where id = $1', id))[0]
  await owner.query(
    `insert into images (id, organization_id, slide_id, kind) values ($1, $2, $3, 'source')`,
    [other, organizationId, id],
  )
  await owner.query('update slides set source_image_id = $2 where id = $1', [id, other])
  expect(await stateOf()).toEqual({ qc_state: 'none', qc_job_id: null })
  await owner.query('update slides set source_image_id = $2 where id = $1', [id, imageId])
  expect(await stateOf()).toMatchObject({ qc_state: 'failed' })
})

test('what checks have goes with the slide for good, in the database and in storage', async () => {
  const { storage, database } = opened.context
  const { id } = await add()
  const overlay = newId()
  const put = async (path: string) => {
    await storage.put({ organizationId, path }, Readable.from([Buffer.from('x')]))
    // What is younger may be about to be named by a row.
    await owner.query(`update stored_objects set stored_at = now() - interval '2 days' where path = $1`, [
      path,
    ])
    return path
  }
  const image = await put(`images/${overlay}/${newId()}_1/pyramid.tiff`)
  const check = await database.asSystem(async (tx) => {
    const waiting = await addCheck(tx, id)
    await tx.execute(`delete from qc_jobs where id = '${waiting.id}'`)
    const level = { width: 2, height: 2, tileWidth: 256, tileHeight: 256, downsample: 1 }
    const box = { x: 0, y: 0, width: 512, height: 512 }
    const made = { key: 'focus', channel: null, kind: 'heatmap', width: 2, height: 2, box } as const
    const overlays = [{ ...made, levels: [level], imageId: overlay, path: image }]
    return addJudged(tx, id, findingOf({ overlays }))
  })
  const outlines = await put(`qc/${check.id}/a_1/pen.json.gz`)
  await owner.query('update qc_jobs set outlines = $2 where id = $1', [check.id, { pen: outlines }])
  const checkpoint = await put(`qc/${check.id}/checkpoint`)
  const stored = async () =>
    (await rows(`select path from stored_objects where path ~ '^(qc|images)/' order by 1`)).map(
      ({ path }) => path,
    )

  expect(await removeLeftObjects(opened.context)).toBe(1)
  expect(await stored()).toEqual([image, outlines])
  expect(await storage.stat({ organizationId, path: checkpoint })).toBeNull()
  await owner.query(`update slides set deleted_at = now() - interval '20 days' where id = $1`, [id])
  expect(await purgeSlides(opened.context)).toBe(1)
  for (const table of ['qc_jobs', 'qc_measures', 'qc_overlays'])
    expect(
      await rows(`select from ${table} where ${table === 'qc_jobs' ? 'id' : 'qc_job_id'} = $1`, check.id),
    ).toEqual([])
  await removeLeftObjects(opened.context)
  expect(await stored()).toEqual([])
})
