import { ApiError } from '@cresyl/contract/errors'
import { requestLimits } from '@cresyl/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const rawBodies = new WeakMap<FastifyRequest, Buffer>()

/** The bytes the body was parsed from. */
export function rawBody(request: FastifyRequest): Buffer | undefined {
  return rawBodies.get(request)
}

/** Takes JSON and nothing else, and keeps the bytes: an Idempotency-Key is bound to them. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: requestLimits.jsonBody } as const
  app.addContentTypeParser('application/json', options, async (request: FastifyRequest, body: Buffer) => {
    refuseOtherCharsets(request.headers['content-type'] ?? '')
    rawBodies.set(request, body)
    return parseJson(body)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function refuseOtherCharsets(contentType: string): void {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset))
    throw new ApiError('unsupported_media_type', { detail: `JSON is UTF-8, not ${charset}.` })
}

function parseJson(body: Buffer): unknown {
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
