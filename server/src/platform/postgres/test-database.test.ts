import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { databaseRoles, ensureRoles } from '../db/roles.ts'
import { createMigratedDatabase, createTestDatabase } from './test-database.ts'

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

test('test databases are empty, apart from each other, and owned by a role without superuser rights', async () => {
  const first = await createTestDatabase()
  const second = await createTestDatabase()
  const client = await connect(first.url)
  await client.query('create table note (text text)')
  const other = await connect(second.url)
  await expect(other.query('select * from note')).rejects.toThrow('does not exist')
  const { rows } = await client.query(
    `select rolcanlogin, rolcreaterole, rolcreatedb, rolsuper,
            datdba = pg_roles.oid as owner, pg_encoding_to_char(encoding) as encoding
     from pg_roles join pg_database on datname = current_database() where rolname = current_user`,
  )
  expect(rows).toEqual([
    {
      rolcanlogin: true,
      rolcreaterole: true,
      rolcreatedb: true,
      rolsuper: false,
      owner: true,
      encoding: 'UTF8',
    },
  ])
  await client.end()
  await other.end()
  await Promise.all([first.drop(), second.drop()])
})

test('migrated databases lack nothing that migrating brings, and are apart from each other', async () => {
  const [first, second] = await Promise.all([createMigratedDatabase(), createMigratedDatabase()])
  expect(await migrate(first.url)).toEqual([])
  const client = await connect(first.url)
  await client.query('create table note (text text)')
  const other = await connect(second.url)
  await expect(other.query('select * from note')).rejects.toThrow('does not exist')
  expect((await other.query('select * from projects')).rows).toEqual([])
  await client.end()
  await other.end()
  await Promise.all([first.drop(), second.drop()])
})

test('several owners on one cluster can take on the same database roles', async () => {
  const databases = await Promise.all(Array.from({ length: 4 }, createTestDatabase))
  for (const database of databases) {
    const client = await connect(database.url)
    await ensureRoles(client)
    const role = databaseRoles.app
    await client.query(`set role ${role}`)
    expect((await client.query('select current_user as role')).rows).toEqual([{ role }])
    await client.end()
  }
  await Promise.all(databases.map((database) => database.drop()))
})

test('dropping ends connections that are still open, and the role goes too', async () => {
  const database = await createTestDatabase()
  const client = await connect(database.url)
  await database.drop()
  await expect(client.query('select 1')).rejects.toThrow()
  await expect(connect(database.url)).rejects.toThrow(/password authentication failed|does not exist/)
  await client.end().catch(() => {})
})
