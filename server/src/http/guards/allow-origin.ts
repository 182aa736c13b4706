import type { FastifyInstance } from 'fastify'

const preflightSeconds = 7200

/** The app is on another origin than its uploads; no other page may use them or read what they answer. */
export function allowOrigin(scope: FastifyInstance, origin: string): void {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('Vary', 'Origin')
    if (request.headers.origin !== origin) return
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'ETag, Content-Range, Accept-Ranges',
    })
    if (request.method !== 'OPTIONS') return
    reply.headers({
      'Access-Control-Allow-Methods': 'PUT, GET, HEAD',
      'Access-Control-Allow-Headers': 'Content-Type, Range, If-Range',
      'Access-Control-Max-Age': String(preflightSeconds),
    })
  })
}
