import { type ErrorCode, errorCatalogue, errorCodes } from '@cresyl/contract/errors'
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { UploadMetrics } from '../platform/metrics/upload-metrics.ts'
import { toApiError } from './error-handler.ts'

/** Hooks of the route that takes parts: each is counted and timed once, however it ends. */
export function measureParts(uploads: UploadMetrics): Pick<RouteShorthandOptions, 'onRequest' | 'onError'> {
  const codes = new WeakMap<FastifyRequest, ErrorCode>()
  return {
    onRequest: async (request, reply) => {
      // Not in onResponse, which never comes when the sender goes away.
      reply.raw.once('close', () => {
        const { writableEnded, statusCode } = reply.raw
        const seconds = reply.elapsedTime / 1000
        if (!writableEnded) return uploads.partEnded('broken_off', seconds)
        if (statusCode >= 400) {
          uploads.partRefused(codeOf(statusCode, codes.get(request)))
          return uploads.partEnded('refused', seconds)
        }
        uploads.partStored(Number(request.headers['content-length']))
        uploads.partEnded('stored', seconds)
      })
    },
    onError: async (request, _reply, error) => {
      codes.set(request, toApiError(error).code)
    },
  }
}

/** What was answered may have been said before the error that came of it: a body that stopped arriving is cut off. */
function codeOf(status: number, code: ErrorCode | undefined): ErrorCode {
  if (code !== undefined && errorCatalogue[code].status === status) return code
  return errorCodes.find((each) => errorCatalogue[each].status === status) ?? 'internal'
}
