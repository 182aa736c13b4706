import { DatabaseError } from 'pg'
import type { Config } from '../config/config.ts'
import { StartError } from '../start-error.ts'

/** The PostgreSQL error inside what Drizzle threw, if there is one. */
export function postgresError(error: unknown): DatabaseError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DatabaseError) return each
  }
  return undefined
}

/** The name of the unique index or constraint that was violated. */
export function violatedUniqueness(error: unknown): string | undefined {
  const found = postgresError(error)
  return found?.code === '23505' ? found.constraint : undefined
}

/** Whether it had no room for what was to be written. */
export function isDatabaseFull(error: unknown): boolean {
  return postgresError(error)?.code === '53100'
}

const lostConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'])

/** Whether the database is away or shutting down, as opposed to having refused the statement. */
export function isDatabaseAway(error: unknown): boolean {
  const code = postgresError(error)?.code
  if (code !== undefined) return code.startsWith('57P') || code.startsWith('08') || code === '53300'
  for (let each = error; each instanceof Error; each = each.cause) {
    if (lostConnection.has((each as NodeJS.ErrnoException).code ?? '')) return true
    if (
      /Connection terminated|Query read timeout|timeout exceeded when trying to connect|connection error/i.test(
        each.message,
      )
    )
      return true
  }
  return false
}

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
