import { ApiError } from '@cresyl/contract/errors'
import type { Route, RouteRequest } from '@cresyl/contract/route'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { coerceQuery } from './query-string.ts'

const nothing = z.strictObject({})

/** More would help nobody, and the client chooses how many there are. */
const mostFaults = 20

/** Checks what came with the request against the route's schemas; where there is none, nothing may come. */
export function parseRequest<R extends Route>(route: R, request: FastifyRequest): RouteRequest<R> {
  return {
    params: route.params && parseParams(route.params, request.params),
    query: parseQuery(route.query ?? nothing, request.query as Record<string, unknown>),
    body: check(route.body ?? nothing, request.body === undefined ? {} : request.body),
  } as RouteRequest<R>
}

export function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  raw: Record<string, unknown>,
): z.output<Schema> {
  return check(schema, coerceQuery(schema, raw)) as z.output<Schema>
}

/** An id that can't be one names nothing. */
function parseParams(schema: z.ZodObject, params: unknown): unknown {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new ApiError('not_found')
  return parsed.data
}

function check(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  // Without a prototype: the client chooses the keys, and `constructor` is one of them.
  const fields: Record<string, string[]> = Object.create(null)
  for (const { at, message } of parsed.error.issues.flatMap(faultsOf).slice(0, mostFaults)) {
    fields[at] = [...(fields[at] ?? []), message]
  }
  throw new ApiError('invalid_input', { detail: firstFault(fields), fields })
}

function firstFault(fields: Record<string, string[]>): string {
  const [at = '', [message = 'Not valid'] = []] = Object.entries(fields)[0] ?? []
  return at === '' ? `${message}.` : `${at}: ${message}.`
}

function faultsOf(issue: z.core.$ZodIssue): { at: string; message: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ at: key, message: 'Unknown field' }))
  }
  return [{ at: issue.path.join('.'), message: issue.message }]
}
