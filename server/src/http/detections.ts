import { gunzipSync } from 'node:zlib'
import { ApiError } from '@cresyl/contract/errors'
import { readDetectionTile as route } from '@cresyl/contract/inference-outputs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { locateDetections } from '../domain/inference/locate-detections.ts'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import { openStoredDetections } from '../platform/storage/stored-detections.ts'
import { bearerToken } from './access-token.ts'
import { openCall } from './call.ts'
import { authorise, type DispatchOptions } from './dispatch.ts'
import { parseRequest } from './parse.ts'

/** Tiles of detections as they are stored: a file of them never changes. */
export function serveDetections(
  app: FastifyInstance,
  context: Context,
  { authenticate }: Pick<DispatchOptions, 'authenticate'>,
): void {
  const members = new WeakMap<FastifyRequest, Member>()
  app.route({
    method: 'GET',
    url: `/api/${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    exposeHeadRoute: false,
    compress: false,
    onRequest: async (request) => {
      const member = await authenticate(bearerToken(request.headers.authorization))
      await authorise(context, 'readDetectionTile', route, member, request.id)
      members.set(request, member)
    },
    handler: async (request, reply) => {
      const member = members.get(request)
      if (member === undefined) throw new ApiError('unauthenticated')
      const parsed = parseRequest(route, request)
      const { id, key, level, x, y } = parsed.params
      const call = openCall(context, route, member, parsed, { requestId: request.id, url: request.url })
      const located = await call.read((work) => locateDetections(work, id, key))
      const etag = `"${id}-${key}-${level}-${x}-${y}"`
      reply.header('cache-control', 'private, max-age=3600').header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      const detections = await openStoredDetections(context.storage, located)
      const tile = await detections.tile(level, x, y)
      if (tile === undefined) return reply.code(204).send()
      reply.type('application/octet-stream')
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(gunzipSync(tile))
      return reply.header('content-encoding', 'gzip').send(Buffer.from(tile))
    },
  })
}
