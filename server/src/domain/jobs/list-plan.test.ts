import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { createMigratedDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts'
import type { Member } from '../work.ts'
import { type JobQuery, selectJobs } from './queries.ts'
import { listJobs } from './read-jobs.ts'

let cluster: TestDatabase
let owner: pg.Client
let database: Database
const home = '01938b5e-0000-7000-8000-000000000001'
const away = '01938b5e-0000-7000-8000-000000000002'

beforeAll(async () => {
  cluster = await createMigratedDatabase()
  owner = new pg.Client({ connectionString: cluster.url })
  await owner.connect()
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${home}', 'home', 'Home', '{}'), ('${away}', 'away', 'Away', '{}')`,
  )
  await owner.query(
    `insert into jobs (id, organization_id, kind, payload, max_attempts, state, finished_at, is_parent, created_at)
     select gen_random_uuid(), o.id, case when n % 10 = 0 then 'check_organization' else 'check_storage' end,
       '{}', 1, 'succeeded', now(), n % 10 = 0, now() - n * interval '1 minute'
     from organizations o, generate_series(1, 3000) n`,
  )
  await owner.query(
    `insert into jobs (id, organization_id, parent_id, kind, payload, max_attempts, state, finished_at)
     select gen_random_uuid(), p.organization_id, p.id, 'check_storage', '{}', 1, 'succeeded', now()
     from jobs p, generate_series(1, 2) where p.is_parent`,
  )
  await owner.query('vacuum analyze jobs')
  database = openDatabase({ url: cluster.url })
})

afterAll(async () => {
  await database.close()
  await owner.end()
  await cluster.drop()
})

const member: Member = {
  userId: home,
  organizationId: home,
  superadmin: false,
  acting: false,
  permissions: new Set(['update:organization_settings', 'read:audits']),
}

const page = { limit: 50, offset: 0 }

/** How the page is found, as the app role in an organisation, like a request. */
async function explain(query: JobQuery): Promise<string> {
  const { sql, params } = await database.asMember({ organizationId: home }, async (tx) =>
    selectJobs(tx, member, query).toSQL(),
  )
  await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}'`)
  try {
    const { rows } = await owner.query(`explain (analyze, costs off, timing off) ${sql}`, params)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await owner.query('rollback')
  }
}

describe('thousands of jobs with their parts beside as many of another organisation', () => {
  test('a page reads an index in order and sums up only the parts of its own jobs', async () => {
    const plan = await explain(page)
    expect(plan).toContain('jobs_by_time')
    expect(plan).toContain('jobs_by_parent')
    expect(plan).not.toMatch(/Sort|Seq Scan on jobs|Hash/)
    expect(sumsIn(plan)).toBe(5)
  })

  test('the parts of a job are found by it', async () => {
    const { rows } = await owner.query(
      `select id from jobs where is_parent and organization_id = '${home}' limit 1`,
    )
    const plan = await explain({ ...page, parent_id: rows[0].id })
    expect(plan).toContain('jobs_by_parent')
    expect(plan).not.toContain('Seq Scan on jobs')
  })

  test('are counted without their parts', async () => {
    const { count, results } = await database.asMember({ organizationId: home }, (tx) =>
      listJobs({ tx, member, now: new Date() }, { ...page, offset: 2980 }),
    )
    expect([count, results.length]).toEqual([3000, 20])
    expect(results.filter(({ children }) => children?.succeeded === 2)).toHaveLength(2)
  })
})

/** How often parts were summed up. */
function sumsIn(plan: string): number {
  return Number(/Aggregate \(actual rows=\S+ loops=(\d+)\)/.exec(plan)?.[1])
}
