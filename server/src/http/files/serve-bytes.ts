import { ApiError } from '@cresyl/contract/api/errors'
import { type StreamedRouteName, streamedRoutes } from '@cresyl/contract/streamed-routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { parseRequest } from '../bodies/parse.ts'
import { type Call, openCall } from '../call.ts'
import type { Entry } from '../dispatch.ts'
import { bearerToken } from '../guards/access-token.ts'

export interface BytesOptions extends Entry {
  app: FastifyInstance
  context: Context
}

/** A route that answers with bytes to who shows a token in the header: who may not is refused before anything is read. */
export function serveBytes<Name extends StreamedRouteName>(
  { app, context, authenticate, authorise }: BytesOptions,
  name: Name,
  answer: (
    call: Call<(typeof streamedRoutes)[Name]>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>,
): void {
  const route = streamedRoutes[name]
  const members = new WeakMap<FastifyRequest, Member>()
  app.route({
    method: 'GET',
    url: `/api/${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    exposeHeadRoute: false,
    compress: false,
    onRequest: async (request) => {
      const member = await authenticate(bearerToken(request.headers.authorization))
      await authorise(name, route, member, request.id)
      members.set(request, member)
    },
    handler: (request, reply) => {
      const member = members.get(request)
      if (member === undefined) throw new ApiError('unauthenticated')
      const origin = { requestId: request.id, url: request.url }
      return answer(openCall(context, route, member, parseRequest(route, request), origin), request, reply)
    },
  })
}
