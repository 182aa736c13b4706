import { ApiError } from '@cresyl/contract/api/errors'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { storagePrefix } from '../../platform/storage/disk/addresses.ts'

const probes = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Answers for our own names only: the identity provider builds addresses from the Host header, so another
 * one must not get that far. Pages asked for on a loopback address, or on the name that is for uploads, move to the
 * app's origin; uploads and downloads stay where they are, and nothing else is answered there.
 */
export function checkHost(app: FastifyInstance, config: Config): void {
  const origin = new URL(config.origin)
  const uploads = new URL(config.uploadOrigin).host
  const loopback = new Set([`127.0.0.1:${config.port}`, `[::1]:${config.port}`, `localhost:${config.port}`])

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const host = request.headers.host ?? ''
    if (host === origin.host || probes.has(path)) return
    const isStored = path.startsWith(storagePrefix)
    if (host === uploads && isStored) return
    const isPage =
      !isStored && !/^\/api(\/|$)/.test(path) && (request.method === 'GET' || request.method === 'HEAD')
    const isOtherName = host === uploads || (loopback.has(host) && loopback.has(origin.host))
    if (isOtherName && isPage) {
      return reply.redirect(config.origin + request.url, 308)
    }
    throw new ApiError('wrong_host')
  })
}
