import { ApiError } from '@cresyl/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'

const probes = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Answers for our own names only: the identity provider builds addresses from the Host header, so another
 * one must not get that far. Pages asked for on a loopback address move to the app's origin.
 */
export function checkHost(app: FastifyInstance, config: Config): void {
  const origin = new URL(config.origin)
  const own = new Set([origin.host, new URL(config.uploadOrigin).host])
  const loopback = new Set([`127.0.0.1:${config.port}`, `[::1]:${config.port}`, `localhost:${config.port}`])

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const host = request.headers.host ?? ''
    if (host === origin.host || probes.has(path)) return
    const isPage = !/^\/(api|storage\/)/.test(path) && (request.method === 'GET' || request.method === 'HEAD')
    if (loopback.has(host) && loopback.has(origin.host) && isPage) {
      return reply.redirect(config.origin + request.url, 308)
    }
    if (!own.has(host)) throw new ApiError('wrong_host')
  })
}
