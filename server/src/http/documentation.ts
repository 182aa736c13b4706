import { describeApi } from '@cresyl/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { renderDocumentation } from './documentation-page.ts'

/** The API described from the same table that serves it: for programs and for people. */
export function serveDocumentation(app: FastifyInstance, origin: string, version: string): void {
  const description = describeApi(origin, version)
  const page = renderDocumentation(description)
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(description),
  )
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('Cache-Control', 'public, max-age=300').send(page),
  )
}
