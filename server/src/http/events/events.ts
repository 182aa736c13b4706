import type { ServerResponse } from 'node:http'
import { ApiError } from '@cresyl/contract/api/errors'
import { eventStream } from '@cresyl/contract/events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Member } from '../../domain/work.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Entry } from '../dispatch.ts'
import { bearerToken } from '../guards/access-token.ts'
import { createEventHub, type EventHub, resetFrame } from './event-hub.ts'

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

interface EventStreamParts {
  hub: EventHub
  /** Who the bearer is now; rejects when they are nobody any more. */
  authenticate: () => Promise<Member>
  clock: Clock
  heartbeat?: number
}

/** Beyond these waiting bytes hints are left out, and one that everything should be asked for again follows. */
const mostWaiting = 64 * 1024
/** A timer can't be set for the year that an API token may last. */
const longestLife = 24 * 60 * 60_000

/** One open reply to one member, for as long as they are one and their token is good. Returns what ends it early. */
function openEventStream(response: ServerResponse, first: Member, parts: EventStreamParts): () => void {
  const { hub, authenticate, clock, heartbeat = eventStream.heartbeatSeconds * 1000 } = parts
  let member = first
  let leftOut = false

  const send = (text: string) => {
    if (response.writableEnded || response.destroyed) return
    leftOut ||= response.writableLength > mostWaiting
    if (!leftOut) response.write(text)
  }
  response.on('drain', () => {
    if (!leftOut) return
    leftOut = false
    send(resetFrame)
  })
  const end = () => void response.end()

  // Rights that were taken away are gone with the next beat; whoever is no member any more hears nothing.
  const check = () => {
    // Whoever has not read on since then has gone to sleep, or is too slow.
    if (leftOut) return response.destroy()
    send(': beat\n\n')
    authenticate().then((now) => {
      member = now
    }, end)
  }

  const unfollow = hub.follow({
    get member() {
      return member
    },
    send,
  })
  const beat = setInterval(check, heartbeat)
  const life = Math.min(longestLife, (first.expiresAt?.getTime() ?? Infinity) - clock.now().getTime())
  const expiry = setTimeout(end, Math.max(0, life))
  response.once('close', () => {
    unfollow()
    clearInterval(beat)
    clearTimeout(expiry)
  })
  response.on('error', () => response.destroy())
  send(': open\n\n')
  return end
}
