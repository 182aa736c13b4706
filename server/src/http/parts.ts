import { ApiError } from '@cresyl/contract/errors'
import { uploadLimits } from '@cresyl/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { UploadMetrics } from '../platform/metrics/upload-metrics.ts'
import { storagePrefix } from '../platform/storage/disk/addresses.ts'
import type { DiskStorage } from '../platform/storage/disk/disk-storage.ts'
import { allowOrigin } from './allow-origin.ts'
import { measureParts } from './part-metrics.ts'
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
