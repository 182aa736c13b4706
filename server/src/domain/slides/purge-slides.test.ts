import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { makeSlideFolder } from '../files/test-support/slide-folder.ts'
import { purgeProjects } from '../projects/purge-projects.ts'
import { purgeSlides } from './purge-slides.ts'
import { removeLeftObjects } from './remove-left-objects.ts'
import { type AddedSlide, addImage, addSlide } from './test-support/add-slide.ts'

let opened: TestContext
let owner: pg.Client
const organizationId = newId()

beforeAll(async () => {
  opened = await openTestContext()
  owner = new pg.Client({ connectionString: opened.databaseUrl })
  await owner.connect()
})

beforeEach(async () => {
  await owner.query('truncate organizations, audits, jobs cascade')
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${organizationId}', 'home', 'Home', '{}');
     insert into organization_settings (id, organization_id, retention_days) values ('${newId()}', '${organizationId}', 10)`,
  )
})

afterAll(async () => {
  await owner.end()
  await opened.close()
})

/** A slide with an output, deleted so many days ago. */
async function addDeleted(
  days: number | null,
  given: Parameters<typeof addSlide>[2] = {},
): Promise<AddedSlide> {
  const slide = await opened.context.database.asMember({ organizationId }, async (tx) => {
    const added = await addSlide(tx, organizationId, given)
    await addImage(tx, organizationId, 'output', { slideId: added.id })
    return added
  })
  if (days !== null) {
    for (const [table, column] of [
      ['slides', 'id'],
      ['images', 'slide_id'],
    ]) {
      await owner.query(
        `update ${table} set deleted_at = now() - interval '${days} days' where ${column} = '${slide.id}'`,
      )
    }
  }
  return slide
}

async function store(path: string): Promise<ObjectKey> {
  const key = { organizationId, path }
  await opened.context.storage.put(key, Readable.from([Buffer.from('bytes')]))
  return key
}

const isStored = async (key: ObjectKey) => (await opened.context.storage.stat(key)) !== null
const count = async (table: string) => (await owner.query(`select from ${table}`)).rowCount

describe('purging slides', () => {
  test('removes those that were deleted long enough ago with all that belongs to them, and says so for ever', async () => {
    const doomed = await addDeleted(11)
    const kept = [await addDeleted(9), await addDeleted(null)]
    await owner.query(
      `insert into downloads (id, organization_id, kind, file_id, image_id, bytes)
       values ($1, $2, 'file', $3, $4, 5)`,
      [newId(), organizationId, doomed.fileId, doomed.imageId],
    )
    expect(await purgeSlides(opened.context)).toBe(1)
    const { rows } = await owner.query('select id from slides order by id')
    expect(rows.map(({ id }) => id)).toEqual(kept.map(({ id }) => id).sort())
    expect([await count('files'), await count('images'), await count('channels')]).toEqual([2, 8, 2])
    const downloads = await owner.query('select file_id, image_id, bytes::int from downloads')
    expect(downloads.rows).toEqual([{ file_id: null, image_id: null, bytes: 5 }])
    const audits = await owner.query('select event, subject_id, details from audits')
    expect(audits.rows).toEqual([
      {
        event: 'slide.purged',
        subject_id: doomed.id,
        details: { deleted_at: expect.any(String), file_id: doomed.fileId },
      },
    ])
    expect(await purgeSlides(opened.context)).toBe(0)
  })

  test('takes more than one round where there are many', async () => {
    await opened.context.database.asMember({ organizationId }, async (tx) => {
      for (let n = 0; n < 101; n += 1) await addSlide(tx, organizationId)
    })
    await owner.query("update slides set deleted_at = now() - interval '20 days'")
    expect(await purgeSlides(opened.context)).toBe(101)
    expect(await count('files')).toBe(0)
  })

  test('leaves the file of a watched folder known, so that it does not come back by itself', async () => {
    const { fileId } = await addDeleted(11, { origin: 'import' })
    expect(await purgeSlides(opened.context)).toBe(1)
    const { rows } = await owner.query('select id, reading_state from files')
    expect(rows).toEqual([{ id: fileId, reading_state: 'none' }])
    expect(await count('images')).toBe(0)
  })

  test('never touches an imported file where it lies, and takes along what was made of it', async () => {
    const folder = await makeSlideFolder()
    const [doomed, kept] = [
      await addDeleted(11, { origin: 'import' }),
      await addDeleted(9, { origin: 'import' }),
    ]
    const before = []
    for (const { fileId } of [doomed, kept]) {
      const made = [await store(`files/${fileId}/header`), await store(`files/${fileId}/deidentified`)]
      await owner.query('update files set path = $2, header_path = $3, copy_path = $4 where id = $1', [
        fileId,
        await folder.put(`${fileId}.svs`),
        ...made.map(({ path }) => path),
      ])
      before.push(...made)
    }
    const lying = await folder.snapshot()
    expect(await removeLeftObjects(opened.context)).toBe(0)
    expect(await purgeSlides(opened.context)).toBe(1)
    expect(await removeLeftObjects(opened.context)).toBe(2)
    expect(await Promise.all(before.map(isStored))).toEqual([false, false, true, true])
    expect(await folder.snapshot()).toEqual(lying)
    await folder.remove()
  })
})

describe('what is in storage', () => {
  test('stays as long as its file or image is known, and goes when that is gone', async () => {
    const [doomed, kept] = [await addDeleted(11), await addDeleted(9)]
    const belonging = ({ fileId, imageId }: AddedSlide) =>
      Promise.all(
        [`files/${fileId}/original`, `files/${fileId}/deidentified`, `images/${imageId}/levels`].map(store),
      )
    const [gone, staying] = [await belonging(doomed), await belonging(kept)]
    const other = await store('seals/1')
    const stored = (keys: ObjectKey[]) => Promise.all(keys.map(isStored))
    expect(await removeLeftObjects(opened.context)).toBe(0)
    await purgeSlides(opened.context)
    expect(await removeLeftObjects(opened.context)).toBe(2)
    // An image is known only when the job that makes it ends: what has just been written may be of one to come.
    expect(await stored(gone)).toEqual([false, false, true])
    await owner.query("update stored_objects set stored_at = stored_at - interval '25 hours'")
    expect(await removeLeftObjects(opened.context)).toBe(1)
    expect(await stored(gone)).toEqual([false, false, false])
    expect(await stored([...staying, other])).toEqual([true, true, true, true])
  })
})

test('slides of a project that is purged are unsorted', async () => {
  const projectId = newId()
  await owner.query(
    `insert into projects (id, organization_id, name, name_key, search_key, deleted_at)
     values ('${projectId}', '${organizationId}', 'p', 'p', '', now() - interval '1 year')`,
  )
  const { id } = await addDeleted(null, { projectId })
  expect(await purgeProjects(opened.context)).toBe(1)
  const { rows } = await owner.query('select id, project_id from slides')
  expect(rows).toEqual([{ id, project_id: null }])
})
