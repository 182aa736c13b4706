import { ApiError } from '@cresyl/contract/api/errors'
import type { Route, RouteRequest } from '@cresyl/contract/api/route'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { coerceQuery } from './query-string.ts'

const nothing = z.strictObject({})

/** More would help nobody, and the client chooses how many there are. */
const mostFaults = 20

/** Checks what came with the request against the route's schemas; where there is none, nothing may come. */
export function parseRequest<R extends Route>(route: R, request: FastifyRequest): RouteRequest<R> {
  return { ...parseAddress(route, request), body: checkBody(route, request.body) }
}

export function parseAddress<R extends Route>(
  route: R,
  request: FastifyRequest,
): Omit<RouteRequest<R>, 'body'> {
  return {
    params: route.params && parseParams(route.params, request.params),
    query: parseQuery(route.query ?? nothing, request.query as Record<string, unknown>),
  } as Omit<RouteRequest<R>, 'body'>
}

export function checkBody<R extends Route>(route: R, body: unknown): RouteRequest<R>['body'] {
  return check(route.body ?? nothing, body === undefined ? {} : body) as RouteRequest<R>['body']
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
  for (const { at, message } of parsed.error.issues
    .flatMap((issue) => faultsOf(issue))
    .slice(0, mostFaults)) {
    fields[at] = [...(fields[at] ?? []), message]
  }
  throw new ApiError('invalid_input', { detail: firstFault(fields), fields })
}

function firstFault(fields: Record<string, string[]>): string {
  const [at = '', [message = 'Not valid'] = []] = Object.entries(fields)[0] ?? []
  return at === '' ? `${message}.` : `${at}: ${message}.`
}

interface Fault {
  at: string
  message: string
}

type Issue = z.core.$ZodIssue

function faultsOf(issue: Issue, within: Issue['path'] = []): Fault[] {
  const path = [...within, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ at: key, message: 'Unknown field' }))
  }
  // Of objects whose keys are ids.
  if (issue.code === 'invalid_key') return [{ at: String(path.at(-1)), message: 'Unknown field' }]
  const meant = issue.code === 'invalid_union' ? meantAlternative(issue.errors) : undefined
  return meant?.flatMap((each) => faultsOf(each, path)) ?? [{ at: path.join('.'), message: issue.message }]
}

/** Of alternatives the one that knows the most of the keys was meant, unless several do: only its faults help. */
function meantAlternative(alternatives: readonly Issue[][]): Issue[] | undefined {
  const unknown = alternatives.map(countUnknownKeys)
  const closest = alternatives.filter((_, index) => unknown[index] === Math.min(...unknown))
  return closest.length === 1 ? closest[0] : undefined
}

function countUnknownKeys(issues: readonly Issue[]): number {
  const own = issues.filter(({ path }) => path.length === 0)
  return own.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [])).length
}
