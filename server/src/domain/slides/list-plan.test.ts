import { listSlides } from '@cresyl/contract/slides/slides'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenedTx } from '../../platform/db/test-owner.ts'
import { planOfFunction } from '../../platform/db/test-plan-of-function.ts'
import { createMigratedDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts'
import { countSlides, findNames, type SlideQuery, selectSlides } from './queries.ts'

let database: TestDatabase
let owner: pg.Client
const home = '01938b5e-0000-7000-8000-000000000001'
const away = '01938b5e-0000-7000-8000-000000000002'

beforeAll(async () => {
  database = await createMigratedDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${home}', 'home', 'Home', '{}'), ('${away}', 'away', 'Away', '{}');
     create temporary table made as
       select gen_random_uuid() as id, gen_random_uuid() as file_id, gen_random_uuid() as image_id, o.id as organization_id, n
       from organizations o, generate_series(1, 4000) n;
     insert into files (id, organization_id, name, search_key, media_type, size, path, state)
       select file_id, organization_id, n || '.svs', n || '.svs', 'svs', n, 'files/' || n, 'stored' from made;
     begin;
     insert into slides (id, organization_id, file_id, name, search_key, image_id, source_image_id, created_at, deleted_at)
       select id, organization_id, file_id, n::text, md5(n::text), image_id, image_id, now() - n * interval '1 minute',
         case when n % 50 = 0 then now() end from made;
     insert into images (id, organization_id, slide_id, file_id, kind)
       select image_id, organization_id, id, file_id, 'source' from made;
     commit`,
  )
  // New entries of a GIN index wait in a list that only a vacuum sorts in.
  for (const table of ['files', 'slides', 'images']) await owner.query(`vacuum analyze ${table}`)
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

const everything = listSlides.query.parse({})

async function explain(sql: string, values: unknown[] = []): Promise<string> {
  const { rows } = await owner.query(`explain (costs off) ${sql}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('thousands of slides beside as many of another organisation', () => {
  test.each([
    ['s.created_at desc', 'slides_by_creation'],
    ['s.updated_at desc', 'slides_by_update'],
    ['s.search_key', 'slides_by_name'],
  ])('the list in the order %s reads an index instead of sorting everything', async (order, index) => {
    await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}'`)
    const plan = await explain(
      `select s.*, i.width, f.size from slides s
       join images i on i.organization_id = s.organization_id and i.id = s.source_image_id
       join files f on f.organization_id = s.organization_id and f.id = s.file_id
       where s.deleted_at is null order by ${order}, s.id limit 50`,
    ).finally(() => owner.query('rollback'))
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  })

  test('the search inside the function is served by the trigram index', async () => {
    const plan = await explain(
      `select id from slides where organization_id = '${home}' and search_key like '%c4ca4238a0b9%'`,
    )
    expect(plan).toContain('slides_search')
  })

  test('of two words the index finds both', async () => {
    const plan = await planOfFunction(owner, 'slides_matching', home, ['%c4ca4238%', '%a0b9%'])
    expect(plan).toContain('slides_search')
    expect(plan).toMatch(/Index Cond: .*c4ca4238.* AND .*a0b9/)
  })

  test('a page of those whose names have a common word is found in order', async () => {
    const asked: { sql: string; values: unknown[] }[] = []
    await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}'`)
    try {
      const tx = listenedTx(owner, (sql, values) => void asked.push({ sql, values }))
      await selectSlides(tx, { ...everything, search: 'a' }, 'many')
      const plan = await explain(asked[0]?.sql ?? '', asked[0]?.values)
      expect(plan).toContain('slides_by_creation')
      expect(plan).not.toMatch(/Sort|Seq Scan/)
    } finally {
      await owner.query('rollback')
    }
  })

  test.each([
    ['a word that many have', { search: 'a' }],
    ['two of them', { search: 'a b' }],
    ['a short word that few have', { search: 'ab0' }],
    ['two letters', { search: '0f' }],
    ['a short word that none has', { search: 'zz' }],
    ['a word among the deleted', { search: 'a', state: 'deleted' }],
    ['a word beside another filter', { search: 'a', unsorted: true }],
    ['a tissue or none', { tissue_id: [home], without_tissue: true }],
    ['a stain or none', { stainer_id: [home], without_stainer: true }],
  ] as const)('by %s all that are there are found, and as many are counted', async (_, filter) => {
    const query = { ...everything, limit: 2000, ...filter } as SlideQuery
    await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${home}';
      set local app.deleted = '${query.state === 'deleted' ? 'shown' : ''}'`)
    try {
      const tx = listenedTx(owner, () => {})
      const names = await findNames(tx, query)
      const { rows } = await owner.query(
        `select name from slides where (deleted_at is not null) = $1 and search_key like all ($2::text[]) order by created_at desc`,
        [query.state === 'deleted', query.search?.split(' ').map((word) => `%${word}%`) ?? []],
      )
      expect(await countSlides(tx, query, names)).toBe(rows.length)
      const found = await selectSlides(tx, query, names)
      expect(found.map(({ slide }) => slide.name)).toEqual(rows.slice(0, 2000).map(({ name }) => name))
    } finally {
      await owner.query('rollback')
    }
  })

  test('the purge finds the few that were deleted by an index', async () => {
    expect(await explain('select id from slides where deleted_at < now()')).toContain('slides_deleted')
  })
})
