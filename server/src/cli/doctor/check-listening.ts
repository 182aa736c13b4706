import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Config } from '../../platform/config/config.ts'
import { directUrlOf } from '../../platform/db/connections.ts'
import { type Finding, findingsAbout, reasonOf } from './finding.ts'

const { ok, problem } = findingsAbout('notifications')
const channel = 'cresyl_doctor'
const patience = 3000

/** Says something on one connection and hears it on another: through a pooler that shares connections it isn't. */
export async function checkListening(saying: pg.ClientBase, config: Config, url: string): Promise<Finding> {
  const listening = new pg.Client({
    connectionString: directUrlOf(config, url),
    application_name: 'cresyl doctor',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  listening.on('error', () => {})
  try {
    await listening.connect()
    const word = randomBytes(8).toString('hex')
    const heard = new Promise<boolean>((resolve) => {
      listening.on('notification', ({ payload }) => payload === word && resolve(true))
      setTimeout(resolve, patience, false)
    })
    await listening.query(`listen ${channel}`)
    await saying.query('select pg_notify($1, $2)', [channel, word])
    if (await heard) return ok('what one process announces, the others hear')
    return problem(
      'Notifications of the database do not arrive, so jobs start late and pages stay out of date. The connection goes through a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself.',
    )
  } catch (error) {
    return problem(
      `Notifications of the database can't be tried: ${reasonOf(error)}. Check DATABASE_DIRECT_URL.`,
    )
  } finally {
    await listening.end().catch(() => {})
  }
}
