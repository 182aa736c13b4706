import type { ClientBase } from 'pg'
import { StartError } from '../start-error.ts'

/** `app`: what members do, under row-level security. `system`: sign-in, membership, sealing. Neither owns a table. */
export const databaseRoles = { app: 'cresyl_app', system: 'cresyl_system' } as const

/** Makes the two roles and lets the connecting user take them on. Roles belong to the cluster, not the database. */
export async function ensureRoles(client: ClientBase): Promise<void> {
  for (const role of Object.values(databaseRoles)) {
    if (await canTakeOn(client, role)) continue
    try {
      await createRole(client, role)
    } catch (error) {
      throw new StartError(
        `The database user may not use the role ${role}: ${error instanceof Error ? error.message : error}. ` +
          `Let an administrator of the database run: create role ${role} nologin; grant ${role} to <the user of DATABASE_URL> (on PostgreSQL 16 and later: with set true).`,
      )
    }
  }
}

async function canTakeOn(client: ClientBase, role: string): Promise<boolean> {
  const exists = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (exists.rowCount === 0) return false
  const right = (await serverVersion(client)) >= 160000 ? 'SET' : 'MEMBER'
  const granted = await client.query<{ granted: boolean }>(
    'select pg_has_role(current_user, $1, $2) as granted',
    [role, right],
  )
  return granted.rows[0]?.granted === true
}

async function createRole(client: ClientBase, role: string): Promise<void> {
  // Two servers may start on one cluster at once: the loser of the race finds the role made.
  await client.query(
    `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
  )
  const withSet = (await serverVersion(client)) >= 160000 ? 'with set true' : ''
  await client.query(`grant ${role} to current_user ${withSet}`)
}

async function serverVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  )
  return Number(rows[0]?.version)
}
