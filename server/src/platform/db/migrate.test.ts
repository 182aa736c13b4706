import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})

afterEach(async () => {
  await database.drop()
})

const fixture = (name: string, sql: string) => ({ name, sql, checksum: sql })

async function query(sql: string) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('migrate', () => {
  test('applies what is missing, once, in order, though several servers start at once', async () => {
    const all = (await readMigrations()).map(({ name }) => name)
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)))
    expect(applied.filter((names) => names.length > 0)).toEqual([all])
    expect(await migrate(database.url)).toEqual([])
  })

  test('applies nothing of a migration that fails, and says which', async () => {
    const broken = fixture('0001-a.sql', 'create table a (id int); select * from nothing')
    await expect(migrate(database.url, [broken])).rejects.toThrow(
      /0001-a\.sql failed.*Nothing of it was applied/,
    )
    expect(await query("select to_regclass('a') as a")).toEqual([{ a: null }])
    expect(await migrate(database.url, [fixture('0001-a.sql', 'create table a (id int)')])).toEqual([
      '0001-a.sql',
    ])
  })

  test('refuses a migration that was changed after it had been applied', async () => {
    await migrate(database.url, [fixture('0001-a.sql', 'select 1')])
    await expect(migrate(database.url, [fixture('0001-a.sql', 'select 2')])).rejects.toThrow(
      /was changed after/,
    )
  })

  test('refuses a database of a version before 0.1, and leaves it as it is', async () => {
    await migrate(database.url, [
      fixture('0001-organizations-and-people.sql', 'create table organizations (id int)'),
      fixture('0002-identity.sql', 'select 1'),
    ])
    await expect(migrate(database.url)).rejects.toThrow(
      /made by a version of Cresyl before 0\.1.*Start with an empty data folder/,
    )
    expect(await query('select name from migrations order by name')).toEqual([
      { name: '0001-organizations-and-people.sql' },
      { name: '0002-identity.sql' },
    ])
  })

  test('refuses a database of a newer version', async () => {
    await migrate(database.url, [fixture('0001-a.sql', 'select 1'), fixture('0002-b.sql', 'select 1')])
    await expect(migrate(database.url, [fixture('0001-a.sql', 'select 1')])).rejects.toThrow(
      /newer version of Cresyl/,
    )
  })
})
