import { errorCatalogue } from '@cresyl/contract/api/errors'
import type { Route, RouteInput } from '@cresyl/contract/api/route'
import { CallError } from './call-error.ts'

type OrNull<Values> = { [Key in keyof Values]: Values[Key] | null }

/** As the route takes it; `null` in a query means the same as leaving it out. */
export type CallInput<R extends Route> = {
  [Part in keyof RouteInput<R>]: Part extends 'query' ? OrNull<RouteInput<R>[Part]> : RouteInput<R>[Part]
}

interface Input {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export interface BuiltRequest {
  url: string
  method: Route['method']
  headers: Record<string, string>
  body?: string
}

export function buildRequest(
  origin: string,
  route: Route,
  input: Input,
  idempotencyKey?: string,
): BuiltRequest {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  const request: BuiltRequest = {
    url: `${origin}/api/${fillPath(route.path, input.params ?? {})}/${queryString(input.query ?? {})}`,
    method: route.method,
    headers,
  }
  if (!route.body) return request
  return {
    ...request,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(input.body ?? {}),
  }
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(params[name]))
}

function encodeSegment(value: unknown): string {
  const segment = encodeURIComponent(String(value ?? ''))
  // A URL drops an empty or dot segment however it is encoded, and the call would reach another route.
  if (['', '.', '..'].includes(segment)) {
    throw new CallError({ status: 404, code: 'not_found', message: errorCatalogue.not_found.message })
  }
  return segment
}

export function queryString(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined) parameters.append(key, String(each))
    }
  }
  const text = parameters.toString()
  return text && `?${text}`
}
