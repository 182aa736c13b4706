import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts'
import { listFiles } from './list-files.ts'

let database: TestDatabase
let owner: pg.Client
const home = '01938b5e-0000-7000-8000-000000000001'
const away = '01938b5e-0000-7000-8000-000000000002'

beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.url)
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${home}', 'home', 'Home', '{}'), ('${away}', 'away', 'Away', '{}')`,
  )
  await owner.query(
    `insert into files (id, organization_id, name, search_key, media_type, size, path, state, created_at)
     select gen_random_uuid(), o.id, n || '.svs', md5(n::text) || '.svs', 'svs', n, 'files/' || n,
       case when n % 1000 = 0 then 'created' else 'stored' end, now() - n * interval '1 minute'
     from organizations o, generate_series(1, 10000) n`,
  )
  // New entries of a GIN index wait in a list that only a vacuum sorts in.
  await owner.query('vacuum analyze files')
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

async function explain(sql: string): Promise<string> {
  const { rows } = await owner.query(`explain (costs off) ${sql}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('ten thousand files beside as many of another organisation', () => {
  test('the list reads an index in order instead of sorting everything', async () => {
    await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}'`)
    const plan = await explain(
      `select f.*, s.id, p.name from files f
       left join slides s on s.organization_id = f.organization_id and s.file_id = f.id
       left join projects p on p.organization_id = f.organization_id and p.deleted_at is null
         and p.id = case when s.id is null then f.project_id else s.project_id end
       order by f.created_at desc, f.id limit 50`,
    ).finally(() => owner.query('rollback'))
    expect(plan).toContain('files_by_creation')
    expect(plan).not.toContain('Sort')
  })

  test('the search inside the function is served by the trigram index', async () => {
    const plan = await explain(
      `select id from files where organization_id = '${home}' and search_key like '%c4ca4238a0b9%'`,
    )
    expect(plan).toContain('files_search')
  })

  test('workers find the file of a job by an index, without naming the organisation', async () => {
    for (const column of ['job_id', 'copy_job_id']) {
      const plan = await explain(`select * from files where ${column} = '${home}'`)
      expect(plan).toContain('Index Scan using files_by_')
    }
  })

  test('the janitor finds the few that are still expected by an index', async () => {
    expect(await explain(`select * from files where state = 'created' and updated_at < now()`)).toContain(
      'files_expected',
    )
  })

  test('a search finds what it should in its own organisation only', async () => {
    const opened = openDatabase({ url: database.url })
    const member = {
      userId: home,
      organizationId: home,
      superadmin: false,
      acting: false,
      permissions: new Set(['read:files'] as const),
    }
    const query = { limit: 50, offset: 0, ordering: 'name', search: '  C4CA4238A0B9 svs ' } as const
    const found = await opened.asMember({ organizationId: home }, (tx) =>
      listFiles({ tx, member, now: new Date() }, query),
    )
    await opened.close()
    expect(found).toMatchObject({ count: 1, results: [{ name: '1.svs' }] })
  })
})
