import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { removeLeftObjects } from './remove-left-objects.ts'

let opened: TestContext
let owner: pg.Client
const organizationId = newId()

beforeAll(async () => {
  opened = await openTestContext()
  owner = new pg.Client({ connectionString: opened.databaseUrl })
  await owner.connect()
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${organizationId}', 'home', 'Home', '{}')`,
  )
})

afterAll(async () => {
  await owner.end()
  await opened.close()
})

async function store(path: string): Promise<void> {
  await opened.context.storage.put({ organizationId, path }, Readable.from([Buffer.from('bytes')]))
}

async function storedOf(id: string): Promise<string[]> {
  const { rows } = await owner.query(`select path from stored_objects where path like $1 order by 1`, [
    `files/${id}/%`,
  ])
  return rows.map(({ path }) => path)
}

test.each(['upload', 'import'])(
  'of the copies of a file (%s) the one that is handed out stays, and for a day whatever a job may be at',
  async (origin) => {
    const id = newId()
    const [current, stale] = [`files/${id}/without-label/2`, `files/${id}/without-label/1`]
    await owner.query(
      `insert into files (id, organization_id, name, search_key, media_type, size, path, origin, state, reading_state, copy_path, copy_size)
       values ($1, $2, 'a', 'a', 'svs', 5, $3, $4, 'stored', 'ready', $5, 5)`,
      [id, organizationId, `files/${id}/original`, origin, current],
    )
    const kept = origin === 'upload' ? [`files/${id}/original`, current] : [current]
    for (const path of [...kept, stale]) await store(path)
    await removeLeftObjects(opened.context)
    expect(await storedOf(id)).toEqual([...kept, stale].sort())

    await owner.query(`update stored_objects set stored_at = now() - interval '25 hours'`)
    expect(await removeLeftObjects(opened.context)).toBe(1)
    expect(await storedOf(id)).toEqual(kept)

    await owner.query('delete from files where id = $1', [id])
    await removeLeftObjects(opened.context)
    expect(await storedOf(id)).toEqual([])
  },
)

test('of what attempts have made of an image the one that is shown stays, and for a day the others', async () => {
  const [id, job] = [newId(), newId()]
  const made = (attempt: number) =>
    ['levels.tiff', 'levels.tiff.header', 'thumbnail.jpg'].map(
      (name) => `images/${id}/${job}_${attempt}/${name}`,
    )
  const other = `images/${id}/overlay`
  const [levels, , thumbnail] = made(2)
  await owner.query(
    `insert into images (id, organization_id, kind, levels_path, thumbnail_path) values ($1, $2, 'source', $3, $4)`,
    [id, organizationId, levels, thumbnail],
  )
  for (const path of [...made(1), ...made(2), other]) await store(path)
  expect(await removeLeftObjects(opened.context)).toBe(0)
  await owner.query(`update stored_objects set stored_at = now() - interval '25 hours'`)
  expect(await removeLeftObjects(opened.context)).toBe(3)
  const { rows } = await owner.query(`select path from stored_objects where path like $1 order by 1`, [
    `images/${id}/%`,
  ])
  expect(rows.map(({ path }) => path)).toEqual([...made(2), other].sort())
})
