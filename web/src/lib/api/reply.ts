import { errorBody } from '@cresyl/contract/api/errors'
import type { Page } from '@cresyl/contract/api/list'
import { messages } from '@cresyl/contract/api/messages'
import type { Route } from '@cresyl/contract/api/route'
import type { Log } from '../log.ts'
import { CallError } from './call-error.ts'

/** The body of a successful reply; throws a CallError for any other. */
export async function readReply(route: Route, response: Response, log: Log): Promise<unknown> {
  const body = await readBody(response, log)
  if (!response.ok) throw failure(response, body)
  return body ?? emptyReply(route)
}

async function readBody(response: Response, log: Log): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  if (isHtml(response, text)) {
    log.warn(`Expected JSON from ${response.url} but got HTML (status ${response.status}).`)
    return undefined
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new CallError({ status: response.status, code: null, message: messages.somethingWentWrong, cause })
  }
}

function isHtml(response: Response, text: string): boolean {
  return response.headers.get('Content-Type')?.includes('text/html') === true || /^\s*<(!|html)/i.test(text)
}

function failure({ status, headers }: Response, body: unknown): CallError {
  const request = headers.get('X-Request-Id') ?? undefined
  const known = errorBody.safeParse(body)
  const message = errorText(body)
  if (!known.success) return new CallError({ status, code: null, message, request })
  const { code, fields, current } = known.data
  return new CallError({ status, code, message, current, request, ...(fields && { fields }) })
}

/** The first string, or the first element of the first array, of the error object. */
export function errorText(body: unknown): string {
  const values = typeof body === 'object' && body !== null ? Object.values(body) : [body]
  for (const value of values) {
    const text: unknown = Array.isArray(value) ? value[0] : value
    if (typeof text === 'string' && text !== '') return text
  }
  return messages.somethingWentWrong
}

const emptyPage: Page<never> = { count: 0, next: null, previous: null, results: [] }

function emptyReply(route: Route): unknown {
  if (!route.response) return undefined
  return route.response.safeParse(emptyPage).success ? { ...emptyPage, results: [] } : null
}
