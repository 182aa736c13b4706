import { ApiError } from '@cresyl/contract/errors'
import type { Route } from '@cresyl/contract/route'
import { type RouteName, routes } from '@cresyl/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireAccess } from '../domain/access.ts'
import { recordAudit } from '../domain/audit/record.ts'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import { traceOf } from '../platform/trace.ts'
import { openCall } from './call.ts'
import type { Handler } from './handler.ts'
import { handlers } from './handlers.ts'
import { hashRequest, type IdempotentRequest, readIdempotencyKey } from './idempotency.ts'
import { rawBody } from './json-body.ts'
import { parseRequest } from './parse.ts'

export interface DispatchOptions {
  /** Who the bearer of this token is; throws `unauthenticated`. */
  authenticate: (token: string) => Promise<Member>
  /** Checks every reply against its schema: in tests. */
  checkReplies: boolean
}

/**
 * The path of every API request, in order: authenticate → authorise → parse → handle → serialise.
 * The first two run before a byte of the body is read.
 */
export function registerRoutes(app: FastifyInstance, context: Context, options: DispatchOptions): void {
  for (const name of Object.keys(routes) as RouteName[]) registerRoute(app, context, options, name)
}

function registerRoute(
  app: FastifyInstance,
  context: Context,
  options: DispatchOptions,
  name: RouteName,
): void {
  const route: Route = routes[name]
  const handle = handlers[name] as Handler<Route>
  const members = new WeakMap<FastifyRequest, Member>()

  app.route({
    method: route.method,
    url: `/api/${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    onRequest: async (request) => {
      const member = await options.authenticate(bearerToken(request))
      await authorise(context, name, member, request.id)
      members.set(request, member)
    },
    handler: async (request, reply) => {
      const member = members.get(request)
      if (member === undefined) throw new ApiError('unauthenticated')
      const call = openCall(context, route, member, parseRequest(route, request), {
        requestId: request.id,
        trace: traceOf(request.headers.traceparent, request.id).id,
        url: request.url,
        ...idempotencyOf(route, request),
      })
      return serialise(route, await handle(call, context), reply, options.checkReplies)
    },
  })
}

export function bearerToken(request: FastifyRequest): string {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw new ApiError('unauthenticated')
  return token
}

/** A refusal is worth knowing of: it gets an audit row in a transaction of its own. */
async function authorise(
  context: Context,
  name: RouteName,
  member: Member,
  requestId: string,
): Promise<void> {
  const { access, inPerson = false }: Route = routes[name]
  const { organizationId, userId } = member
  try {
    requireAccess(member, access, inPerson)
  } catch (refusal) {
    await context.database.asMember({ organizationId, userId }, (tx) =>
      recordAudit(tx, {
        organizationId,
        event: 'access.refused',
        userId,
        details: { route: name, permission: access },
        requestId,
        occurredAt: context.clock.now(),
      }),
    )
    throw refusal
  }
}

function idempotencyOf(route: Route, request: FastifyRequest): { idempotent?: IdempotentRequest } {
  if (route.method === 'GET' || !route.idempotent) return {}
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  if (key === undefined) return {}
  return { idempotent: { key, hash: hashRequest(route.method, route.path, rawBody(request)) } }
}

function serialise(route: Route, reply: unknown, to: FastifyReply, check: boolean): FastifyReply {
  if (check && route.response) route.response.parse(reply)
  to.header('Cache-Control', 'no-store')
  return route.response ? to.code(route.status).send(reply) : to.code(route.status).send()
}
