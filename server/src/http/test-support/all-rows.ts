import type pg from 'pg'

type Rows = Record<string, unknown[]>

/** All rows of all tables, but for the columns that say when someone was last seen. */
export async function allRows(owner: pg.Client): Promise<Rows> {
  return readTables(owner, await tablesWith(owner, '%'), 'true')
}

/** The same of one organisation, as far as rows tell whose they are. */
export async function rowsOf(owner: pg.Client, organizationId: string): Promise<Rows> {
  const tables = await tablesWith(owner, 'organization_id')
  return readTables(owner, tables, `organization_id = '${organizationId}'`)
}

async function tablesWith(owner: pg.Client, column: string): Promise<string[]> {
  const { rows } = await owner.query(
    `select distinct table_name as name from information_schema.columns join pg_tables on tablename = table_name
     where table_schema = 'public' and schemaname = 'public' and column_name like $1 order by 1`,
    [column],
  )
  return rows.map(({ name }) => name)
}

/** In one statement: there are many tables, and most are small. */
async function readTables(owner: pg.Client, tables: string[], condition: string): Promise<Rows> {
  const selects = tables.map(
    (table) => `select '${table}' as name, coalesce(jsonb_agg(row order by row), '[]') as rows from (
      select to_jsonb(t) - '{last_seen_at,last_used_at}'::text[] as row from "${table}" t where ${condition}) each`,
  )
  const { rows } = await owner.query(selects.join(' union all '))
  return Object.fromEntries(rows.map((table) => [table.name, table.rows]))
}
