import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { createMigratedDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts'
import { listProjects } from './read-projects.ts'

let database: TestDatabase
let owner: pg.Client
const home = '01938b5e-0000-7000-8000-000000000001'
const away = '01938b5e-0000-7000-8000-000000000002'

beforeAll(async () => {
  database = await createMigratedDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${home}', 'home', 'Home', '{}'), ('${away}', 'away', 'Away', '{}')`,
  )
  await owner.query(
    `insert into projects (id, organization_id, name, name_key, search_key)
     select gen_random_uuid(), o.id, 'Project ' || n, 'project ' || n, 'project ' || n || ' ' || md5(n::text)
     from organizations o, generate_series(1, 4000) n`,
  )
  // New entries of a GIN index wait in a list that only a vacuum sorts in.
  await owner.query('vacuum analyze projects')
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** As the app role in an organisation, like a request. */
async function explain(sql: string): Promise<string> {
  await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}'`)
  try {
    const { rows } = await owner.query(`explain (costs off) ${sql}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await owner.query('rollback')
  }
}

describe('thousands of projects beside as many of another organisation', () => {
  test('the list reads an index in order instead of sorting everything', async () => {
    const plan = await explain(
      'select * from projects where deleted_at is null and archived_at is null order by updated_at desc, id limit 50',
    )
    expect(plan).toContain('projects_by_update')
    expect(plan).not.toContain('Sort')
  })

  test('the search inside the function is served by the trigram index', async () => {
    const { rows } = await owner.query(
      `explain (costs off) select id from projects where organization_id = '${home}' and search_key like '%c4ca4238a0b9%'`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('projects_search')
  })

  test('a search finds what it should in its own organisation only', async () => {
    const opened = openDatabase({ url: database.url })
    const member = {
      userId: home,
      organizationId: home,
      superadmin: false,
      acting: false,
      permissions: new Set(['read:projects'] as const),
    }
    const query = {
      limit: 50,
      offset: 0,
      ordering: 'name',
      state: 'active',
      search: '  C4CA4238A0B9 project ',
    } as const
    const found = await opened.asMember({ organizationId: home }, (tx) =>
      listProjects({ tx, member, now: new Date() }, query),
    )
    await opened.close()
    expect(found).toMatchObject({ count: 1, results: [{ name: 'Project 1' }] })
  })
})
