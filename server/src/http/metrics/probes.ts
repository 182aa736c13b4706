import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/db/database.ts'

/** What /readyz says. */
export const readiness = {
  ready: 'ready',
  waiting: 'waiting for the database',
  /** Of a machine that only runs jobs. */
  idle: 'waiting for the worker',
} as const

/** /healthz: the process answers. /readyz: people can sign in (it listens only once the provider is up). */
export function registerProbes(
  app: FastifyInstance,
  database: Database,
  isWorking: () => boolean = () => true,
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', async (_request, reply) => {
    const state = !(await answers(database)) ? 'waiting' : isWorking() ? 'ready' : 'idle'
    return reply
      .code(state === 'ready' ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: readiness[state] })
  })
}

async function answers(database: Database): Promise<boolean> {
  try {
    await database.ping()
    return true
  } catch {
    return false
  }
}
