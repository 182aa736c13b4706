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
    rawBodies.set(request, body)
    return parseJson(body)
  })
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw new ApiError('malformed_json', {
      detail: `The body is not valid JSON: ${error instanceof Error ? error.message : error}.`,
      cause: error,
    })
  }
}
