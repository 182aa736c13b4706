import type { Config } from '../config/config.ts'
import { StartError } from '../start-error.ts'
import { isDatabaseAway, postgresError } from './failures.ts'

/** Why the database can't be used, told without the password that is in its address. */
export function describeConnectionFailure(error: unknown, { database }: Config): unknown {
  if (error instanceof StartError || database.kind === 'embedded') return error
  const refused = postgresError(error)
  if (refused === undefined && !isDatabaseAway(error)) return error
  const { host, pathname, username } = new URL(database.url)
  const reason =
    refused?.message ??
    (error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : error)
  return new StartError(
    `The database ${pathname.slice(1)} at ${host} can't be used by ${username}: ${reason}. Check DATABASE_URL and that PostgreSQL runs.`,
    { cause: error },
  )
}
