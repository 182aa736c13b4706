import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import { connectOwner, listenedTx } from '../../platform/db/test-owner.ts'
import { createMigratedDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts'
import { selectParts, selectPurgeable, sumPurgeable } from './report-queries.ts'

let database: TestDatabase
let owner: pg.Client
const home = '01938b5e-0000-7000-8000-000000000001'
const away = '01938b5e-0000-7000-8000-000000000002'
const files = 2000
/** One in so many slides was deleted. */
const apart = 10

beforeAll(async () => {
  database = await createMigratedDatabase()
  owner = await connectOwner(database.url)
  await owner.query(`
    insert into organizations (id, name, display_name, branding) values ('${home}', 'home', 'Home', '{}'), ('${away}', 'away', 'Away', '{}');
    insert into organization_settings (id, organization_id) select gen_random_uuid(), id from organizations;
    create temporary table made as
      select o.id as organization_id, n, gen_random_uuid() as id, gen_random_uuid() as file_id, gen_random_uuid() as image_id
      from organizations o, generate_series(1, ${files}) n;
    insert into files (id, organization_id, name, search_key, media_type, size, path, state, reading_state)
      select file_id, organization_id, n::text, n::text, 'svs', 1000, 'files/' || file_id || '/original', 'stored', 'ready' from made;
    begin;
    insert into slides (id, organization_id, file_id, name, search_key, image_id, source_image_id, deleted_at)
      select id, organization_id, file_id, n::text, n::text, image_id, image_id, case when n % ${apart} = 0 then now() end from made;
    insert into images (id, organization_id, slide_id, file_id, kind)
      select image_id, organization_id, id, file_id, 'source' from made;
    commit;
    insert into stored_objects (organization_id, path, size, stored_at)
      select organization_id, 'files/' || file_id || '/original', 1000, now() from made
      union all select organization_id, 'files/' || file_id || '/without-label/' || id, 500, now() from made
      union all select organization_id, 'images/' || image_id || '/1_1/thumbnail', 10, now() from made;
    insert into stored_objects (organization_id, path, size, stored_at) values
      ('${home}', 'audit/seal', 7, now()), ('${home}', 'files/lost/original', 3, now()), ('${home}', 'lost', 2, now())`)
  await owner.query('vacuum analyze stored_objects, files, slides, images')
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** What is found, and how the database goes about the last statement. */
async function asked<Found>(ask: (tx: Tx) => Promise<Found>): Promise<{ found: Found; plan: string }> {
  await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}';
    set local app.deleted = 'shown'; set local max_parallel_workers_per_gather = 0`)
  try {
    let last = { sql: '', values: [] as unknown[] }
    const found = await ask(
      listenedTx(owner, (sql, values) => {
        last = { sql, values }
      }),
    )
    const { rows } = await owner.query(`explain (costs off) ${last.sql}`, last.values)
    return { found, plan: rows.map((row) => row['QUERY PLAN']).join('\n') }
  } finally {
    await owner.query('rollback')
  }
}

test('objects are added up in one go, without a look at the slide of each', async () => {
  const { found, plan } = await asked((tx) => selectParts(tx, home, 'UTC'))
  const bytes = Object.fromEntries(found.map((part) => [part.kind, part.bytes]))
  expect(bytes).toEqual({ source: files * 1000 + 3, copy: files * 500, derived: files * 10, other: 2 })
  expect(plan).toMatch(/Hash Cond: \(.*owner_id\b/)
  expect(plan).not.toContain('Sort Key: (CASE')
})

test('what could go is measured by an index, for as many as are asked about', async () => {
  const count = files / apart
  const sums = await asked((tx) => sumPurgeable(tx, { organizationId: home }))
  expect(sums.found).toMatchObject([{ kind: 'deleted_slides', count, bytes: count * 1510 }])
  const page = await asked((tx) => selectPurgeable(tx, { organizationId: home }, { limit: 5, offset: 0 }))
  expect(page.found).toMatchObject({ count, results: Array.from({ length: 5 }, () => ({ bytes: 1510 })) })
  for (const { plan } of [sums, page]) {
    expect(plan).toContain('stored_objects_by_owner')
    expect(plan).not.toMatch(/Seq Scan on (stored_objects|images)/)
  }
  const beyond = await asked((tx) =>
    selectPurgeable(tx, { organizationId: home }, { limit: 5, offset: count }),
  )
  expect(beyond.found).toEqual({ count, results: [] })
})
