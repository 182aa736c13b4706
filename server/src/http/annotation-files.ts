import { createGzip } from 'node:zlib'
import { annotationsDownloadUrl } from '@cresyl/contract/annotation-files'
import { ApiError } from '@cresyl/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FileQuery, findAnnotationFile } from '../domain/annotation-files/find-annotation-file.ts'
import type { Context } from '../platform/context.ts'
import { attachment } from '../platform/storage/content-disposition.ts'
import { storagePrefix } from '../platform/storage/disk/addresses.ts'
import { allowOrigin } from './allow-origin.ts'
import { addressSigner } from './download-address.ts'
import { endStalledReply } from './stalled-reply.ts'

/** Beside what the disk driver serves, whatever the storage is: these are written while they are sent. */
const filePath = `${storagePrefix}annotations/`

/** Masks are drawn by this process. */
const mostMasks = 2

/** An address that serves annotations of an image to whoever has it, for half an hour. */
export function annotationsAddress(context: Context, organizationId: string, query: FileQuery): string {
  const { image_id, ...asked } = query
  const parameters = { organization: organizationId, asked: JSON.stringify(asked) }
  return context.config.uploadOrigin + addressSigner(context).sign('GET', filePath + image_id, parameters)
}

export function serveAnnotationFiles(app: FastifyInstance, context: Context): void {
  const { database } = context
  const signer = addressSigner(context)
  let masks = 0

  /** Counts the reply until it has been sent or its client has gone. */
  const hold = ({ raw }: FastifyReply) => {
    if (masks >= mostMasks)
      throw new ApiError('unavailable', {
        detail: 'Other masks are being drawn just now. Please try again in a moment.',
      })
    masks += 1
    raw.once('close', () => {
      masks -= 1
    })
  }

  async function sendFile(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const parameters = signer.verify('GET', request.url)
    const organizationId = parameters.get('organization') ?? ''
    const asked = JSON.parse(parameters.get('asked') ?? '{}')
    const query = annotationsDownloadUrl.query.parse({ ...asked, image_id: request.params.id })
    const inTransaction: Parameters<Awaited<ReturnType<typeof findAnnotationFile>>['open']>[0] = (work) =>
      database.asMember({ organizationId }, work)
    const found = await inTransaction((tx) => findAnnotationFile(tx, query))
    const isMask = query.format === 'mask_png' || query.format === 'mask_tiff'
    if (isMask) hold(reply)
    const content = found.open(inTransaction)
    endStalledReply(reply)
    reply.headers({
      'Content-Type': found.mime,
      'Content-Disposition': attachment(found.fileName),
      'Cache-Control': 'private, no-store',
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    })
    if (isMask || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(content)
    const packed = createGzip()
    content.once('error', (error) => packed.destroy(error))
    packed.once('close', () => content.destroy())
    return reply.header('content-encoding', 'gzip').send(content.pipe(packed))
  }

  app.register(async (scope) => {
    allowOrigin(scope, context.config.origin)
    scope.route<{ Params: { id: string } }>({
      method: 'GET',
      url: `${filePath}:id`,
      exposeHeadRoute: false,
      compress: false,
      handler: sendFile,
    })
  })
}
