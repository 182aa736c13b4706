import { type ApiDescription, describeApi } from '@cresyl/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { renderDocumentation } from './documentation-page.ts'

/** The API described from the same table that serves it: for programs and for people. Made when first asked for. */
export function serveDocumentation(app: FastifyInstance, origin: string, version: string): void {
  let description: ApiDescription | undefined
  let page: string | undefined
  const describe = () => {
    description ??= describeApi(origin, version)
    return description
  }
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(describe()),
  )
  app.get('/api/docs', async (_request, reply) => {
    page ??= renderDocumentation(describe())
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'public, max-age=300').send(page)
  })
}
