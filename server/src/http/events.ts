import { ApiError } from '@cresyl/contract/errors'
import { eventStream } from '@cresyl/contract/events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import { bearerToken } from './access-token.ts'
import type { Entry } from './dispatch.ts'
import { createEventHub } from './event-hub.ts'
import { openEventStream } from './event-stream.ts'

/** Hints of what changes, to each member what they may read; a reply that goes on, so it goes past dispatch. */
export function serveEvents(
  app: FastifyInstance,
  context: Context,
  { authenticate, heartbeat }: Pick<Entry, 'authenticate'> & { heartbeat?: number },
): void {
  const hub = createEventHub(context)
  const open = new Map<() => void, string>()
  const members = new WeakMap<FastifyRequest, Member>()

  app.get(`/api/${eventStream.path}`, {
    exposeHeadRoute: false,
    onRequest: async (request) => {
      members.set(request, await authenticate(bearerToken(request.headers.authorization)))
    },
    handler: async (request, reply) => {
      const member = members.get(request)
      if (member === undefined) throw new ApiError('unauthenticated')
      const ofThisPerson = open.values().filter((userId) => userId === member.userId)
      if ([...ofThisPerson].length >= eventStream.mostOfOnePerson) {
        throw new ApiError('rate_limited', {
          detail: `You already have ${eventStream.mostOfOnePerson} live connections open. Close a tab and try again.`,
        })
      }

      reply.headers({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // A proxy that collects the reply before it passes it on would keep everything for itself.
        'X-Accel-Buffering': 'no',
      })
      reply.hijack()
      // Silence between two beats is no reason to end it.
      request.raw.setTimeout(0)
      const { raw } = reply
      raw.writeHead(200, reply.getHeaders() as Record<string, string>)
      const token = bearerToken(request.headers.authorization)
      const end = openEventStream(raw, member, {
        hub,
        authenticate: () => authenticate(token),
        clock: context.clock,
        ...(heartbeat !== undefined && { heartbeat }),
      })
      open.set(end, member.userId)
      context.metrics.eventStreams.set(open.size)
      raw.once('close', () => {
        open.delete(end)
        context.metrics.eventStreams.set(open.size)
      })
    },
  })

  // A server that closes waits for its replies; these would never end by themselves.
  app.addHook('preClose', async () => {
    hub.close()
    for (const end of open.keys()) end()
  })
}
