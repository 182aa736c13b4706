import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMigratedDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { databaseRoles } from './roles.ts'
import * as schema from './schema/index.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createMigratedDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

const tables = Object.values(schema).filter((each) => is(each, PgTable))

async function rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  return (await owner.query<Row>(sql)).rows
}

describe('the tables', () => {
  test('are the ones the code knows', async () => {
    const found = await rows<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    )
    expect(found.map(({ name }) => name)).toEqual([...tables.map(getTableName), 'migrations'].sort())
  })

  test.each(tables.map((table) => [getTableName(table), table] as const))(
    '%s has the columns the code knows, as nullable as it thinks',
    async (name, table) => {
      const found = await rows<{ name: string; type: string; nullable: string }>(
        `select column_name as name, udt_name as type, is_nullable as nullable
         from information_schema.columns where table_schema = 'public' and table_name = '${name}'`,
      )
      const known = getTableConfig(table).columns.map((column) => ({
        name: column.name,
        type: postgresName(column.getSQLType()),
        nullable: column.notNull ? 'NO' : 'YES',
      }))
      const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
      expect(found.sort(byName)).toEqual(known.sort(byName))
    },
  )

  test('all have row-level security and a policy', async () => {
    const open = await rows(
      `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and relname <> 'migrations'
         and (not relrowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid))`,
    )
    expect(open).toEqual([])
  })

  test('of an organisation are limited to it for the app', async () => {
    const unlimited = await rows(
      `select t.table_name from information_schema.columns t
       where t.table_schema = 'public' and t.column_name = 'organization_id'
         and not exists (
           select from pg_policies p where p.tablename = t.table_name and '${databaseRoles.app}' = any (p.roles)
             and p.permissive = 'PERMISSIVE' and p.qual = '(organization_id = current_organization())')`,
    )
    expect(unlimited).toEqual([])
  })

  test('belong to neither role', async () => {
    const owned = await rows(
      `select tablename from pg_tables where schemaname = 'public'
         and tableowner in ('${databaseRoles.app}', '${databaseRoles.system}')`,
    )
    expect(owned).toEqual([])
  })

  test('of the audit log can only be added to', async () => {
    const rights = await rows<{ privilege_type: string }>(
      `select distinct privilege_type from information_schema.role_table_grants
       where table_name = 'audits' and grantee in ('${databaseRoles.app}', '${databaseRoles.system}') order by 1`,
    )
    expect(rights.map(({ privilege_type }) => privilege_type)).toEqual(['INSERT', 'SELECT'])
  })
})

describe('the foreign keys', () => {
  test('between tables of an organisation hold the organisation on both sides', async () => {
    const loose = await rows(
      `select c.conname from pg_constraint c
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace
         and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'organization_id')
         and exists (select from pg_attribute a where a.attrelid = c.confrelid and a.attname = 'organization_id')
         and not exists (
           select from unnest(c.conkey, c.confkey) as k (here, there)
           join pg_attribute h on h.attrelid = c.conrelid and h.attnum = k.here and h.attname = 'organization_id'
           join pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.there and t.attname = 'organization_id')`,
    )
    expect(loose).toEqual([])
  })
})

describe('the functions that run as the owner', () => {
  test('have a fixed search path and are for the app alone', async () => {
    const found = await rows<{ proname: string; proconfig: string[]; acl: string }>(
      `select proname, proconfig, proacl::text as acl from pg_proc
       where pronamespace = 'public'::regnamespace and prosecdef`,
    )
    expect(found.length).toBeGreaterThan(0)
    for (const each of found) {
      expect(each.proconfig, each.proname).toContain('search_path=public, pg_temp')
      expect(each.acl, each.proname).toContain(`${databaseRoles.app}=X`)
      expect(each.acl, each.proname).not.toMatch(/[{,]=X/)
    }
  })
})

function postgresName(type: string): string {
  const names: Record<string, string> = {
    integer: 'int4',
    bigint: 'int8',
    smallint: 'int2',
    boolean: 'bool',
    real: 'float4',
    'double precision': 'float8',
    'integer[]': '_int4',
    'double precision[]': '_float8',
    'smallint[]': '_int2',
    'text[]': '_text',
    'uuid[]': '_uuid',
    'timestamp with time zone': 'timestamptz',
  }
  return names[type] ?? type
}
