import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../config/config.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { StartError } from '../start-error.ts'
import { checkConnections, connectionsNeeded } from './connections.ts'

const needed = (environment: Record<string, string>) =>
  connectionsNeeded(parseConfig({ CRESYL_WORKER_JOBS: '4', ...environment }, '/srv/cresyl'))

const external = { DATABASE_URL: 'postgres://localhost/cresyl' }

describe('the connections that the processes of a machine need', () => {
  test.each([
    ['one API process and a worker', {}, 11 + 9 + 10],
    ['more API processes', { CRESYL_API_PROCESSES: '3' }, 33 + 9 + 10],
    ['a worker with more jobs', { CRESYL_WORKER_JOBS: '20' }, 11 + 25 + 10],
    ['API processes only', { CRESYL_ROLES: 'api', CRESYL_API_PROCESSES: '2' }, 22 + 10],
    ['a worker only', { ...external, CRESYL_ROLES: 'worker', CRESYL_API_PROCESSES: '2' }, 9 + 10],
  ])('%s', (_machine, environment, count) => {
    expect(needed(environment)).toBe(count)
  })
})

describe('at the start', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
  })

  afterAll(async () => {
    await database.drop()
  })

  test('a database that takes enough of them is fine', async () => {
    const config = parseConfig({ CRESYL_WORKER_JOBS: '1' }, '/srv/cresyl')
    await expect(checkConnections(database.url, config)).resolves.toBeUndefined()
  })

  test('one that does not is refused with what to change', async () => {
    const config = parseConfig({ CRESYL_API_PROCESSES: '64', CRESYL_WORKER_JOBS: '256' }, '/srv/cresyl')
    const check = checkConnections(database.url, config)
    await expect(check).rejects.toBeInstanceOf(StartError)
    await expect(check).rejects.toThrow(
      /^The database takes \d+ connections at most; Cresyl needs 975 here\. Raise max_connections of PostgreSQL, or lower CRESYL_API_PROCESSES or CRESYL_WORKER_JOBS\.$/,
    )
  })
})
