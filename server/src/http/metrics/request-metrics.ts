import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../../platform/metrics/metrics.ts'

/** Counts and times every request, whoever answers it. */
export function measureRequests(app: FastifyInstance, { requests }: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    // Not in onResponse, which never comes when the client goes away.
    reply.raw.once('close', () => {
      const labels = { method: request.method, route: routeOf(request), status: statusOf(reply.raw) }
      requests.observe(labels, reply.elapsedTime / 1000)
    })
  })
}

/** The pattern, never the address: there are as many of those as people like. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'other'
  // Each file of the built app is a route, under another name after every build.
  return url.startsWith('/assets/') ? '/assets/*' : url
}

export function statusOf({ writableEnded, statusCode }: ServerResponse): string {
  return writableEnded ? `${Math.floor(statusCode / 100)}xx` : 'aborted'
}
