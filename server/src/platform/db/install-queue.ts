import type { ClientBase } from 'pg'
import { PgBoss } from 'pg-boss'
import { databaseRoles } from './roles.ts'

/** The tables of pg-boss live beside ours and belong to the same owner; the system role may use them. */
export const queueSchema = 'pgboss'

/** Makes the tables of pg-boss or brings them up to date. The caller keeps others from doing so at once. */
export async function installQueue(client: ClientBase): Promise<void> {
  const boss = new PgBoss({
    schema: queueSchema,
    db: { executeSql: (text, values) => client.query(text, values) },
    migrate: true,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
  const { system } = databaseRoles
  await client.query(`grant usage on schema ${queueSchema} to ${system};
    grant select, insert, update, delete on all tables in schema ${queueSchema} to ${system};
    grant execute on all functions in schema ${queueSchema} to ${system}`)
}
