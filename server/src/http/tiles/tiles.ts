import { ApiError } from '@cresyl/contract/api/errors'
import { pictureRoutes } from '@cresyl/contract/streamed-routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Member } from '../../domain/work.ts'
import { parseRequest } from '../bodies/parse.ts'
import type { Entry } from '../dispatch.ts'
import { pictureToken } from '../guards/access-token.ts'
import { type PictureReply, type PictureRequest, pictureHeaders, type TileReplies } from './tile-replies.ts'

export interface TileRouteParts extends Entry {
  replies: TileReplies
  answered(how: PictureReply['how'] | 'refused', bytes: number): void
  /** What came at once is out of our hands. */
  sent(bytes: Uint8Array): void
}

/** Tiles and thumbnails, as bytes: past the ordinary path of requests, with the same rights and errors. */
export function serveTiles(app: FastifyInstance, parts: TileRouteParts): void {
  const { replies } = parts
  servePicture(app, parts, 'readTile', (request, asked) => {
    const { params, query } = parseRequest(pictureRoutes.readTile, request)
    const { imageId, zoom: level, x, y } = params
    return replies.tile({ ...asked, address: { imageId, level, x, y }, query })
  })
  servePicture(app, parts, 'readThumbnail', (request, asked) => {
    const { params, query } = parseRequest(pictureRoutes.readThumbnail, request)
    return replies.thumbnail({ ...asked, imageId: params.imageId, query })
  })
}

function servePicture(
  app: FastifyInstance,
  { authenticate, authorise, answered }: TileRouteParts,
  name: 'readTile' | 'readThumbnail',
  answer: (request: FastifyRequest, asked: PictureRequest) => Promise<PictureReply>,
): void {
  const route = pictureRoutes[name]
  const members = new WeakMap<FastifyRequest, Member>()
  app.route({
    // Both by name: the HEAD route that Fastify adds by itself says that there are 0 bytes.
    method: ['GET', 'HEAD'],
    url: `/api/${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    compress: false,
    onRequest: async (request) => {
      const { token } = request.query as Record<string, unknown>
      const member = await authenticate(pictureToken(request.headers.authorization, token))
      await authorise(name, route, member, request.id)
      members.set(request, member)
    },
    handler: async (request, reply) => {
      const member = members.get(request)
      if (member === undefined) throw new ApiError('unauthenticated')
      const signal = signalOf(reply)
      try {
        const picture = await answer(request, { member, headers: request.headers, signal })
        answered(picture.how, picture.bytes?.byteLength ?? 0)
        return send(reply, picture, request.method === 'HEAD')
      } catch (error) {
        if (signal().aborted) return reply.hijack()
        answered('refused', 0)
        throw error
      }
    },
  })
}

/** Aborted when the client goes away. */
function signalOf({ raw }: FastifyReply): () => AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  return () => controller.signal
}

function send(
  reply: FastifyReply,
  { status, headers, bytes }: PictureReply,
  headOnly: boolean,
): FastifyReply {
  for (const pairs of [pictureHeaders, headers]) {
    for (let i = 0; i < pairs.length; i += 2) reply.header(pairs[i] ?? '', pairs[i + 1])
  }
  reply.code(status)
  return headOnly || bytes === null ? reply.send() : reply.send(bytes)
}
