import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Tx } from '../../platform/db/database.ts'
import { planOfFunction } from '../../platform/db/test-plan-of-function.ts'
import { createMigratedDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts'
import { countFiles, type FileQuery, selectFiles } from './queries.ts'
import { listFiles } from './read-files.ts'

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
    `insert into files (id, organization_id, name, search_key, media_type, size, path, state, created_at, updated_at)
     select gen_random_uuid(), o.id, n || '.svs', md5(n::text) || '.svs', 'svs', n, 'files/' || n,
       case when n % 400 = 0 then 'created' else 'stored' end,
       now() - n * interval '1 minute', now() - n * interval '1 minute'
     from organizations o, generate_series(1, 4000) n`,
  )
  // New entries of a GIN index wait in a list that only a vacuum sorts in.
  await owner.query('vacuum analyze files')
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
const newest: FileQuery = { limit: 50, offset: 0, ordering: '-created_at' }

async function explain(sql: string, values: unknown[] = []): Promise<string> {
  const { rows } = await owner.query(`explain (costs off) ${sql}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** How the database goes about what the list asks it, and about counting. */
async function plansOf(query: Partial<FileQuery>): Promise<{ page: string; count: string }> {
  const asked: { sql: string; values: unknown[] }[] = []
  const logger = { logQuery: (sql: string, values: unknown[]) => void asked.push({ sql, values }) }
  await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}'`)
  try {
    const tx = drizzle(owner, { logger }) as Tx
    await selectFiles(tx, member, { ...newest, ...query })
    await countFiles(tx, member, { ...newest, ...query })
    const [page = '', count = ''] = [await explainAsked(asked[0]), await explainAsked(asked.at(-1))]
    return { page, count }
  } finally {
    await owner.query('rollback')
  }
}

const explainAsked = (asked: { sql: string; values: unknown[] } | undefined) =>
  explain(asked?.sql ?? '', asked?.values)

describe('thousands of files beside as many of another organisation', () => {
  test.each([
    ['-created_at', 'files_by_creation'],
    ['created_at', 'files_by_creation'],
    ['name', 'files_by_name'],
    ['-name', 'files_by_name'],
    ['-size', 'files_by_size'],
    ['-updated_at', 'files_by_update'],
  ] as const)(
    'the list by %s reads an index in order instead of sorting everything',
    async (ordering, index) => {
      const { page } = await plansOf({ ordering })
      // The page itself is put in order once more.
      const chosen = page.slice(page.indexOf('Limit'))
      expect(chosen).toContain(index)
      expect(chosen).not.toMatch(/-> +Sort/)
      expect(chosen).not.toContain('Seq Scan on files')
    },
  )

  test.each([
    ['status', { status: ['uploading', 'failed'] }, 'files_by_status'],
    ['whose they are', { mine: true }, 'files_by_author'],
  ] as const)('those chosen by %s are found and counted by an index', async (_, query, index) => {
    const { page, count } = await plansOf(query as Partial<FileQuery>)
    for (const plan of [page, count]) {
      expect(plan).toContain(index)
      expect(plan).not.toContain('Seq Scan on files')
    }
  })

  test('those of a project are found by their ids and counted from what is kept', async () => {
    const { page, count } = await plansOf({ project_id: [away] })
    expect(page).not.toContain('Seq Scan on files')
    expect(count).toContain('slide_counts')
    expect(count).not.toMatch(/Scan (using \S+ )?on (files|slides)(?!_)/)
  })

  test('only words that few names have are looked up in the index of words', async () => {
    for (const search of ['c4ca4238a0b9', 'c4ca4238a0b9 svs']) {
      expect((await plansOf({ search })).page).toContain('files_matching')
    }
    for (const search of ['.svs', 'tif a1']) {
      expect((await plansOf({ search })).page).not.toContain('files_matching')
    }
  })

  test('the search inside the function is served by the trigram index', async () => {
    const plan = await explain(
      `select id from files where organization_id = '${home}' and search_key like '%c4ca4238a0b9%'`,
    )
    expect(plan).toContain('files_search')
  })

  test('of two words the index finds both', async () => {
    const plan = await planOfFunction(owner, 'files_matching', home, ['%c4ca4238%', '%a0b9%'])
    expect(plan).toContain('files_search')
    expect(plan).toMatch(/Index Cond: .*c4ca4238.* AND .*a0b9/)
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
    const find = (search: string) =>
      opened.asMember({ organizationId: home }, (tx) =>
        listFiles({ tx, member, now: new Date() }, { ...newest, ordering: 'name', search }),
      )
    expect(await find('  C4CA4238A0B9 svs ')).toMatchObject({ count: 1, results: [{ name: '1.svs' }] })
    expect(await find('SVS')).toMatchObject({ count: 4000 })
    expect(await find('c4 .sv')).toMatchObject({ results: expect.arrayContaining([expect.anything()]) })
    expect(await find('zz svs')).toMatchObject({ count: 0 })
    await opened.close()
  })
})

