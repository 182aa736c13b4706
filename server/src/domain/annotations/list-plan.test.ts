import { listAnnotations as listRoute } from '@cresyl/contract/annotations/annotations'
import { permissionsOf } from '@cresyl/contract/api/permissions'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectOwner, listenedTx } from '../../platform/db/test-owner.ts'
import { createMigratedDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts'
import type { Work } from '../work.ts'
import { listAnnotations } from './read-annotations.ts'
import { summariseAnnotations } from './summarise-annotations.ts'

let database: TestDatabase
let owner: pg.Client
const home = '01938b5e-0000-7000-8000-000000000001'
const imageId = '01938b5e-0000-7000-8000-000000000002'
const count = 2000
/** The one that has much to say. */
const long = 990

beforeAll(async () => {
  database = await createMigratedDatabase()
  owner = await connectOwner(database.url)
  await owner.query(`
    insert into organizations (id, name, display_name, branding) values ('${home}', 'home', 'Home', '{}');
    insert into files (id, organization_id, name, search_key, media_type, size, path) values ('${home}', '${home}', 'a', 'a', 'svs', 1, 'a');
    begin;
    insert into slides (id, organization_id, file_id, name, search_key, image_id, source_image_id)
      values ('${home}', '${home}', '${home}', 'a', 'a', '${imageId}', '${imageId}');
    insert into images (id, organization_id, slide_id, file_id, kind) values ('${imageId}', '${home}', '${home}', '${home}', 'source');
    commit;
    insert into annotations (organization_id, id, slide_id, image_id, shape, positions, min_x, min_y, max_x, max_y, size_class,
        area_px, length_px, name, search_key, origin)
      select '${home}', gen_random_uuid(), '${home}', '${imageId}', 'polygon', 4, n, n, n + 8, n + 8, 4, 64, 32,
        'Cell ' || n, 'cell ' || n || case n when ${long} then repeat(' and more', 20) else '' end, 'drawn' from generate_series(1, ${count}) n`)
  await owner.query('vacuum analyze annotations, annotation_sums')
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** What is found, and how the database goes about each statement. */
async function asked<Found>(ask: (work: Work) => Promise<Found>): Promise<{ found: Found; plans: string[] }> {
  const statements: { sql: string; values: unknown[] }[] = []
  const tx = listenedTx(owner, (sql, values) => {
    if (!sql.startsWith('set local')) statements.push({ sql, values })
  })
  const member = {
    userId: home,
    organizationId: home,
    permissions: new Set(permissionsOf('admin')),
    superadmin: false,
    acting: false,
  }
  await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}'`)
  try {
    const found = await ask({ tx, member, now: new Date() })
    const plans: string[] = []
    for (const { sql, values } of statements) {
      const { rows } = await owner.query(`explain (costs off) ${sql}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return { found, plans }
  } finally {
    await owner.query('rollback')
  }
}

describe('thousands of annotations of an image', () => {
  test('are searched by the words that an index holds, few of them by all their words, and not asked each whose they are', async () => {
    const query = listRoute.query.parse({ image_id: [imageId], search: 'cell 99' })
    const { found, plans } = await asked((work) => listAnnotations(work, query))
    expect(found.count).toBe(38)
    expect(plans[0]).toMatch(/One-Time Filter: .*app\.organization_id/)
    // Which index, the database decides by what it has tidied up.
    expect(plans[0]).toMatch(/ on annotations\n.*search_short\)* ~~/)
    expect(plans[0]).toMatch(
      /Index Scan using annotations_of_many_words on annotations long\n.*\n.*search_key ~~/,
    )
    expect(plans[0]).not.toMatch(/ Filter: .*search_short.*app\.organization_id/)
    const much = await asked((work) =>
      listAnnotations(work, listRoute.query.parse({ image_id: [imageId], search: `more ${long}` })),
    )
    expect(much.found.count).toBe(1)
  })

  test('are counted by class from what is kept', async () => {
    const { found, plans } = await asked((work) => summariseAnnotations(work, { image_id: [imageId] }))
    expect(found).toMatchObject({ count, classes: [{ count, area_px: 64 * count, length_px: 32 * count }] })
    expect(plans[0]).toContain('annotation_sums')
    expect(plans[0]).not.toMatch(/on annotations\b/)
  })
})
