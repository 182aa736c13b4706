import { ApiError, type ErrorCode, errorCatalogue, errorCodes } from '@cresyl/contract/api/errors'
import { uploadLimits } from '@cresyl/contract/api/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import type { UploadMetrics } from '../../platform/metrics/upload-metrics.ts'
import { storagePrefix } from '../../platform/storage/disk/addresses.ts'
import type { DiskStorage } from '../../platform/storage/disk/disk-storage.ts'
import { toApiError } from '../error-handler.ts'
import { allowOrigin } from '../guards/allow-origin.ts'
import { type CheckAddress, sendObject } from './send-object.ts'

const largestPart = Math.max(...uploadLimits.chunkSizes.map(({ size }) => size))

/** The streaming routes of the disk driver: parts come in and objects go out, both by signed addresses alone. */
export function serveStorage(
  app: FastifyInstance,
  config: Config,
  storage: DiskStorage,
  uploads: UploadMetrics,
  check: CheckAddress,
): void {
  app.register(async (scope) => {
    allowOrigin(scope, config.origin)
    // Nothing of a body is read before the route does, whatever its type.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const streaming = { bodyLimit: largestPart, compress: false, decompress: false } as const

    scope.options(`${storagePrefix}*`, (_request, reply) => reply.code(204).send())
    scope.put<{ Params: { uploadId: string; number: string } }>(
      `${storagePrefix}uploads/:uploadId/parts/:number`,
      { ...streaming, ...measureParts(uploads) },
      (request, reply) => receive(storage, request, reply),
    )
    // Both by name: the HEAD route that Fastify adds by itself says that there are 0 bytes.
    scope.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: `${storagePrefix}objects/*`,
      ...streaming,
      handler: (request, reply) => sendObject(storage, check, request, reply),
    })
  })
}

async function receive(
  storage: DiskStorage,
  request: FastifyRequest<{ Params: { uploadId: string; number: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = storage.signer.verify('PUT', request.url)
  const size = Number(parameters.get('size'))
  const length = request.headers['content-length']
  if (length === undefined) throw new ApiError('length_required')
  if (Number(length) !== size) {
    throw new ApiError('invalid_input', { detail: `This address takes ${size} bytes, not ${length}.` })
  }
  const { uploadId, number } = request.params
  const part = {
    organizationId: parameters.get('organization') ?? '',
    uploadId,
    number: Number(number),
  }
  const etag = await storage.receivePart(part, size, request.raw)
  return reply.headers({ ETag: `"${etag}"`, 'Cache-Control': 'no-store' }).send()
}

/** Hooks of the route that takes parts: each is counted and timed once, however it ends. */
function measureParts(uploads: UploadMetrics): Pick<RouteShorthandOptions, 'onRequest' | 'onError'> {
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
