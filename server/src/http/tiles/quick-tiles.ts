import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseQueryString } from 'node:querystring'
import { readTile, type TileQuery, tileQuery } from '@cresyl/contract/slides/viewers'
import { mayDo } from '../../domain/access.ts'
import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/id.ts'
import { createPlainLines, redactUrl } from '../../platform/log.ts'
import { fromOrigin } from '../../platform/request-origin.ts'
import { traceOf } from '../../platform/trace.ts'
import { parseQuery } from '../bodies/parse.ts'
import { errorHeaders, logFailure, toApiError } from '../error-handler.ts'
import { pictureToken } from '../guards/access-token.ts'
import { createClientAddress } from '../guards/client-address.ts'
import { originOf } from '../guards/request-origins.ts'
import { requestBindings, requestLine } from '../metrics/request-log.ts'
import { statusOf } from '../metrics/request-metrics.ts'
import { type PlainHeaders, readPlainHeaders } from './plain-headers.ts'
import type { TileAddress } from './tile-plan.ts'
import { type PictureReply, pictureHeaders } from './tile-replies.ts'
import type { TileRouteParts } from './tiles.ts'

/** Answers a request, or says that somebody else has to. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

interface QuickParts extends TileRouteParts {
  securityHeaders: () => Record<string, string>
}

/**
 * Tiles are nearly all there is to answer, and sending one costs less than a framework's way to its handler: those
 * with a plain address are answered before it. What they say, log and count is the same; everything that is not plain
 * is left to the route.
 */
export function createQuickTiles(context: Context, parts: QuickParts): QuickAnswer {
  const { config, log, metrics } = context
  const { host } = new URL(config.origin)
  const isSecure = config.origin.startsWith('https:')
  const clientAddress = createClientAddress(config.trustedProxies)
  const usual = [...pictureHeaders, ...(isSecure ? ['Strict-Transport-Security', 'max-age=31536000'] : [])]
  const route = `/api/${readTile.path.replaceAll(/\{(\w+)\}/g, ':$1')}`

  const writeLine = createPlainLines(log)

  const identify = async (token: string, requestId: string): Promise<Member> => {
    const member = parts.authenticate.known?.(token) ?? (await parts.authenticate(token))
    if (!mayDo(member, readTile.access)) await parts.authorise('readTile', readTile, member, requestId)
    return member
  }

  /** At once, where nothing has to be waited for; false: it has to be. */
  const answerNow = (asked: PlainTile, request: IncomingMessage, response: ServerResponse, id: string) => {
    const { address, search, headers } = asked
    try {
      const { token, readQuery } = openQuery(search)
      const member = parts.authenticate.known?.(pictureToken(headers.authorization, token), request.socket)
      if (member === undefined || !mayDo(member, readTile.access)) return false
      const reply = parts.replies.tileNow({ member, headers, address, query: readQuery() })
      if (reply === undefined) return false
      parts.answered(reply.how, reply.bytes?.byteLength ?? 0)
      write(response, reply, id, request.method === 'HEAD')
      if (reply.bytes !== null && response.writableLength === 0) parts.sent(reply.bytes)
    } catch (error) {
      parts.answered('refused', 0)
      refuse(response, error, id, request.method === 'HEAD')
    }
    return true
  }

  const answer = async (asked: PlainTile, request: IncomingMessage, response: ServerResponse, id: string) => {
    let left: AbortController | undefined
    const signal = () => {
      if (left === undefined) {
        const controller = new AbortController()
        if (response.destroyed) controller.abort()
        else response.once('close', () => controller.abort())
        left = controller
      }
      return left.signal
    }
    try {
      const { headers } = asked
      const { token, readQuery } = openQuery(asked.search)
      const member = await identify(pictureToken(headers.authorization, token), id)
      const { address } = asked
      const reply = await parts.replies.tile({ member, headers, signal, address, query: readQuery() })
      parts.answered(reply.how, reply.bytes?.byteLength ?? 0)
      write(response, reply, id, request.method === 'HEAD')
    } catch (error) {
      if (response.destroyed) return
      parts.answered('refused', 0)
      refuse(response, error, id, request.method === 'HEAD')
    }
  }

  const write = (response: ServerResponse, reply: PictureReply, id: string, headOnly: boolean) => {
    const { status, headers, bytes } = reply
    headers.push('X-Request-Id', id, ...usual)
    response.writeHead(status, headers)
    if (headOnly || bytes === null) response.end()
    else response.end(bytes)
  }

  const refuse = (response: ServerResponse, failure: unknown, id: string, headOnly: boolean) => {
    const error = toApiError(failure)
    logFailure(log, error, failure, { request: id })
    const body = Buffer.from(JSON.stringify(error.toBody()))
    response.writeHead(error.status, {
      ...parts.securityHeaders(),
      ...errorHeaders(error),
      'X-Request-Id': id,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.byteLength,
    })
    response.end(headOnly ? undefined : body)
  }

  return (request, response) => {
    const { method, url = '' } = request
    if (!url.startsWith(prefix) || (method !== 'GET' && method !== 'HEAD')) return false
    const headers = readPlainHeaders(request.rawHeaders)
    if (headers?.host !== host) return false
    const asked = readAddress(url, headers)
    if (asked === undefined) return false
    const id = newId()
    const since = performance.now()
    const tell = (message: string) => {
      const milliseconds = performance.now() - since
      metrics.requests.observe({ method, route, status: statusOf(response) }, milliseconds / 1000)
      const from = clientAddress(request)
      const shown = asked.search === undefined ? url : redactUrl(url)
      const line = requestLine({ method, url: shown, from, status: response.statusCode, milliseconds })
      const bindings = requestBindings(id, traceOf(headers.traceparent, id))
      writeLine({ ...bindings, ...line }, message)
    }
    const answered = answerNow(asked, request, response, id)
    // What the system has taken is on its way, and nothing remains to be seen.
    if (answered && response.writableLength === 0) tell('answered')
    else response.once('close', () => tell(response.writableFinished ? 'answered' : 'answered in part'))
    if (!answered) {
      const origin = originOf(clientAddress(request), request.headers['user-agent'])
      void fromOrigin(origin, () => answer(asked, request, response, id))
    }
    return true
  }
}

interface PlainTile {
  address: TileAddress
  search: string | undefined
  headers: PlainHeaders
}

const prefix = '/api/viewers/tiles/'
const plain =
  /^\/api\/viewers\/tiles\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\/(\d{1,7})\/(\d{1,7})\/(\d{1,7})\/?(?:\?(.*))?$/

function readAddress(url: string, headers: PlainHeaders): PlainTile | undefined {
  const parts = plain.exec(url)
  if (parts === null) return undefined
  const [, imageId = '', level, x, y, search] = parts
  return { address: { imageId, level: Number(level), x: Number(x), y: Number(y) }, search, headers }
}

const usualQuery: TileQuery = tileQuery.parse({})
const onlyToken = /^token=([\w.~-]+)$/

/** Most come without parameters, or with their token alone. What else there is concerns those who may ask. */
function openQuery(search: string | undefined): { token: unknown; readQuery: () => TileQuery } {
  if (!search) return { token: undefined, readQuery: () => usualQuery }
  const token = onlyToken.exec(search)?.[1]
  if (token !== undefined) return { token, readQuery: () => ({ ...usualQuery, token }) }
  const raw = parseQueryString(search)
  return { token: raw.token, readQuery: () => parseQuery(tileQuery, raw) }
}
