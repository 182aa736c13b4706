import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import { createMigratedDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts'
import { type FileQuery, selectFiles } from './queries.ts'

let database: TestDatabase
let owner: pg.Client
const home = '01938b5e-0000-7000-8000-000000000001'
const project = '01938b5e-0000-7000-8000-000000000002'

beforeAll(async () => {
  database = await createMigratedDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${home}', 'home', 'Home', '{}')`,
  )
  await owner.query(
    `insert into projects (id, organization_id, name, name_key, search_key) values ('${project}', '${home}', 'p', 'p', 'p')`,
  )
  await owner.query(
    `insert into files (id, organization_id, name, search_key, media_type, size, path, state, project_id)
     select gen_random_uuid(), '${home}', n || '.svs', n || '.svs', 'svs', n, 'files/' || n, 'stored', '${project}'
     from generate_series(1, 200) n`,
  )
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
const member = {
  userId: home,
  organizationId: home,
  superadmin: false,
  acting: false,
  permissions: new Set(['read:files'] as const),
}

/** Pages of tables and indexes that the database looked at. */
async function pagesRead({ sql, values }: { sql: string; values: unknown[] }): Promise<number> {
  const { rows } = await owner.query(`explain (analyze, buffers, format json) ${sql}`, values)
  return rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks']
}

test('files that nobody has counted yet are not looked at once for each of the others', async () => {
  const query: FileQuery = { limit: -1, offset: 0, ordering: '-created_at', project_id: [project] }
  const asked: { sql: string; values: unknown[] }[] = []
  const logger = { logQuery: (sql: string, values: unknown[]) => void asked.push({ sql, values }) }
  await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}'`)
  const rows = await selectFiles(drizzle(owner, { logger }) as Tx, member, query)
  let read = 0
  for (const each of asked) read += await pagesRead(each)
  await owner.query('rollback')
  expect(rows).toHaveLength(200)
  expect(read).toBeLessThan(100_000)
})
