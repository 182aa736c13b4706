import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/db/database.ts'

/** /healthz: the process answers. /readyz: people can sign in (it listens only once the provider is up). */
export function registerProbes(app: FastifyInstance, database: Database): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', async (_request, reply) => {
    const ready = await answers(database)
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: ready ? 'ready' : 'waiting for the database' })
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
