import { basename } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { chunkAt, decodeOutputTile, levelsOfChunk, levelsOfOutput, pixelOutputs } from '@cresyl/analysis'
import { ApiError } from '@cresyl/contract/errors'
import { readChunkTile as route } from '@cresyl/contract/inference-outputs'
import { shuffleBytes } from '@cresyl/slides'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chunkName } from '../domain/inference/chunk-objects.ts'
import { locateChunks } from '../domain/inference/locate-chunks.ts'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import { readStoredTile } from '../platform/storage/stored-chunks.ts'
import { bearerToken } from './access-token.ts'
import { openCall } from './call.ts'
import { authorise, type DispatchOptions } from './dispatch.ts'
import { parseRequest } from './parse.ts'

const compress = promisify(gzip)

/** Tiles of runs that are under way, out of the chunks that are done, in the form that tiles of images have. */
export function serveChunkTiles(
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
      await authorise(context, 'readChunkTile', route, member, request.id)
      members.set(request, member)
    },
    handler: async (request, reply) => {
      const member = members.get(request)
      if (member === undefined) throw new ApiError('unauthenticated')
      const parsed = parseRequest(route, request)
      const { id, key, ...place } = parsed.params
      const { plane: channel } = parsed.query
      const call = openCall(context, route, member, parsed, { requestId: request.id, url: request.url })
      const { run, manifest, plan, folder, isRunning } = await call.read((work) => locateChunks(work, id))
      const output = pixelOutputs(manifest).find((each) => each.key === key)
      if (output === undefined)
        throw new ApiError('not_found', { detail: 'This run makes no picture of that name.' })
      if (!isRunning || place.level >= levelsOfChunk(plan)) throw notReady()
      const level = levelsOfOutput(plan)[place.level]
      if (!level || place.x * level.tileWidth >= level.width || place.y * level.tileHeight >= level.height)
        throw new ApiError('not_found', { detail: 'The output has no such tile.' })
      const { organizationId } = run
      // Who has seen it may show it again, but what is computed anew, by another version or of another image, is asked for.
      const etag = `"${basename(folder)}-${key}-${channel}-${place.level}-${place.x}-${place.y}"`
      reply.header('cache-control', 'private, no-cache').header('etag', etag)
      const path = `${folder}/${chunkName(chunkAt(plan, place))}`
      const tile = { output: key, channel, ...place }
      const bytes = await readStoredTile(context.storage, { organizationId, path }, tile)
      if (bytes === null) throw notReady()
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      if (bytes === undefined) return reply.code(204).send()
      if (output.kind === 'image' && output.pixels === 'rgb')
        return reply.type('image/jpeg').send(Buffer.from(bytes))
      const values = Uint16Array.from(await decodeOutputTile(plan, output, place, bytes))
      reply
        .type('application/octet-stream')
        .header('plane-window', '0 65535')
        .header('vary', 'Accept-Encoding')
      const plain = Buffer.from(shuffleBytes(values))
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
      return reply.header('content-encoding', 'gzip').send(await compress(plain))
    },
  })
}

const notReady = () =>
  new ApiError('not_ready', { detail: 'This part of the run is not done, or is done and put together.' })
