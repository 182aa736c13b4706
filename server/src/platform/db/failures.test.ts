import { createServer } from 'node:net'
import { Client, DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { isDatabaseAway, postgresError, violatedUniqueness } from './failures.ts'

function refusedBy(code: string, constraint?: string): DatabaseError {
  const error = new DatabaseError('refused', 7, 'error')
  return Object.assign(error, { code, constraint })
}

const wrapped = (cause: unknown) => new Error('Failed query', { cause: new Error('inner', { cause }) })

const withCode = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

describe('the error of PostgreSQL', () => {
  test('is found however deep it is wrapped', () => {
    const error = refusedBy('23505')
    expect(postgresError(error)).toBe(error)
    expect(postgresError(wrapped(error))).toBe(error)
  })

  test.each([undefined, null, 'text', 7, {}, new Error('other'), wrapped('text')])(
    'is not in %o',
    (other) => {
      expect(postgresError(other)).toBeUndefined()
    },
  )
})

describe('a violated uniqueness', () => {
  test('is told by the name of its index', () => {
    expect(violatedUniqueness(wrapped(refusedBy('23505', 'projects_name')))).toBe('projects_name')
  })

  test.each(['23503', '23514', '40001'])('is not what %s means', (code) => {
    expect(violatedUniqueness(refusedBy(code, 'projects_name'))).toBeUndefined()
  })

  test('is not in other errors', () => {
    expect(violatedUniqueness(new Error('duplicate key'))).toBeUndefined()
  })
})

describe('the database is away', () => {
  test.each(['57P01', '57P02', '57P03', '08006', '08001', '53300'])('when it answers %s', (code) => {
    expect(isDatabaseAway(wrapped(refusedBy(code)))).toBe(true)
  })

  test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'])('after %s', (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(true)
    expect(isDatabaseAway(wrapped(withCode(code)))).toBe(true)
  })

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('when the driver says: %s', (message) => {
    expect(isDatabaseAway(wrapped(new Error(message)))).toBe(true)
  })

  test('when nothing listens at its address', async () => {
    const error = await connectTo(await closedPort())
    expect(error).toBeInstanceOf(Error)
    expect(isDatabaseAway(error)).toBe(true)
  })

  test('when it hangs up on the first word', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const error = await connectTo(portOf(server))
    server.close()
    expect(isDatabaseAway(error)).toBe(true)
  })
})

describe('the database is there', () => {
  test.each(['23505', '42P01', '57014', '40001', '42501', '22021'])('when it refuses with %s', (code) => {
    expect(isDatabaseAway(wrapped(refusedBy(code)))).toBe(false)
  })

  test('even where the statement it refuses speaks of connections', () => {
    const error = new Error('Connection terminated', { cause: refusedBy('23505') })
    expect(isDatabaseAway(error)).toBe(false)
  })

  test.each([undefined, null, 'ECONNREFUSED', withCode('ENOENT'), new TypeError('x is not a function')])(
    'as far as %o tells',
    (other) => {
      expect(isDatabaseAway(other)).toBe(false)
    },
  )
})

async function connectTo(port: number): Promise<unknown> {
  const client = new Client({ host: '127.0.0.1', port, user: 'cresyl', database: 'cresyl' })
  client.on('error', () => {})
  return client.connect().catch((error: unknown) => error)
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
