import { ApiError } from '@cresyl/contract/api/errors'
import { needsRoom, type Route, type RouteRequest } from '@cresyl/contract/api/route'
import { type RouteName, routes } from '@cresyl/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireAccess } from '../domain/access.ts'
import type { Refusals } from '../domain/audit/refusals.ts'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import { traceOf } from '../platform/trace.ts'
import { hashRequest, type IdempotentRequest, readIdempotencyKey } from './bodies/idempotency.ts'
import { announcedBytes, announcesLargeBody, LargeBody, rawBody } from './bodies/json-body.ts'
import { checkLargeBody } from './bodies/large-body.ts'
import { parseAddress, parseRequest } from './bodies/parse.ts'
import { openCall } from './call.ts'
import { lightCompression } from './compression.ts'
import { bearerToken } from './guards/access-token.ts'
import type { Pace } from './guards/pace.ts'
import type { Handler } from './handler.ts'
import { handlers } from './handlers.ts'
import { createPlaces } from './reply-places.ts'

/** Who the bearer of a token is; throws `unauthenticated`. */
export interface Authenticate {
  (token: string): Promise<Member>
  /** The same at once, where the token was shown a moment ago. */
  known?(token: string, connection?: object): Member | undefined
}

/** Throws `forbidden` where the member may not use the route. */
export type Authorise = (
  name: string,
  route: Pick<Route, 'access' | 'inPerson'>,
  member: Member,
  requestId: string,
) => Promise<void>

/** What stands before every route. */
export interface Entry {
  authenticate: Authenticate
  authorise: Authorise
}

export interface DispatchOptions extends Entry {
  pace: Pace
  /** Checks every reply against its schema: in tests. */
  checkReplies: boolean
}

/**
 * The path of every API request, in order: authenticate → authorise → parse → handle → serialise.
 * The first two run before a byte of the body is read, as does the question whether there is room for it.
 */
export function registerRoutes(app: FastifyInstance, context: Context, options: DispatchOptions): void {
  // Each is held in memory, and parsed and checked in a thread.
  const largeBodies = createPlaces({ ofEach: 3, inAll: 12, what: 'Large requests are being read' })
  for (const name of Object.keys(routes) as RouteName[])
    registerRoute(app, context, { ...options, largeBodies }, name)
}

function registerRoute(
  app: FastifyInstance,
  context: Context,
  options: DispatchOptions & { largeBodies: ReturnType<typeof createPlaces> },
  name: RouteName,
): void {
  const route: Route = routes[name]
  const handle = handlers[name] as Handler<Route>
  const members = new WeakMap<FastifyRequest, Member>()

  app.route({
    method: route.method,
    ...(route.method !== 'GET' && route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    ...(route.method === 'GET' && route.large && { compress: lightCompression }),
    url: `/api/${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    onRequest: async (request, reply) => {
      const member = await options.authenticate(bearerToken(request.headers.authorization))
      await options.pace.wait(member.userId, announcedBytes(request))
      await options.authorise(name, route, member, request.id)
      if (needsRoom(route)) await context.room.require()
      if (announcesLargeBody(request)) options.largeBodies.take(member.userId, reply)
      members.set(request, member)
    },
    handler: async (request, reply) => {
      const member = members.get(request)
      if (member === undefined) throw new ApiError('unauthenticated')
      const call = openCall(context, route, member, await parse(name, request), {
        requestId: request.id,
        trace: traceOf(request.headers.traceparent, request.id).id,
        url: request.url,
        ...idempotencyOf(route, request),
      })
      return serialise(route, await handle(call, context), reply, options.checkReplies)
    },
  })
}

async function parse(name: RouteName, request: FastifyRequest): Promise<RouteRequest<Route>> {
  const route: Route = routes[name]
  const { body } = request
  if (!(body instanceof LargeBody)) return parseRequest(route, request)
  return { ...parseAddress(route, request), body: await checkLargeBody(name, body) }
}

/** A refusal is worth knowing of: it is in the audit log. */
export function createAuthorise(refusals: Refusals): Authorise {
  return async (route, { access, inPerson = false }, member, requestId) => {
    try {
      requireAccess(member, access, inPerson)
    } catch (refusal) {
      await refusals.record({ member, route, permission: access, requestId })
      throw refusal
    }
  }
}

function idempotencyOf(route: Route, request: FastifyRequest): { idempotent?: IdempotentRequest } {
  if (route.method === 'GET' || !route.idempotent) return {}
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  if (key === undefined) return {}
  return { idempotent: { key, hash: hashRequest(route.method, addressOf(route, request), rawBody(request)) } }
}

/** The path with what it is about: the same body sent to another one is another request. */
function addressOf({ path }: Route, { params }: FastifyRequest): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (params as Record<string, string>)[name] ?? '')
}

function serialise(route: Route, reply: unknown, to: FastifyReply, check: boolean): FastifyReply {
  if (check && route.response) route.response.parse(reply)
  to.header('Cache-Control', 'no-store')
  return route.response ? to.code(route.status).send(reply) : to.code(route.status).send()
}