describe('a project with thousands of files', () => {
  const project = '01938b5e-0000-7000-8000-0000000000aa'
  const elsewhere = '01938b5e-0000-7000-8000-0000000000bb'

  // Of ten, one is still read, one has a slide that was moved out and one a slide that was deleted; as many were moved in.
  beforeAll(async () => {
    await owner.query(
      `insert into projects (id, organization_id, name, name_key, search_key) values
         ('${project}', '${home}', 'Large', 'large', 'large'), ('${elsewhere}', '${home}', 'Other', 'other', 'other');
       create temporary table made as
         select gen_random_uuid() as id, gen_random_uuid() as file_id, gen_random_uuid() as image_id, n
         from generate_series(1, 5000) n;
       insert into files (id, organization_id, name, search_key, media_type, size, path, state, reading_state, project_id, created_at)
         select file_id, '${home}', 'large ' || n, 'large ' || n, 'svs', n, 'large/' || n, 'stored',
           case when n % 10 = 0 then 'reading' else 'ready' end,
           case when n % 10 = 3 then '${elsewhere}' else '${project}' end::uuid, now() - n * interval '1 hour' from made;
       begin;
       insert into slides (id, organization_id, file_id, name, search_key, image_id, source_image_id, project_id, deleted_at)
         select id, '${home}', file_id, n::text, n::text, image_id, image_id,
           case when n % 10 = 1 then '${elsewhere}' else '${project}' end::uuid, case when n % 10 = 2 then now() end
         from made where n % 10 > 0;
       insert into images (id, organization_id, slide_id, file_id, kind)
         select image_id, '${home}', id, file_id, 'source' from made where n % 10 > 0;
       commit`,
    )
    for (const table of ['files', 'slides']) await owner.query(`vacuum analyze ${table}`)
  })

  const listed = (project_id: string[], query: Partial<FileQuery> = {}) => {
    const opened = openDatabase({ url: database.url })
    return opened
      .asMember({ organizationId: home }, (tx) =>
        listFiles({ tx, member, now: new Date() }, { ...newest, limit: -1, ...query, project_id }),
      )
      .finally(() => opened.close())
  }

  test('lists and counts those that are in it now, one by one', async () => {
    const inProject = Array.from({ length: 5000 }, (_, index) => index + 1).filter((n) => n % 10 !== 1)
    const { count, results } = await listed([project])
    expect(count).toBe(inProject.length)
    expect(results.map(({ name }) => name)).toEqual(
      inProject.slice(0, results.length).map((n) => `large ${n}`),
    )
    const last = await listed([project], { offset: count - 1 })
    expect(last.results.map(({ name }) => name)).toEqual(['large 5000'])
    expect(await listed([project], { offset: count })).toEqual({ count, results: [] })
  })

  test('counts the same with another filter and in several projects', async () => {
    expect(await listed([project], { status: ['reading'] })).toMatchObject({ count: 500 })
    expect(await listed([elsewhere])).toMatchObject({ count: 500, results: { length: 500 } })
    expect(await listed([project, elsewhere])).toMatchObject({ count: 5000 })
  })

  test('is gone through in order, with its files kept in mind', async () => {
    await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}'`)
    try {
      const asked: { sql: string; values: unknown[] }[] = []
      const logger = { logQuery: (sql: string, values: unknown[]) => void asked.push({ sql, values }) }
      await selectFiles(
        drizzle(owner, { logger }) as Tx,
        member,
        { ...newest, project_id: [project] },
        { total: 4500 },
      )
      const plan = await explainAsked(asked[0])
      expect(plan).toContain('files_by_creation')
      expect(plan).toContain('hashed SubPlan')
      expect(plan).not.toContain('Sort')
    } finally {
      await owner.query('rollback')
    }
  })
})
