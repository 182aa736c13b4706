import { ApiError } from '@cresyl/contract/api/errors'
import { requestLimits } from '@cresyl/contract/api/limits'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { type JsonShape, limitJson } from './json-shape.ts'

const rawBodies = new WeakMap<FastifyRequest, Buffer>()

/** The bytes the body was parsed from. */
export function rawBody(request: FastifyRequest): Buffer | undefined {
  return rawBodies.get(request)
}

/** A body that takes so long to read that others would wait: nobody has looked at it yet. */
export class LargeBody {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** How long its body is; as long as may be where it doesn't say. */
export function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding === undefined ? Number(length ?? 0) : routeOptions.bodyLimit
}

/** Whether its body is larger than most, or of unknown length where such a body is taken. */
export function announcesLargeBody(request: FastifyRequest): boolean {
  const { bodyLimit } = request.routeOptions
  return bodyLimit > requestLimits.jsonBody && announcedBytes(request) > requestLimits.jsonBody
}

/** Takes JSON and nothing else, and keeps the bytes: an Idempotency-Key is bound to them. */
export function acceptJson(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    refuseCompressed(request.headers['content-encoding'])
    return isJson(request) ? limited(payload, request.routeOptions.bodyLimit) : payload
  })
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: requestLimits.jsonBody } as const
  app.addContentTypeParser('application/json', options, async (request: FastifyRequest, body: Buffer) => {
    refuseOtherCharsets(request.headers['content-type'] ?? '')
    rawBodies.set(request, body)
    return body.length > requestLimits.jsonBody ? new LargeBody(body) : parseJson(body)
  })
}

function limited(payload: RequestPayload, bytes: number): RequestPayload {
  const through = limitJson(shapeWithin(bytes))
  payload.once('error', (error) => through.destroy(error))
  // Where nobody reads the body any more, nobody else hears of it.
  through.on('error', () => {})
  return payload.pipe(through)
}

/** As many as fit into that many bytes where keys have names and numbers some digits. */
const shapeWithin = (bytes: number): JsonShape => ({
  depth: 64,
  keys: Math.ceil(bytes / 50),
  values: Math.ceil(bytes / 12),
})

const isJson = ({ headers }: FastifyRequest) => /^application\/json\b/i.test(headers['content-type'] ?? '')

/** A few bytes could become many megabytes. */
function refuseCompressed(encoding = 'identity'): void {
  if (encoding.toLowerCase() === 'identity') return
  throw new ApiError('unsupported_media_type', {
    detail: 'Compressed bodies are not accepted. Send it without Content-Encoding.',
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function refuseOtherCharsets(contentType: string): void {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset))
    throw new ApiError('unsupported_media_type', { detail: `JSON is UTF-8, not ${charset}.` })
}

export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(utf8.decode(body))
  } catch (error) {
    throw new ApiError('malformed_json', {
      detail: `The body is not valid JSON: ${error instanceof Error ? error.message : error}.`,
      cause: error,
    })
  }
}
